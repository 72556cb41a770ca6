import type { Gift } from './tables.ts'

/**
 * Returns when a timer changes the state of the gift request or sends a reminder, by the account's clock.
 * Returns null if the state has no timer.
 */
export function dueAt(
  gift: Pick<
    Gift,
    'state' | 'send_at' | 'expires_at' | 'remind_at' | 'claimed_until' | 'updated_at'
  >,
): Date | null {
  switch (gift.state) {
    case 'created':
      return gift.updated_at
    case 'scheduled':
      return gift.send_at
    case 'unclaimed':
      return gift.expires_at
    case 'awaiting_recipient':
      return earliest(gift.expires_at, gift.claimed_until, gift.remind_at)
    default:
      return null
  }
}

const earliest = (first: Date, ...others: (Date | null)[]): Date =>
  others.reduce<Date>((soonest, at) => (at !== null && at < soonest ? at : soonest), first)
