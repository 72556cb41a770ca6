import type { FastifyReply } from 'fastify'
import { ApiError, type FieldError } from '#contract'
import * as gifting from '#gifting'
import { redirect } from './context.ts'
import { atDestination, isPlaceChosen } from './destination.ts'
import { isDraftComplete } from './draft.ts'
import {
  type GiftContext,
  type LinkContext,
  loadGift,
  rememberRecipient,
  runForRecipient,
} from './gift-context.ts'
import {
  canChoose,
  destinationErrors,
  showAddressForm,
  showReviewPage,
  showSelection,
} from './gift-views.ts'
import { isLookup, isLookupResult, saveLookup, showLookup } from './lookup-routes.ts'
import {
  type AddressInput,
  findUnseenWarnings,
  findWarnings,
  inFieldOrder,
  isCountry,
  parseAddressInput,
  toAddress,
  validateAddressInput,
} from './pages/address-input.ts'
import type { SelectionError } from './pages/choose-page.ts'
import { allValues } from './pages/form.ts'
import { deniedItems, isSelectionComplete, needsShipping } from './pages/selection-state.ts'
import { choiceWithError, parseChoice, placeProblem } from './parse-choice.ts'
import { parsePicks } from './picks.ts'
import { clearDraft, saveDraftAndRedirect } from './save-draft.ts'

/*
 * The routes from the choice to the confirmation. After each form, the server redirects to a page
 * (post/redirect/get). The draft stores the typed address. So the recipient loses no input with Back, Reload,
 * another choice or a sold-out item.
 */

/**
 * The values of the query parameter `why`. Each value is a reason to show the choice again after a redirect.
 */
const selectionErrors: readonly SelectionError[] = [
  'required',
  'out_of_stock',
  'destination',
  'state',
  'too_many',
  'versions',
]

export function showChoices(context: GiftContext): Promise<FastifyReply> {
  const { why, gone } = (context.request.query ?? {}) as { why?: unknown; gone?: unknown }
  const selectionError = selectionErrors.find((each) => each === why)
  if (selectionError === undefined) return showSelection(context, { isFresh: true })
  return showSelection(context, {
    isFresh: false,
    selectionError,
    ...checkedAfter(selectionError, context),
    gone: [gone].flat().map(String),
  })
}

/**
 * Returns the items that are checked when the page asks for the choice again. By default, these are the saved
 * items.
 */
function checkedAfter(selectionError: SelectionError, context: GiftContext) {
  if (selectionError === 'too_many' || selectionError === 'versions')
    return { checkedIds: parsePicks(context) }
  const isSaved = selectionError === 'required' || selectionError === 'state'
  return isSaved || context.gift.max_choices > 1 ? {} : { checkedIds: [] }
}

/**
 * Saves the choice, even if it is incomplete. Then the function redirects to the address, to the review, or
 * back to the choice.
 */
export async function saveChoice(context: GiftContext): Promise<FastifyReply> {
  const { typed, page, saved } = parseChoice(context)
  await runForRecipient(context, async (ctx, id) => {
    await gifting.markOpened(ctx, id) // choosing counts as opening the gift
    if (saved !== undefined) await gifting.saveSelection(ctx, id, { variant_ids: saved })
  })
  return isPlaceChosen(context)
    ? saveDraftAndRedirect(context, typed, page)
    : redirect(context, context.urls.to(page))
}

/**
 * Shows the address form with the draft. If the recipient has submitted the form before, it also shows
 * validation errors.
 */
export function showAddress(context: GiftContext): Promise<FastifyReply> | FastifyReply {
  const input = context.draft?.typed ?? {}
  const { check } = (context.request.query ?? {}) as { check?: unknown }
  if (isLookupResult(context)) return showLookup(context, input)
  if (check === undefined || context.draft === undefined) return showAddressForm(context, input)
  const errors = validateAddressInput(input)
  const warnings = errors.length > 0 ? [] : findWarnings(input)
  return showAddressForm(context, input, errors, warnings)
}

/** Handles every button of the address form: country, lookup, language, back and review. */
export async function saveAddress(context: GiftContext): Promise<FastifyReply> {
  if (context.requestedLanguage !== undefined) await runForRecipient(context, async () => undefined)
  return continueFromAddress(context)
}

/** Saves the typed address in the draft, and redirects to the page after the pressed button. */
export function continueFromAddress(context: GiftContext): FastifyReply {
  const input = parseAddressInput(context.form)
  const gift = atDestination(context, input)
  const wantsReview =
    context.form.get('do') === 'review' && isSelectionComplete(gift) && needsShipping(gift)
  if (context.form.get('do') === 'back') return saveDraftAndRedirect(context, input, '')
  if (isLookup(context, input)) return saveLookup(context, input)
  if (!wantsReview) return saveDraftAndRedirect(context, input, 'address')
  const isValid =
    validateAddressInput(input).length === 0 && destinationErrors(context, input).length === 0
  const mustCheck = !isValid || findUnseenWarnings(input, context.form).length > 0
  return saveDraftAndRedirect(context, input, mustCheck ? 'address?check=1' : 'review')
}

export function showReview(context: GiftContext): FastifyReply {
  const { urls, draft } = context
  const gift = atDestination(context)
  if (!isSelectionComplete(gift)) return redirect(context, urls.to())
  if (!needsShipping(gift)) {
    const problem = placeProblem(context, draft?.typed ?? {})
    return problem === undefined
      ? showReviewPage(context, undefined)
      : redirect(context, urls.to(problem))
  }
  if (!isDraftComplete(draft)) return redirect(context, urls.to('address'))
  return deniedItems(gift).length > 0
    ? redirect(context, urls.to('address?check=1'))
    : showReviewPage(context, toAddress(draft.typed))
}

