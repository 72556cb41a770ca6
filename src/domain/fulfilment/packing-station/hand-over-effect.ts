import * as accounts from '#accounts'
import type { TxContext } from '#platform/postgres/database'
import { recordScan } from '../parcels/manual-tracking.ts'
import { saveParcel } from '../parcels/store.ts'
import type { ParcelRow } from '../parcels/tables.ts'
import { isManual } from './hand-over.ts'
import { type LockedParcel, lockParcel } from './lock-leased.ts'
import { find, type PendingHandOver, postpone, remove } from './pending-hand-overs.ts'

/** The milliseconds after which a hand-over that could not take effect is tried again. */
const retryMs = 60_000

/** The hand-overs whose time to undo has passed. Each takes effect in a transaction of its own. */
export const dueHandOvers: accounts.DueRows = {
  ...{ name: 'hand-overs', table: 'fulfilment.pending_hand_over', idColumn: 'parcel_id' },
  maxPerTurn: 50,
  process: effectIfDue,
  async recover(ctx, parcel_id) {
    await postpone(ctx, parcel_id, laterThan(ctx))
    return 1
  },
}

/** Moves the hand-overs of an account with its test clock. */
export const advanceHandOvers = (ctx: TxContext, ms: number): Promise<void> =>
  accounts.advanceDueRows(ctx, dueHandOvers, ms)

const laterThan = ({ real_now }: TxContext) => new Date(real_now.getTime() + retryMs)

/**
 * Lets a hand-over take effect, unless it was undone or is not due yet. Returns how many rows it changed: a
 * parcel that was handed over again in the meantime has its own time to undo.
 */
async function effectIfDue(ctx: TxContext, parcel_id: string): Promise<number> {
  const locked = await lockParcel(ctx, parcel_id)
  const [pending] = locked === undefined ? [] : await find(ctx, [parcel_id])
  if (locked === undefined || pending === undefined || pending.due_at > ctx.real_now) return 0
  if (locked.row.pending_action !== null) {
    await postpone(ctx, parcel_id, laterThan(ctx)) // the carrier is just being asked to cancel the label
    return 1
  }
  await takeEffect(ctx, locked, pending)
  return 1
}

/** Lets the hand-over of a parcel take effect now. Does nothing without a pending hand-over. */
export async function effectHandOver(ctx: TxContext, parcel_id: string): Promise<void> {
  const locked = await lockParcel(ctx, parcel_id)
  const [pending] = locked === undefined ? [] : await find(ctx, [parcel_id])
  if (locked !== undefined && pending !== undefined) await takeEffect(ctx, locked, pending)
}

/**
 * Saves the tracking details and records the scan `in_transit`, at the time when the packer handed the parcel
 * over, so that the gift request is dispatched only once. A parcel whose gift was cancelled in the meantime
 * has left as well: without an undo its stock counts as shipped, and the gift stays cancelled. A
 * parcel about which the carrier or a person has reported something else stays as it is.
 */
async function takeEffect(
  ctx: TxContext,
  { row, packing }: LockedParcel,
  pending: PendingHandOver,
) {
  await remove(ctx, row.id)
  const isHere = !row.has_left && (row.state === 'ordered' || row.state === 'cancelled')
  if (isManual(row) && (isHere || row.tracking_code === null))
    await saveParcel(ctx, { ...row, ...toDetails(pending) })
  if (!isHere) return
  const outcome = await recordScan(ctx, row.id, {
    state: 'in_transit',
    occurred_at: packing.handed_over_at ?? ctx.now,
    description: 'Handed over to the carrier',
    message_id: `handed over ${row.id}-${row.label_attempt}`,
  })
  if (outcome !== 'applied' && row.state === 'ordered')
    throw new Error(`the hand-over of ${row.id} is ${outcome}`)
}

const toDetails = ({
  carrier_name,
  tracking_code,
  tracking_url,
}: PendingHandOver): Pick<ParcelRow, 'carrier_name' | 'tracking_code' | 'tracking_url'> => ({
  carrier_name,
  tracking_code,
  tracking_url,
})
