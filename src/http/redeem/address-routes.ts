import type { FastifyReply } from 'fastify'
import { ApiError, type FieldError } from '#contract'
import * as gifting from '#gifting'
import { redirect } from './context.ts'
import { isDraftComplete } from './draft.ts'
import { type GiftContext, rememberRecipient, runForRecipient } from './gift-context.ts'
import { canChoose, showAddressForm, showReviewPage, showSelection } from './gift-views.ts'
import {
  type AddressInput,
  inFieldOrder,
  parseAddressInput,
  toAddress,
  validateAddressInput,
} from './pages/address-input.ts'
import { allValues } from './pages/form.ts'
import { isSelectionComplete, needsShipping } from './pages/selection-state.ts'
import { clearDraft, saveDraftAndRedirect } from './save-draft.ts'

/*
 * Routes from the choice to the confirmation. Each submitted form redirects to its own page (post/redirect/get), and
 * the draft saves the typed address: Back, Reload, another choice and a sold-out item lose no input.
 */

/** Values of the query parameter `why`: the reason for showing the choice again after a redirect. */
const selectionErrors = ['required', 'out_of_stock'] as const

export function showChoices(context: GiftContext): FastifyReply {
  const { why, gone } = (context.request.query ?? {}) as { why?: unknown; gone?: unknown }
  const selectionError = selectionErrors.find((each) => each === why)
  if (selectionError === undefined) return showSelection(context, { isFresh: true })
  return showSelection(context, {
    isFresh: false,
    selectionError,
    ...(selectionError === 'required' ? {} : { checkedIds: [], gone: [gone].flat().map(String) }),
  })
}

/** Saves the choice, even if incomplete, and redirects to the address, the review, or back to the choice. */
export async function saveChoice(context: GiftContext): Promise<FastifyReply> {
  const { form, gift, urls } = context
  const itemsById = new Map(gift.items.map((item) => [item.variant_id, item]))
  const variant_ids = allValues(form, 'variant').filter((id) => itemsById.has(id))
  const chosen: GiftContext = { ...context, gift: { ...gift, chosen: variant_ids } }
  const gone = variant_ids.filter((id) => itemsById.get(id)?.is_available === false)
  const isGone = gone.length > 0
  await runForRecipient(context, async (ctx, id) => {
    await gifting.markOpened(ctx, id) // a choice implies that the gift is opened, even without a visit to the first page
    if (!isGone) await gifting.saveSelection(ctx, id, { variant_ids })
  })
  if (form.get('do') === 'show') return redirect(context, urls.to())
  if (isGone) {
    const query = new URLSearchParams({ why: 'out_of_stock' })
    for (const id of gone) query.append('gone', id)
    return redirect(context, urls.to(`unwrapped?${query}`))
  }
  if (!isSelectionComplete(chosen.gift)) return redirect(context, urls.to('unwrapped?why=required'))
  const isReady = !needsShipping(chosen.gift) || isDraftComplete(context.draft)
  return redirect(context, urls.to(isReady ? 'review' : 'address'))
}

/** Shows the address form with the draft, and with validation errors if it was submitted before. */
export function showAddress(context: GiftContext): Promise<FastifyReply> | FastifyReply {
  const input = context.draft?.typed ?? {}
  const { check } = (context.request.query ?? {}) as { check?: unknown }
  return showAddressForm(
    context,
    input,
    check === undefined || context.draft === undefined ? [] : validateAddressInput(input),
  )
}

/** Handles every button of the address form: country, language, back and review. */
export async function saveAddress(context: GiftContext): Promise<FastifyReply> {
  const input = parseAddressInput(context.form)
  if (context.requestedLanguage !== undefined) await runForRecipient(context, async () => undefined)
  const wantsReview =
    context.form.get('do') === 'review' &&
    isSelectionComplete(context.gift) &&
    needsShipping(context.gift)
  if (context.form.get('do') === 'back') return saveDraftAndRedirect(context, input, '')
  if (!wantsReview) return saveDraftAndRedirect(context, input, 'address')
  return saveDraftAndRedirect(
    context,
    input,
    validateAddressInput(input).length > 0 ? 'address?check=1' : 'review',
  )
}

export function showReview(context: GiftContext): FastifyReply {
  const { gift, urls, draft } = context
  if (!isSelectionComplete(gift)) return redirect(context, urls.to())
  if (!needsShipping(gift)) return showReviewPage(context, undefined)
  return isDraftComplete(draft)
    ? showReviewPage(context, toAddress(draft.typed))
    : redirect(context, urls.to('address'))
}

/** Requests of a double tap arrive within this time. */
const doubleTapMs = 2 * 60 * 1000

/** Redeems the gift. A second tap is idempotent and redirects to the same page. */
export async function redeem(context: GiftContext): Promise<FastifyReply> {
  const input = parseAddressInput(context.form)
  const formVariantIds = allValues(context.form, 'variant')
  const hasAddress = input.line_1 !== undefined
  const body = {
    variant_ids: formVariantIds.length > 0 ? formVariantIds : context.gift.chosen,
    ...(hasAddress ? { shipping_address: toAddress(input) } : {}),
  } as Parameters<typeof gifting.redeem>[2]
  try {
    const isOwnSubmission = await runForRecipient(context, async (ctx, id) => {
      const before = await gifting.findForUpdate(ctx, ctx.account_id, id)
      const gift = await gifting.redeem(ctx, id, body)
      const token = context.form.get('confirmation') ?? ''
      if (before?.line_items === null) {
        if (gift !== undefined) gifting.saveConfirmation(ctx, gift, token)
        return true
      }
      const isRecent =
        gift !== undefined && context.now.getTime() - gift.updated_at.getTime() < doubleTapMs
      return isRecent && (hasAddress || (await gifting.isConfirmation(ctx, gift, token)))
    })
    if (isOwnSubmission) rememberRecipient(context)
    clearDraft(context)
    return redirect(context, context.urlsWithoutDraft.to('done'))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return handleRejectedRedemption(context, input, error)
  }
}

function handleRejectedRedemption(context: GiftContext, input: AddressInput, apiError: ApiError) {
  const { urlsWithoutDraft } = context
  if (!canChoose(context) || apiError.code === 'invalid_transition') {
    const isDone = context.gift.line_items !== null || apiError.code === 'invalid_transition'
    return redirect(context, urlsWithoutDraft.to(isDone ? '?notice=already' : undefined))
  }
  if (apiError.code === 'out_of_stock')
    return saveDraftAndRedirect(context, input, 'unwrapped?why=out_of_stock')
  const fieldErrors = findAddressErrors(apiError)
  if (apiError.fieldErrors.length > fieldErrors.length)
    return saveDraftAndRedirect(context, input, 'unwrapped?why=required')
  return validateAddressInput(input).length > 0
    ? saveDraftAndRedirect(context, input, 'address?check=1')
    : showAddressForm(context, input, inFieldOrder(fieldErrors, input.country))
}

const findAddressErrors = ({ fieldErrors: errors }: ApiError): FieldError[] =>
  errors.flatMap((error) => {
    const [, field] = /^shipping_address\.(\w+)$/.exec(error.param) ?? []
    if (error.param === 'shipping_address') return [{ ...error, param: 'line_1' }]
    return field === undefined ? [] : [{ ...error, param: field }]
  })
