import * as catalogue from '#catalogue'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import type { ShippingConfig } from '../carriers/shipping-config.ts'
import * as packingRows from '../parcels/packing-rows.ts'
import type { ParcelState } from '../parcels/parcel-states.ts'
import { isUnlabelled, withNewLabel, withoutLabel } from '../parcels/relabel.ts'
import * as store from '../parcels/store.ts'
import type { ParcelRow } from '../parcels/tables.ts'
import { getPhysicalLines, numberAfter, planParcels } from './plan-parcels.ts'

/**
 * Changes the items and the address of a locked gift request. No parcel has a label. New items get new
 * parcels, and a new address gets new labels. The state of the gift request does not change.
 */
export async function applyChange(
  ctx: TxContext,
  gift: gifting.Gift,
  change: gifting.GiftChange,
  { parcels, shipping }: { parcels: readonly ParcelRow[]; shipping: ShippingConfig },
): Promise<gifting.Gift> {
  const changed = gifting.applyChange(ctx, gift, change)
  if (change.line_items === null) await relabelParcels(ctx, parcels)
  else await replaceParcels(ctx, changed, change.id, { parcels, shipping })
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
  return changed
}

/** Requests new labels with the new address for parcels that no user has packed. */
export async function relabelParcels(ctx: TxContext, parcels: readonly ParcelRow[]): Promise<void> {
  for (const row of parcels) {
    const relabelled = toRelabelled(row)
    if (relabelled !== row) await store.saveParcel(ctx, relabelled)
  }
  await packingRows.remove(
    ctx,
    parcels.map(({ id }) => id),
  )
}

/**
 * Returns the parcel with a request for a new label. If the parcel has no label yet, it does not change: its
 * first label has the new address.
 */
function toRelabelled(row: ParcelRow): ParcelRow {
  if (row.state === 'ordered') return withNewLabel(withoutLabel(row))
  return row.state === 'refused' ? withNewLabel(row) : row
}

/**
 * The state of new parcels for each state of the gift request, so that the gift request does not change its
 * state.
 */
const initialStates: Readonly<Partial<Record<gifting.State, ParcelState>>> = {
  redeemed: 'placing',
  ordered: 'ordered',
  backordered: 'waiting',
  shipping_error: 'refused',
}

async function replaceParcels(
  ctx: TxContext,
  gift: gifting.Gift,
  extra_holder_id: string,
  { parcels, shipping }: { parcels: readonly ParcelRow[]; shipping: ShippingConfig },
): Promise<void> {
  const lines = await getPhysicalLines(ctx, gift)
  await catalogue.mergeReservations(ctx, { holder_id: gift.id, extra_holder_id, lines })
  const [first] = parcels
  if (first === undefined) return // the gift has no parcels yet, because its order is still in the outbox
  for (const row of parcels) await store.deleteParcel(ctx, row)
  const state = initialStates[gift.state]
  if (state === undefined) throw new Error(`${gift.id} is ${gift.state} and was changed`)
  const planned = await planParcels(
    ctx,
    gift,
    { lines, number: first.number, replaces: null, holder: 'gift' },
    shipping,
  )
  const remaining = await store.findParcelsByGift(ctx, gift.id)
  await store.insertParcels(
    ctx,
    numberAfter(planned, remaining, first.number).map((row) => ({ ...row, state })),
  )
}

/**
 * Ends the pending change of a locked gift request when none of its labels is being cancelled any more.
 * Applies the change if every label was cancelled. Otherwise, rejects it. In both cases, parcels without a
 * label get a new one.
 */
export async function concludeChange(
  ctx: TxContext,
  gift: gifting.Gift,
  shipping: ShippingConfig,
): Promise<void> {
  const parcels = (await store.lockParcelsByGift(ctx, gift.id)).filter(isCurrent)
  if (parcels.some(({ pending_action }) => pending_action === 'relabel')) return
  const { pending } = await gifting.findChanges(ctx, gift)
  const isReady = parcels.every((row) => !row.has_left && canReplace(row, shipping))
  if (pending !== undefined && isReady && gift.status === 'redeemed') {
    await applyChange(ctx, gift, pending, { parcels, shipping })
    return
  }
  const isCancelled = gift.status === 'cancelled'
  if (pending !== undefined) gifting.rejectChange(ctx, gift, pending, { isEmailed: !isCancelled })
  if (isCancelled) return // `cancelParcels` ends the parcels
  for (const row of parcels) if (isUnlabelled(row)) await store.saveParcel(ctx, withNewLabel(row))
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
}

/**
 * Returns whether a change of the gift affects the parcel. A retired parcel has no items, and its label is
 * already refunded.
 */
export const isCurrent = ({ is_retired }: ParcelRow): boolean => !is_retired

/** Returns whether the parcel has no label, or a label that no other system must cancel. */
export const canReplace = (row: ParcelRow, { carriers }: ShippingConfig): boolean =>
  isUnlabelled(row) ||
  ['placing', 'waiting', 'refused'].includes(row.state) ||
  (row.state === 'ordered' && carriers.get(row.carrier)?.cancelsLocally === true)
