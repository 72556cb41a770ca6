import * as accounts from '#accounts'
import type * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import * as packingRows from '../parcels/packing-rows.ts'
import { parcelStates } from '../parcels/parcel-states.ts'
import * as store from '../parcels/store.ts'
import type { PackingRow, ParcelRow } from '../parcels/tables.ts'

/**
 * Why the recipient cannot change a gift.
 *
 * - `not_redeemed`   the recipient has not confirmed it yet
 * - `ended`          it is cancelled, complete, or an admin has ended one of its parcels
 * - `left`           a parcel has left
 * - `packed`         a parcel is packed
 * - `being_packed`   a user has the lease on a parcel; possible again at `retry_at` if the parcel is not packed by then
 * - `label_pending`  a label is being bought
 */
export type ChangeBlocker =
  | 'not_redeemed'
  | 'ended'
  | 'left'
  | 'packed'
  | 'being_packed'
  | 'label_pending'

/** Whether the recipient can change the items and the address of a gift. */
export interface Changeability {
  isChangeable: boolean
  /** Null if the gift is changeable. */
  blocker: ChangeBlocker | null
  /** When the lease of the packer ends; null without a lease. */
  retry_at: Date | null
}

/**
 * Returns whether the recipient can change a gift. A gift is changeable from the redemption until a user packs one of its
 * parcels. To change it, lock the gift request first, then the rows of its parcels; a packer locks in the same order.
 */
export async function isChangeable(
  ctx: TxContext,
  gift: Pick<gifting.Gift, 'id' | 'status'>,
): Promise<Changeability> {
  if (gift.status === 'submitted') return blocked('not_redeemed')
  const parcels = await store.findParcelsByGift(ctx, gift.id)
  return deriveChangeability(gift, await loadFacts(ctx, parcels))
}

/** The facts that decide whether a gift can change. Leases end by `realNow`. */
export interface ChangeFacts {
  parcels: readonly ParcelRow[]
  packing: readonly PackingRow[]
  realNow: Date
}

/** Reads the facts about a gift with these parcels. */
export const loadFacts = async (
  ctx: TxContext,
  parcels: readonly ParcelRow[],
): Promise<ChangeFacts> => ({
  parcels,
  packing: await packingRows.find(ctx, parcels),
  realNow: await getRealTime(ctx),
})

/** Carriers and packers hold leases by the real clock, and the account's clock may run ahead in staging. */
async function getRealTime(ctx: TxContext): Promise<Date> {
  const offsetMs = (await accounts.findClockOffsets(ctx, [ctx.account_id])).get(ctx.account_id) ?? 0
  return new Date(ctx.now.getTime() - offsetMs)
}

/** The pure part of `isChangeable`. */
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

/** The items of a retired parcel are in other parcels. */
const isEnded = ({ state, pending_action, is_retired }: ParcelRow) =>
  !is_retired && (parcelStates[state] !== 'unshipped' || pending_action === 'cancel')

/** After the first attempt the carrier may have sold a label, although no response came. */
const isLabelPending = ({ pending_action, leased_until, attempts }: ParcelRow) =>
  pending_action === 'place' && (leased_until !== null || attempts > 0)

const changeable: Changeability = { isChangeable: true, blocker: null, retry_at: null }

const blocked = (blocker: ChangeBlocker, retry_at: Date | null = null): Changeability => ({
  isChangeable: false,
  blocker,
  retry_at,
})
