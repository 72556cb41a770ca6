import type { FastifyReply } from 'fastify'
import * as catalogue from '#catalogue'
import type { AddressWarning } from '#contract'
import * as fulfilment from '#fulfilment'
import { fullName, isFamilyNameFirst } from '#platform/lib/person-name'
import { readTransaction } from '#platform/postgres/database'
import { redirect } from './context.ts'
import { atDestination, defaultCountry, findDestination } from './destination.ts'
import { type GiftContext, sendGiftPage, viaForm, viaLink, viaOwnForm } from './gift-context.ts'
import type { AddressForm, AddressFormError } from './pages/address-form.ts'
import { type AddressInput, inFieldOrder, isCountry } from './pages/address-input.ts'
import { addressCorrectionPage, addressPage } from './pages/address-page.ts'
import { type ChooseOptions, choosePage } from './pages/choose-page.ts'
import { declinedPage, declinePage } from './pages/decline-page.ts'
import { placeName } from './pages/destination-fields.ts'
import { findRegister } from './pages/postal-code-lookup.ts'
import { proveRecipientPage } from './pages/recipient-page.ts'
import { reviewPage } from './pages/review-page.ts'
import {
  areItemsVisible,
  deniedItems,
  isBlocked,
  isSelectionComplete,
  limitsDestinations,
  minimumAge,
  needsShipping,
  selectedItems,
} from './pages/selection-state.ts'
import { cancelledPage, expiredPage, notYetPage } from './pages/status-pages.ts'
import type { NoteFormOptions } from './pages/thank-you-form.ts'
import { canChangeAddress, type TrackingView, trackPage } from './pages/track-page.ts'
import { unwrapPage } from './pages/unwrap-page.ts'

/**
 * Returns whether the recipient can still choose. The expiry time decides, even if the loop of the timer is
 * late.
 */
export const canChoose = ({ gift, now }: GiftContext): boolean =>
  gift.state === 'awaiting_recipient' && gift.expires_at > now

/** Shows the page for the current state of the gift. The link is permanent and works in every state. */
export function showGift(context: GiftContext): FastifyReply | Promise<FastifyReply> {
  const { gift, localizer, urls } = context
  if (gift.state === 'awaiting_recipient' && canChoose(context)) {
    if (gift.declined_at !== null)
      return sendGiftPage(context, declinedPage(localizer, urls, gift), viaOwnForm(context))
    if (gift.opened_at === null)
      return sendGiftPage(context, unwrapPage(localizer, urls, gift), viaLink(context))
    return showSelection(context, { isFresh: false })
  }
  switch (gift.state) {
    case 'created':
    case 'scheduled':
    case 'unclaimed':
      return sendGiftPage(context, notYetPage(localizer, gift, context.now), viaLink(context))
    case 'awaiting_recipient':
    case 'expired':
      return sendGiftPage(
        context,
        expiredPage(localizer, urls, gift, gift.renewal_requested_at !== null),
        viaLink(context),
      )
    case 'cancelled':
      return gift.line_items === null
        ? sendGiftPage(context, cancelledPage(localizer, gift), viaLink(context))
        : showTracking(context)
    default:
      return showTracking(context)
  }
}

export async function showSelection(
  context: GiftContext,
  options: Omit<ChooseOptions, 'origin' | 'destination' | 'estimates'>,
): Promise<FastifyReply> {
  const { localizer, urls, origin } = context
  const destination = findDestination(context, context.draft?.typed ?? {})
  const gift = atDestination(context)
  const estimates = await findEstimates(context, destination.country)
  const page = choosePage(localizer, urls, gift, { ...options, origin, destination, estimates })
  return sendGiftPage(
    context,
    page,
    viaForm(context, {
      id: 'choose',
      page: 'choose',
      enter: isBlocked(gift) ? 'country' : 'choose',
    }),
  )
}

/** Estimates how long the delivery of each item on the page takes. */
async function findEstimates({ deps, link, gift, now }: GiftContext, country: string) {
  const ids = gift.items
    .filter(({ kind, is_available }) => kind === 'physical' && is_available)
    .map(({ variant_id }) => variant_id)
  if (ids.length === 0 || !areItemsVisible(gift)) return new Map()
  return readTransaction(
    deps.db,
    link.account_id,
    (ctx) => fulfilment.estimateDeliveries(ctx, ids, { country, team_id: gift.team_id }),
    now,
  )
}

/**
 * Shows the address form with the typed input. Without input, the form contains the name and the country that
 * are already known.
 */
export async function showAddressForm(
  context: GiftContext,
  input: AddressInput = {},
  errors: readonly AddressFormError[] = [],
  warnings: readonly AddressWarning[] = [],
  place?: string,
): Promise<FastifyReply> {
  const gift = atDestination(context, input)
  if (!isSelectionComplete(gift)) return redirect(context, context.urls.to())
  if (!needsShipping(gift)) return redirect(context, context.urls.to('review'))
  const { localizer, urls, origin } = context
  const denied = destinationErrors(context, input)
  const form = await buildAddressForm(
    context,
    input,
    inFieldOrder([...denied, ...errors], input.country),
    warnings,
  )
  const page = addressPage(localizer, urls, gift, { ...form, place }, origin)
  return sendGiftPage(
    context,
    page,
    viaForm(context, { id: 'address', page: 'address', enter: 'review' }),
  )
}

