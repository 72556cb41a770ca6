import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { eventTypes } from './sdk.ts'

/** Adds the options that all commands which call the service have. */
export const withServiceOptions = <Args extends unknown[], Opts extends Record<string, unknown>>(
  command: Command<Args, Opts>,
) =>
  command
    .option('--profile <name>', 'the profile with token and address; see bestow login')
    .option('--url <url>', 'the address of the API; default: BESTOW_API_URL')

/** Parses comma-separated event names. The prefix is optional. */
export function parseEventNames(text: string): readonly string[] {
  return text.split(',').map((name) => parseEventName(name.trim()))
}

export function parseEventName(name: string): string {
  const match = eventTypes.find((type) => type === name || type === `gift_request_${name}`)
  if (match === undefined)
    throw new InvalidArgumentError(
      `There is no event '${name}'. The events are ${eventTypes.join(', ')}.`,
    )
  return match
}

const unitMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/** Parses a point in time: a duration before now, or a timestamp. */
export function parseSince(text: string): Date {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (count !== undefined) return new Date(Date.now() - Number(count) * (unitMs[unit] ?? 0))
  const date = new Date(text)
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(date.getTime())) return date
  throw new InvalidArgumentError('It must be like 10m, 2h, 3d, or 2026-05-01T10:30:00Z.')
}
