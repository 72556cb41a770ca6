import { Type } from 'typebox'
import { isId, isTimestamp } from '#contract/formats'
import type { FilterRule } from '#contract/list-query'

/* Filter rules of the admin lists. */

export const anyText: FilterRule<string> = {
  parse: (value) => value || undefined,
  remedy: 'must not be empty',
  schema: Type.String({ minLength: 1 }),
}

/** A filter by id. */
export const anyId: FilterRule<string> = {
  parse: (value) => (isId(value) ? value : undefined),
  remedy: 'must be an id',
  schema: Type.String({ format: 'uuid' }),
}

export const oneOf = <const Option extends string>(
  ...options: readonly Option[]
): FilterRule<Option> => ({
  parse: (value) => options.find((option) => option === value),
  remedy: `must be one of ${options.join(', ')}`,
  schema: Type.String({ enum: [...options] }),
})

/** Parses a day in UTC as the time at which the day begins. */
export const utcDay: FilterRule<Date> = {
  parse: (value) => {
    const at = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined
    return at === undefined || Number.isNaN(at.getTime()) ? undefined : at
  },
  remedy: 'must be a day such as 2026-05-01',
  schema: Type.String({ format: 'date' }),
}

export const timestamp: FilterRule<Date> = {
  parse: (value) => (isTimestamp(value) ? new Date(value) : undefined),
  remedy: 'must be a timestamp such as 2026-05-01T10:30:00.000Z',
  schema: Type.String({ format: 'date-time' }),
}
