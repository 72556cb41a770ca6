import * as catalogue from '#catalogue'
import {
  type Address,
  ApiError,
  type FieldError,
  type LineItem,
  type NewRedemption,
  normalizeRedemption,
  parseRawJson,
  redemptionValidator,
  throwIfAny,
  toRawJson,
  validateAddress,
} from '#contract'
import * as digital from '#digital'
import * as donations from '#donations'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as giftStore from '../lifecycle/gift-store.ts'
import { hashEmail } from '../lifecycle/recipient-proof.ts'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'
import { decryptAddress } from '../lifecycle/snapshot.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { transition, transitionError } from '../lifecycle/transition.ts'
import { findDonationDetails } from './donation-details.ts'
import {
  leaveOutDenied,
  type OfferedItem,
  resolveSelection,
  type SelectionRules,
  toOfferedItems,
  validateAge,
  validateDestination,
  variantParam,
} from './selection.ts'

/**
 * Redeems a gift: locks its items and its address, and reserves stock. A gift that has only digital items and
 * donations needs no address and is complete immediately, unless a supplier is asked for a code. Throws all validation errors together, and
 * `out_of_stock` for unavailable items. A repeated request returns the same gift. Returns undefined if the
 * account has no such gift request.
 */
export async function redeem(
  ctx: TxContext,
  id: string,
  raw: NewRedemption,
): Promise<Gift | undefined> {
  const gift = isId(id) ? await giftStore.findForUpdate(ctx, ctx.account_id, id) : undefined
  if (gift === undefined) return undefined
  const body = normalizeRedemption(raw) as NewRedemption
  const shapeErrors = redemptionValidator(body)
  if (shapeErrors.length === 0 && isDuplicate(ctx, gift, body)) return gift
  if (!canSelect(ctx, gift)) throw transitionError(gift, 'redeemed')
  const { picks, problems } = await validateRedemption(ctx, gift, body, shapeErrors)
  throwIfAny(problems)
  const needsShipping = picks.some(({ kind }) => kind === 'physical')
  // Digital items and donations need no address, so the service stores none.
  const shipping_address = needsShipping ? (body.shipping_address ?? null) : null
  const line_items = picks.map(({ item }) => ({ ...item, id: newId(), quantity: 1 }))
  const { isBuying } = await reserveStock(ctx, gift, {
    ...body,
    ...{ picks, line_items, shipping_address },
    country: destinationOf(body)?.country ?? null,
  })
  sessionStore.upsert(ctx, gift, {
    chosen: null,
    declined_at: null,
    decline_reason: null,
    confirmed_email_digest: hashEmail(gift.email),
    ...(picks.some(({ rules }) => rules.minimum_age !== null) &&
      body.age_confirmed !== undefined && {
        age_confirmed: body.age_confirmed,
        age_confirmed_at: ctx.now,
      }),
  })
  const locked = { line_items: toRawJson<readonly LineItem[]>(line_items), shipping_address }
  const redeemed = transition(ctx, gift, {
    to: needsShipping || isBuying ? 'redeemed' : 'complete',
    cause: 'redeemed by the recipient',
    locked,
    // The email that the codes are ready follows within seconds.
    ...(isBuying && !needsShipping && { details: { isSilent: true } }),
    ...(picks.every(({ kind }) => kind === 'donation') && {
      details: await findDonationDetails(ctx, gift.id, locked.line_items),
    }),
  })
  if (redeemed === undefined) throw transitionError(gift, 'redeemed')
  return redeemed
}

/**
 * Returns whether the recipient can still select items. Checks `expires_at`, because the timer that expires
 * gifts can run late.
 */
export const canSelect = (ctx: TxContext, gift: Gift): boolean =>
  gift.state === 'awaiting_recipient' && gift.expires_at > ctx.now

/**
 * Returns whether the gift is already redeemed with the same items and address, for example by a double
 * click.
 */
function isDuplicate({ deployment }: TxContext, gift: Gift, body: NewRedemption): boolean {
  if (gift.is_direct || gift.line_items === null || gift.status === 'cancelled') return false
  const lockedVariantIds = new Set(
    parseRawJson(gift.line_items).map(({ variant_id }) => variant_id),
  )
  if (body.variant_ids?.some((variant_id) => !lockedVariantIds.has(variant_id))) return false
  const isComplete = new Set(body.variant_ids).size === lockedVariantIds.size
  if (gift.max_choices > 1 && body.variant_ids !== undefined && !isComplete) return false
  const address = decryptAddress(deployment, gift)
  return (
    address === null ||
    body.shipping_address === undefined ||
    canonicalAddress(address) === canonicalAddress(body.shipping_address)
  )
}

/** Serializes an address. The order of its members has no effect on the result. */
export const canonicalAddress = (address: Address) =>
  JSON.stringify(Object.entries(address).toSorted(([a], [b]) => (a < b ? -1 : 1)))

