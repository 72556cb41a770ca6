import type { FilterRule } from '#contract'
import { isId } from '#platform/lib/ids'

/** Filter rules of the admin lists. Their schemas are empty because no API document describes them. */
export const anyText: FilterRule<string> = {
  parse: (value) => value || undefined,
  remedy: 'must not be empty',
  schema: {},
}

export const anyId: FilterRule<string> = {
  parse: (value) => (isId(value) ? value : undefined),
  remedy: 'must be an id',
  schema: {},
}

export const oneOf = <const Option extends string>(
  ...options: readonly Option[]
): FilterRule<Option> => ({
  parse: (value) => options.find((option) => option === value),
  remedy: `must be one of ${options.join(', ')}`,
  schema: {},
})

/** Parses a day in UTC as the time at which the day begins. */
export const utcDay: FilterRule<Date> = {
  parse: (value) => {
    const at = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined
    return at === undefined || Number.isNaN(at.getTime()) ? undefined : at
  },
  remedy: 'must be a day such as 2026-05-01',
  schema: {},
}
