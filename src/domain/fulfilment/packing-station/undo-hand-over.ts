import { ApiError } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { undoMs } from './hand-over.ts'
import { conflict, lockParcel } from './lock-leased.ts'
import { savePacking } from './packing-store.ts'
import { find, remove } from './pending-hand-overs.ts'

/**
 * Takes back the hand-over of a parcel, also that of another packer: the parcel is packed again, without the
 * entered tracking number. A parcel of a cancelled gift stays cancelled. Throws after the hand-over has taken
 * effect, and after the carrier has scanned the parcel. A repeated call changes nothing.
 *
 * @returns whether this call took the hand-over back
 */
export async function undoHandOver(ctx: TxContext, parcel_id: string): Promise<boolean> {
  const locked = await lockParcel(ctx, parcel_id)
  if (locked === undefined) throw new ApiError('not_found')
  const { row, packing } = locked
  if (packing.handed_over_at === null) return false
  const [pending] = await find(ctx, [row.id])
  if (row.has_left || pending === undefined)
    throw conflict(
      `This parcel has left, and its recipient knows. A hand-over can be taken back for ${undoMs / 60_000} minutes, unless the carrier scans the parcel before.`,
    )
  await remove(ctx, row.id)
  await savePacking(ctx, { ...packing, handed_over_at: null })
  return true
}
