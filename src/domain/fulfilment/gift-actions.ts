import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import type { ShippingConfig } from './carriers/shipping-config.ts'
import { findAddressBlocker } from './packing/address-blocker.ts'
import { loadFacts } from './packing/changeability.ts'
import * as store from './parcels/store.ts'

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
  shipping: ShippingConfig,
): Promise<GiftActions> => ({
  cancel: cancelBlocker(gift),
  extend: gifting.extensionBlocker(gift),
  remind: await gifting.reminderBlocker(ctx, gift),
  correct_email: emailCorrectionBlocker(gift),
  change_address: await findAddressBlocker(gift, await readChangeFacts(ctx, gift), shipping),
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

const readChangeFacts = async (ctx: TxContext, { id }: gifting.Gift) =>
  loadFacts(ctx, await store.findParcelsByGift(ctx, id))
