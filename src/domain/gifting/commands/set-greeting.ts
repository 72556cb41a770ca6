import * as greetings from '#greetings'
import type { TxContext } from '#platform/postgres/database'
import { invalidStateError, lockGift } from '../lifecycle/lock-gift.ts'
import type { Gift } from '../lifecycle/tables.ts'

/**
 * Replaces the card of a gift request; with null the campaign's applies again. Returns undefined if the account has no such gift
 * request.
 */
export async function setGreeting(
  ctx: TxContext,
  id: string,
  greeting: greetings.GreetingInput | null,
): Promise<Gift | undefined> {
  const gift = await lockGift(ctx, id)
  if (gift === undefined) return undefined
  if (gift.status === 'cancelled') throw invalidStateError(gift, 'its page is closed')
  if (gift.first_name === '' && gift.last_name === '' && gift.email === '')
    throw invalidStateError(gift, 'its recipient was erased')
  if (greeting === null) greetings.clearForGift(ctx, gift.id)
  else await greetings.setForGifts(ctx, [gift.id], greeting)
  return gift
}
