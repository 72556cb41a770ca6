import { InvalidArgumentError } from '@commander-js/extra-typings'
import { isTimestamp } from '#contract'

export const expiryHelp =
  'when the token ends by itself: days such as 90d, or a time such as 2030-01-31T12:00:00Z; default: never'

export const allowHelp =
  'IP addresses and ranges such as 203.0.113.0/24 that may use the token; default: every address'

const dayMs = 24 * 60 * 60 * 1000

/** Parses the value of --expires. Returns a function that computes the expiry from the current time. */
export function parseExpiry(text: string): (now: Date) => Date {
  const days = /^([1-9]\d{0,4})d$/.exec(text)?.[1]
  if (days !== undefined) return (now) => new Date(now.getTime() + Number(days) * dayMs)
  if (!isTimestamp(text))
    throw new InvalidArgumentError('Use days such as 90d, or a time such as 2030-01-31T12:00:00Z.')
  return () => new Date(text)
}