/** Shows the address form of a confirmed gift. Only a browser with a recipient proof gets the form. */
export async function showAddressCorrection(
  context: GiftContext,
  input: AddressInput = { ...context.gift.shipping_address },
  errors: readonly AddressFormError[] = [],
  warnings: readonly AddressWarning[] = [],
  place?: string,
): Promise<FastifyReply> {
  const { localizer, urls, gift } = context
  if (!canChangeAddress(context)) return redirect(context, urls.to())
  if (!context.isRecipient)
    return sendGiftPage(
      context,
      proveRecipientPage(localizer, urls, gift),
      viaLink(context, 'problem'),
    )
  const form = await buildAddressForm(context, input, errors, warnings)
  const page = addressCorrectionPage(localizer, urls, gift, { ...form, place })
  return sendGiftPage(
    context,
    page,
    viaForm(context, { id: 'address', page: 'problem', enter: 'save' }),
  )
}

/** Returns an error about the country or the state if a selected item may not go to the typed address. */
export function destinationErrors(context: GiftContext, input: AddressInput): AddressFormError[] {
  const { localizer } = context
  const gift = atDestination(context, input)
  const denied = deniedItems(gift)
  const code = denied[0]?.denied_in ?? undefined
  if (code === undefined) return []
  const names = denied.map(({ name }) => name)
  const options = {
    count: names.length,
    names: localizer.formatList(names),
    place: placeName(localizer, code),
  }
  const text = areItemsVisible(gift)
    ? localizer.t('error.destination', options)
    : localizer.t('error.destinationSurprise', options)
  const param = code.startsWith('US-') ? 'region' : 'country'
  return [{ code: 'not_allowed', param, message: '', text }]
}

async function buildAddressForm(
  context: GiftContext,
  input: AddressInput,
  errors: readonly AddressFormError[],
  warnings: readonly AddressWarning[],
): Promise<AddressForm> {
  const { preferredLanguages, localizer, gift } = context
  const country = isCountry(input.country) ? input.country : defaultCountry(context)
  // The browser may prefer a language that has no translations.
  const nameLocale = isFamilyNameFirst(localizer.language)
    ? localizer.language
    : (preferredLanguages[0] ?? localizer.language)
  const defaults = input.name === undefined ? { name: fullName(gift, nameLocale) } : {}
  return {
    input: { ...defaults, ...input, country },
    errors,
    warnings,
    hasLookup: findRegister(context.deps, country) !== undefined,
    asksPhone: (input.phone ?? '') !== '' || (await crossesBorder(context, country)),
  }
}

/**
 * Returns whether no item is in stock in the country of the address. The parcel then passes customs, and the
 * carrier may need a phone number.
 */
async function crossesBorder({ deps, link, gift }: GiftContext, country: string): Promise<boolean> {
  const ids = selectedItems(gift).map(({ variant_id }) => variant_id)
  const stock = await readTransaction(deps.db, link.account_id, (ctx) =>
    catalogue.stockByVariant(ctx, ids, gift),
  )
  return ![...stock.values()].flat().some(({ warehouse }) => warehouse.country === country)
}

export function showReviewPage(
  context: GiftContext,
  address: AddressInput | undefined,
): FastifyReply {
  const { localizer, urls, origin, request, draft } = context
  const { check } = (request.query ?? {}) as { check?: unknown }
  const { country, region } = findDestination(context, draft?.typed ?? {})
  const place = limitsDestinations(context.gift)
    ? { country, ...(region !== undefined && { region }) }
    : {}
  const gift = atDestination(context)
  const isAgeMissing = check === 'age' && minimumAge(gift) > 0
  const page = reviewPage(localizer, urls, gift, { address, place, origin, isAgeMissing })
  return address === undefined
    ? sendGiftPage(context, page, viaOwnForm(context))
    : sendGiftPage(
        context,
        page,
        viaForm(context, { id: 'review', page: 'address', enter: 'redeem', value: 'review' }),
      )
}

export interface TrackingOptions {
  isDone?: boolean
  addressChange?: TrackingView['addressChange']
  note?: Partial<NoteFormOptions>
}

/** Shows the tracking page with the form for a note of thanks. */
export function showTracking(
  context: GiftContext,
  { isDone = false, addressChange, note }: TrackingOptions = {},
): FastifyReply {
  const { localizer, urls, gift, parcels, contents, origin, now } = context
  const canChange = gift.thank_you_note !== null && now <= gift.thank_you_note.changeable_until
  const { isRecipient } = context
  const { changeability, pendingChange } = context
  const tracking = {
    origin,
    parcels,
    changeability,
    pendingChange,
    isDone,
    isRecipient,
    contents,
    problems: context.problems,
    expected: context.expected,
    confirmed: context.confirmed,
    now,
    addressChange,
    note: { ...note, canChange },
  }
  const isOver = gift.status === 'cancelled'
  const hasForm =
    isRecipient && !isOver && (gift.thank_you_note === null || note?.isChanging === true)
  return sendGiftPage(
    context,
    trackPage(localizer, urls, gift, tracking),
    hasForm ? viaForm(context, { id: 'note', page: 'thanks', enter: 'send' }) : viaOwnForm(context),
  )
}

export const showDeclineForm = (context: GiftContext, reason = ''): FastifyReply =>
  sendGiftPage(
    context,
    declinePage(context.localizer, context.urls, context.gift, reason),
    viaForm(context, { id: 'decline', page: 'decline', enter: 'decline' }),
  )
