import { Type } from 'typebox'
import type { FieldError } from './api-error.ts'
import { compileValidator } from './validator.ts'

/**
 * The body of `POST /test_helpers/clock/advance`: a duration of at most a year, such as `14d`, `12h`, `30m` or
 * `45s`.
 */
export const ClockAdvance = Type.Object(
  {
    by: Type.String({
      pattern: '^[1-9][0-9]{0,8}[smhd]$',
      description: 'must be a duration such as 14d, 12h, 30m or 45s',
    }),
  },
  { additionalProperties: false },
)

const unitsMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}
const maxAdvanceMs = 366 * 86_400_000

/** Returns the milliseconds of a valid duration. */
const parseDuration = (by: string) => Number(by.slice(0, -1)) * (unitsMs[by.slice(-1)] ?? 0)

const validateClockAdvance = compileValidator(ClockAdvance)

/** Parses the body. Returns the milliseconds, or all errors. */
export function parseClockAdvance(body: unknown): { ms: number; fieldErrors: FieldError[] } {
  const fieldErrors = validateClockAdvance(body)
  if (fieldErrors.length > 0) return { ms: 0, fieldErrors }
  const ms = parseDuration((body as { by: string }).by)
  if (ms <= maxAdvanceMs) return { ms, fieldErrors }
  return { ms, fieldErrors: [{ code: 'invalid', param: 'by', message: 'must be at most 366d' }] }
}