async function validateRedemption(
  ctx: TxContext,
  gift: Gift,
  body: NewRedemption,
  shapeErrors: readonly FieldError[],
): Promise<{ picks: OfferedItem[]; problems: FieldError[] }> {
  const hasNoErrors = (param: string) =>
    !shapeErrors.some((each) => each.param === '' || each.param.split('.')[0] === param)
  const picked = hasNoErrors('variant_ids')
    ? await selectionFor(ctx, gift, body)
    : { picks: [], problems: [] }
  const problems = [...shapeErrors, ...picked.problems]
  const { shipping_address } = body
  if (hasNoErrors('shipping_address') && picked.picks.some(({ kind }) => kind === 'physical')) {
    if (shipping_address === undefined)
      problems.push({ code: 'required', param: 'shipping_address', message: 'is required' })
    else
      for (const { field, code, message } of validateAddress(shipping_address))
        problems.push({ code, message, param: `shipping_address.${field}` })
  }
  // The current rules apply, because a product can be restricted after the gift was sent.
  if (problems.length === 0) {
    problems.push(
      ...validateDestination(picked.picks, destinationOf(body), body.variant_ids ?? []),
      ...validateAge(picked.picks, body.age_confirmed),
    )
  }
  return { picks: picked.picks, problems }
}

/** Returns the selection of a redemption. Uses the saved selection if the request has none. */
async function selectionFor(ctx: TxContext, gift: Gift, body: NewRedemption) {
  const { offered, rules: selectionRules } = await getOfferedItems(ctx, gift)
  const available = leaveOutDenied(
    selectionRules.selection_mode,
    offered,
    ({ rules }) => catalogue.checkDestination(rules, destinationOf(body)) === 'denied',
  )
  const chosen = body.variant_ids ?? (await sessionStore.find(ctx, gift))?.chosen ?? []
  const leftOut = new Set(
    offered.filter((item) => !available.includes(item)).map(({ item }) => item.variant_id),
  )
  return resolveSelection(
    selectionRules,
    available,
    chosen.filter((id) => !leftOut.has(id)),
  )
}

const destinationOf = ({
  shipping_address,
  destination,
}: NewRedemption): catalogue.Destination | undefined => shipping_address ?? destination

/** Returns the items that a recipient can choose from. The gift must be in choice mode. */
export async function getOfferedItems(ctx: TxContext, gift: Gift) {
  if (gift.offered === null) throw new Error(`${gift.id} has no offering`)
  const offering = parseRawJson(gift.offered)
  const ids = offering.line_items.map(({ variant_id }) => variant_id)
  const variants = await catalogue.memoizedVariantsById(ctx, ids)
  const rules: SelectionRules = {
    selection_mode: offering.selection_mode,
    max_choices: gift.max_choices,
  }
  return {
    rules,
    offered: toOfferedItems(offering, variants),
    variants,
  }
}

/** Converts line items to the lines from which digital items and donations are given. */
export const toGiftLines = (line_items: readonly LineItem[]): digital.GiftLine[] =>
  line_items.map(({ id, variant_id, quantity }) => ({ line_item_id: id, variant_id, quantity }))

interface ReservationInput {
  variant_ids?: readonly string[]
  picks: readonly OfferedItem[]
  line_items: readonly LineItem[]
  shipping_address: Address | null
  /** Where the recipient lives, if it is known. */
  country: string | null
}

/**
 * Reserves one of each item, gives the digital items and records the donations. Throws `out_of_stock` with
 * the unavailable items.
 */
async function reserveStock(
  ctx: TxContext,
  gift: Gift,
  { variant_ids = [], picks, line_items, shipping_address, country }: ReservationInput,
): Promise<{ isBuying: boolean }> {
  const reserved = await catalogue.reserve(ctx, {
    holder_id: gift.id,
    lines: line_items.map(({ variant_id }) => ({ variant_id, quantity: 1 })),
    country: shipping_address?.country,
    team_id: gift.team_id,
  })
  const given = await digital.giveAll(ctx, gift.id, toGiftLines(line_items), country)
  const donated = await donations.give(ctx, gift.id, toGiftLines(line_items), 'chosen')
  const unavailable = [
    ...(reserved.unavailable ?? []),
    ...given.unavailable,
    ...donated.unavailable,
  ]
  if (unavailable.length === 0) return given
  const fieldErrors = unavailable.map((variant_id): FieldError => {
    const name = picks.find(({ item }) => item.variant_id === variant_id)?.item.name
    return {
      code: 'out_of_stock',
      param: variantParam(variant_ids, variant_id),
      message: `names ${name}, which is out of stock`,
    }
  })
  throw new ApiError('out_of_stock', { fieldErrors })
}
