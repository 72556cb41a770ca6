import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { isAddressCorrectable } from './parcels/parcel-states.ts'
import type { Parcel } from './parcels/read.ts'

/** What a sender can do with a gift request. */
export interface GiftActions {
  cancel: string | undefined
  extend: string | undefined
  remind: string | undefined
  correct_email: string | undefined
  change_address: string | undefined
  reissue_link: string | undefined
  send_again: string | undefined
}

/** Returns for each action why it is not possible; undefined if it is. */
export const findActionBlockers = async (
  ctx: TxContext,
  gift: gifting.Gift,
  parcels: readonly Parcel[],
): Promise<GiftActions> => ({
  cancel: cancelBlocker(gift),
  extend: gifting.extensionBlocker(gift),
  remind: await gifting.reminderBlocker(ctx, gift),
  correct_email: emailCorrectionBlocker(gift),
  change_address: addressChangeBlocker(gift, parcels),
  reissue_link: gifting.linkReissueBlocker(gift),
  send_again: await gifting.reissueBlocker(ctx, gift),
})

function cancelBlocker({ state, status }: gifting.Gift): string | undefined {
  if (gifting.eventsFor(state, 'cancelled') !== undefined) return undefined
  if (status === 'cancelled') return 'it is already cancelled'
  return status === 'dispatched' ? 'it was dispatched and cannot be recalled' : 'it has arrived'
}

function emailCorrectionBlocker({ state, status }: gifting.Gift): string | undefined {
  if (state === 'unclaimed') return 'no recipient has claimed it yet'
  return status === 'cancelled' ? 'no more emails are sent about it' : undefined
}

function addressChangeBlocker(
  { state, status }: gifting.Gift,
  parcels: readonly Parcel[],
): string | undefined {
  if (status === 'submitted') return 'it has no parcel yet; the recipient enters the address'
  if (status === 'cancelled' || state === 'complete') return 'it has no parcels left to send'
  if (parcels.some((parcel) => isAddressCorrectable(parcel.state))) return undefined
  return 'all of its parcels are in transit or delivered'
}