/**
 * Redeems the gift. If the recipient taps twice, the second tap changes nothing and redirects to the same
 * page. The function loads the page of the gift only to explain a rejection. Returns undefined if the gift
 * was deleted.
 */
export async function redeem(context: LinkContext): Promise<FastifyReply | undefined> {
  const input = parseAddressInput(context.form)
  const formVariantIds = allValues(context.form, 'variant')
  try {
    const token = context.form.get('confirmation') ?? ''
    const owner_digest = await runForRecipient(context, async (ctx, id) => {
      const variant_ids =
        formVariantIds.length > 0
          ? formVariantIds
          : ((await gifting.getRedemptionPage(ctx, id))?.chosen ?? [])
      return gifting.confirmGift(ctx, id, toRedemption(context, input, variant_ids), token)
    })
    if (owner_digest !== undefined)
      rememberRecipient(context, { id: context.link.id, owner_digest })
    clearDraft(context)
    return redirect(context, context.urls.to('done'))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const page = await loadGift(context.deps, context)
    const variant_ids = formVariantIds.length > 0 ? formVariantIds : page?.gift.chosen
    return page && handleRejectedRedemption(page, input, error, variant_ids ?? [])
  }
}

/**
 * Builds the confirmation of a gift. If the gift needs no address, the confirmation names only the country
 * and the state.
 */
function toRedemption(
  { form }: LinkContext,
  input: AddressInput,
  variant_ids: readonly string[],
): Parameters<typeof gifting.redeem>[2] {
  const { country, region } = input
  const age = Number.parseInt(form.get('age') ?? '', 10)
  const place = isCountry(country)
    ? { destination: { country, ...(region !== undefined && { region }) } }
    : {}
  return {
    variant_ids,
    ...(input.line_1 !== undefined ? { shipping_address: toAddress(input) } : place),
    ...(age >= 0 && age <= 150 && { age_confirmed: age }),
  } as Parameters<typeof gifting.redeem>[2]
}

async function handleRejectedRedemption(
  context: GiftContext,
  input: AddressInput,
  apiError: ApiError,
  variant_ids: readonly string[],
): Promise<FastifyReply> {
  const { plainUrls } = context
  if (!canChoose(context) || apiError.code === 'invalid_transition') {
    const isDone = context.gift.line_items !== null || apiError.code === 'invalid_transition'
    return redirect(context, plainUrls.to(isDone ? '?notice=already' : undefined))
  }
  if (apiError.code === 'out_of_stock')
    return saveDraftAndRedirect(context, input, await keepOthers(context, apiError, variant_ids))
  const page = pageForRules(apiError, input, context)
  if (page !== undefined) return saveDraftAndRedirect(context, input, page)
  const fieldErrors = findAddressErrors(apiError)
  if (apiError.fieldErrors.length > fieldErrors.length)
    return saveDraftAndRedirect(context, input, 'unwrapped?why=required')
  return validateAddressInput(input).length > 0
    ? saveDraftAndRedirect(context, input, 'address?check=1')
    : showAddressForm(context, input, inFieldOrder(fieldErrors, input.country))
}

/**
 * Saves the chosen items that are still in stock, if the recipient can choose several items. Returns the page
 * that names the sold-out items.
 */
async function keepOthers(
  context: GiftContext,
  { fieldErrors }: ApiError,
  variant_ids: readonly string[],
): Promise<string> {
  if (context.gift.max_choices === 1) return 'unwrapped?why=out_of_stock'
  const gone = variant_ids.filter((_, index) =>
    fieldErrors.some(({ param }) => param === `variant_ids.${index}`),
  )
  const available = variant_ids.filter((id) => !gone.includes(id))
  if (available.length > 0)
    await runForRecipient(context, (ctx, id) =>
      gifting.saveSelection(ctx, id, { variant_ids: available }),
    ).catch(ignoreRejection)
  return choiceWithError('out_of_stock', gone)
}

/**
 * Ignores the rejection of a change, and throws all other errors again. The gift can end between an earlier
 * rejection and this request. In this case, the next page shows the state of the gift.
 */
function ignoreRejection(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}

/**
 * Returns the page that explains a rule of a product. The rule limits the destinations of the product or the
 * age of the recipient.
 */
function pageForRules(
  { fieldErrors }: ApiError,
  input: AddressInput,
  context: GiftContext,
): string | undefined {
  const isDenied = fieldErrors.some(
    ({ code, param }) => code === 'not_allowed' && param.startsWith('variant_ids'),
  )
  if (isDenied)
    return choiceWithError(
      'destination',
      deniedItems(atDestination(context, input)).map(({ variant_id }) => variant_id),
    )
  if (fieldErrors.some(({ param }) => param.startsWith('destination')))
    return choiceWithError('state', [])
  return fieldErrors.some(({ param }) => param === 'age_confirmed') ? 'review?check=age' : undefined
}

const findAddressErrors = ({ fieldErrors: errors }: ApiError): FieldError[] =>
  errors.flatMap((error) => {
    const [, field] = /^shipping_address\.(\w+)$/.exec(error.param) ?? []
    if (error.param === 'shipping_address') return [{ ...error, param: 'line_1' }]
    return field === undefined ? [] : [{ ...error, param: field }]
  })
