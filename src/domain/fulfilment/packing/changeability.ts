import * as accounts from '#accounts'
import type * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import * as packingRows from '../parcels/packing-rows.ts'
import { parcelStates } from '../parcels/parcel-states.ts'
import * as store from '../parcels/store.ts'
import type { PackingRow, ParcelRow } from '../parcels/tables.ts'

/**
 * The reason why the recipient cannot change a gift.
 *
 * - `not_redeemed`   the recipient has not confirmed the gift yet
 * - `ended`          the gift is cancelled or complete, or an admin has ended one of its parcels
 * - `left`           a parcel has left
 * - `packed`         a parcel is packed
 * - `being_packed`   a user leases a parcel. After `retry_at` a change is possible if the parcel is not
 *   packed
 * - `label_pending`  a label is being bought
 */
export type ChangeBlocker =
  | 'not_redeemed'
  | 'ended'
  | 'left'
  | 'packed'
  | 'being_packed'
  | 'label_pending'

/** Tells whether the recipient can change the items and the address of a gift. */
export interface Changeability {
  isChangeable: boolean
  /** The reason against a change. Null if the recipient can change the gift. */
  blocker: ChangeBlocker | null
  /** The time when the lease of the packer ends. Null without a lease. */
  retry_at: Date | null
}

/**
 * Returns whether the recipient can change a gift. A change is possible from the redemption until a user
 * packs one of the parcels. To change the gift, first lock the gift request, and then the rows of its
 * parcels. A packer locks in the same order.
 */
export async function isChangeable(
  ctx: TxContext,
  gift: Pick<gifting.Gift, 'id' | 'status'>,
): Promise<Changeability> {
  if (gift.status === 'submitted') return blocked('not_redeemed')
  const parcels = await store.findParcelsByGift(ctx, gift.id)
  return deriveChangeability(gift, await loadFacts(ctx, parcels))
}

/** The facts that decide whether a gift can change. A lease has ended if its end is before `realNow`. */
export interface ChangeFacts {
  parcels: readonly ParcelRow[]
  packing: readonly PackingRow[]
  realNow: Date
}

/** Reads the facts about a gift that has these parcels. */
export const loadFacts = async (
  ctx: TxContext,
  parcels: readonly ParcelRow[],
): Promise<ChangeFacts> => ({
  parcels,
  packing: await packingRows.find(ctx, parcels),
  realNow: await getRealTime(ctx),
})

/**
 * Returns the real time. Leases of carriers and packers end by the real time, and the test clock of an
 * account can be ahead in staging.
 */
async function getRealTime(ctx: TxContext): Promise<Date> {
  const offsetMs = (await accounts.findClockOffsets(ctx, [ctx.account_id])).get(ctx.account_id) ?? 0
  return new Date(ctx.now.getTime() - offsetMs)
}

/**
 * Decides from the given facts whether the recipient can change a gift. This is the part of `isChangeable`
 * that reads no data.
 */
export function deriveChangeability(
  { status }: Pick<gifting.Gift, 'status'>,
  { parcels, packing, realNow }: ChangeFacts,
): Changeability {
  if (status === 'submitted') return blocked('not_redeemed')
  if (status === 'cancelled') return blocked('ended')
  if (status !== 'redeemed' || parcels.some(({ has_left }) => has_left)) return blocked('left')
  if (parcels.some(isEnded)) return blocked('ended')
  if (packing.some(({ packed_at }) => packed_at !== null)) return blocked('packed')
  const leases = packing.flatMap(({ leased_until }) =>
    leased_until !== null && leased_until > realNow ? [leased_until] : [],
  )
  const [lease, ...others] = leases
  if (lease !== undefined)
    return blocked('being_packed', new Date(Math.max(...[lease, ...others].map(Number))))
  return parcels.some(isLabelPending) ? blocked('label_pending') : changeable
}

/**
 * Returns whether a parcel has ended. A retired parcel does not count, because its items are in other
 * parcels.
 */
const isEnded = ({ state, pending_action, is_retired }: ParcelRow) =>
  !is_retired && (parcelStates[state] !== 'unshipped' || pending_action === 'cancel')

/**
 * Returns whether a carrier may be selling a label. After the first attempt, the carrier may have sold a
 * label even if the service received no response.
 */
const isLabelPending = ({ pending_action, leased_until, attempts }: ParcelRow) =>
  pending_action === 'place' && (leased_until !== null || attempts > 0)

const changeable: Changeability = { isChangeable: true, blocker: null, retry_at: null }

const blocked = (blocker: ChangeBlocker, retry_at: Date | null = null): Changeability => ({
  isChangeable: false,
  blocker,
  retry_at,
})
