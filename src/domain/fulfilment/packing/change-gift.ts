import * as catalogue from '#catalogue'
import { ApiError, type NewRedemption, parseRawJson } from '#contract'
import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { ShippingConfig } from '../carriers/shipping-config.ts'
import * as store from '../parcels/store.ts'
import type { ParcelRow } from '../parcels/tables.ts'
import { applyChange, isCurrent } from './apply-change.ts'
import { type ChangeBlocker, deriveChangeability, loadFacts } from './changeability.ts'
import { getPhysicalLines } from './plan-parcels.ts'

/** A gift request can be changed this often. Each change sends an email and may buy a label. */
const maxChanges = 20

/**
 * The result of a change by the recipient.
 *
 * - `applied`    the gift has the new items and the new address
 * - `pending`    a bought label is being cancelled; the change takes effect or is rejected afterwards
 * - `unchanged`  the gift has these items and this address already
 * - `blocked`    nothing changes
 */
export type ChangeOutcome =
  | { kind: 'applied' | 'pending' | 'unchanged' }
  | { kind: 'blocked'; blocker: ChangeBlocker | 'change_pending' | 'too_many' }

/**
 * Changes the items or the address of a redeemed gift for its recipient. The caller has checked the recipient proof. Throws
 * validation errors, and `out_of_stock` for unavailable items; nothing changes then. Returns undefined if the account has no
 * such gift request.
 */
export async function changeGift(
  ctx: TxContext,
  id: string,
  body: NewRedemption,
  shipping: ShippingConfig,
): Promise<ChangeOutcome | undefined> {
  const gift = isId(id) ? await gifting.findForUpdate(ctx, ctx.account_id, id) : undefined
  if (gift === undefined) return undefined
  const parcels = await store.lockParcelsByGift(ctx, gift.id)
  const { blocker } = deriveChangeability(gift, await loadFacts(ctx, parcels))
  if (blocker !== null) return { kind: 'blocked', blocker }
  const resolved = await gifting.resolveChange(ctx, gift, body)
  const { pending, count } = await gifting.findChanges(ctx, gift)
  if (pending !== undefined)
    return gifting.isSameChange(ctx, pending, resolved)
      ? { kind: 'pending' }
      : { kind: 'blocked', blocker: 'change_pending' }
  if (resolved.line_items === null && resolved.shipping_address === null)
    return { kind: 'unchanged' }
  if (count >= maxChanges) return { kind: 'blocked', blocker: 'too_many' }
  const change = gifting.recordChange(ctx, gift, resolved)
  if (resolved.line_items !== null) {
    // a parcel that was planned again has a reservation of its own
    for (const row of parcels) catalogue.moveAllReservations(ctx, row.id, gift.id)
    await reserveNewItems(ctx, gift, change.id, resolved)
  }
  return startChange(ctx, gift, change, { parcels: parcels.filter(isCurrent), shipping })
}

/** Applies the change, or first requests the cancellation of labels that were bought from another system. */
async function startChange(
  ctx: TxContext,
  gift: gifting.Gift,
  change: gifting.GiftChange,
  { parcels, shipping }: { parcels: readonly ParcelRow[]; shipping: ShippingConfig },
): Promise<ChangeOutcome> {
  const labelled = parcels.filter(
    ({ state, carrier, carrier_ref }) =>
      state === 'ordered' &&
      carrier_ref !== null &&
      shipping.carriers.get(carrier)?.cancelsLocally !== true,
  )
  if (labelled.length === 0) {
    await applyChange(ctx, gift, change, { parcels, shipping })
    return { kind: 'applied' }
  }
  for (const row of labelled)
    await store.saveParcel(ctx, {
      ...row,
      pending_action: 'relabel',
      attempts: 0,
      due_at: new Date(0),
      leased_until: null,
      next_simulated_at: null,
    })
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
  return { kind: 'pending' }
}

/** Reserves what the new items need beyond the gift's own reservation. Throws `out_of_stock`. */
async function reserveNewItems(
  ctx: TxContext,
  gift: gifting.Gift,
  extra_holder_id: string,
  { line_items, shipping_address }: gifting.ResolvedChange,
): Promise<void> {
  const lines = await getPhysicalLines(ctx, { ...gift, line_items })
  const { unavailable } = await catalogue.reserveMissing(ctx, {
    holder_id: gift.id,
    extra_holder_id,
    lines,
    country: shipping_address?.country ?? gift.country ?? undefined,
    team_id: gift.team_id,
  })
  if (unavailable === undefined) return
  const items = line_items === null ? [] : parseRawJson(line_items)
  throw new ApiError('out_of_stock', {
    fieldErrors: unavailable.map((variant_id) => {
      const name = items.find((item) => item.variant_id === variant_id)?.name
      return {
        code: 'out_of_stock',
        param: 'variant_ids',
        message: `names ${name}, which is out of stock`,
      }
    }),
  })
}
