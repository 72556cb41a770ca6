import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { eventTypes } from './sdk.ts'

/** What every command takes that talks to a service. */
export const withServiceOptions = <Args extends unknown[], Opts extends Record<string, unknown>>(
  command: Command<Args, Opts>,
) =>
  command
    .option('--profile <name>', 'whose token and address to use; see bestow login')
    .option('--url <url>', 'where the API is, instead of BESTOW_API_URL')

/** Names of events, with commas between them; the prefix may be left out. */
export function parseEventNames(text: string): readonly string[] {
  return text.split(',').map((name) => parseEventName(name.trim()))
}

export function parseEventName(name: string): string {
  const match = eventTypes.find((type) => type === name || type === `gift_request_${name}`)
  if (match === undefined)
    throw new InvalidArgumentError(
      `There is no event '${name}'; there are ${eventTypes.join(', ')}.`,
    )
  return match
}

const unitMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/** How long ago, or when. */
export function parseSince(text: string): Date {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (count !== undefined) return new Date(Date.now() - Number(count) * (unitMs[unit] ?? 0))
  const date = new Date(text)
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(date.getTime())) return date
  throw new InvalidArgumentError('It must be like 10m, 2h, 3d, or 2026-05-01T10:30:00Z.')
}
