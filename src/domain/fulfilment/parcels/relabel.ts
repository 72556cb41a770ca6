import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { isFinal } from './parcel-states.ts'
import * as store from './store.ts'
import { noLabel, type ParcelRow } from './tables.ts'

/**
 * Ends the pending change of a gift request if a parcel left or ended before its label was cancelled. Parcels
 * whose label is already cancelled get a new label, with unchanged content.
 */
export async function rejectLateChange(
  ctx: TxContext,
  gift: gifting.Gift,
  { state, has_left }: ParcelRow,
): Promise<void> {
  if (!has_left && !isFinal(state)) return
  const { pending } = await gifting.findChanges(ctx, gift)
  if (pending === undefined) return
  gifting.rejectChange(ctx, gift, pending, { isEmailed: gift.status !== 'cancelled' })
  for (const row of await store.findParcelsByGift(ctx, gift.id))
    if (isUnlabelled(row)) await store.saveParcel(ctx, withNewLabel(row))
}

/** Returns whether the label of the parcel was cancelled for a change and no new label is requested yet. */
export const isUnlabelled = ({ state, carrier_ref, pending_action }: ParcelRow): boolean =>
  state === 'ordered' && carrier_ref === null && pending_action === null

/**
 * Returns the parcel with a request for a new label. A new attempt has its own reference, so the carrier
 * never returns the old label.
 */
export const withNewLabel = (row: ParcelRow): ParcelRow => ({
  ...row,
  label_attempt: row.label_attempt + 1,
  pending_action: 'place',
  attempts: 0,
  due_at: new Date(0),
  leased_until: null,
})

/** Removes the cancelled label, which shows the old address. */
export const withoutLabel = (row: ParcelRow): ParcelRow => ({ ...row, ...noLabel })
