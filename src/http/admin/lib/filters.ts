import type { FilterRule } from '#contract'

/** How the admin area's lists read their filters; no document describes them, so they have no schema. */
export const anyText: FilterRule<string> = {
  parse: (value) => value || undefined,
  remedy: 'must not be empty',
  schema: {},
}

export const oneOf = <const Option extends string>(
  ...options: readonly Option[]
): FilterRule<Option> => ({
  parse: (value) => options.find((option) => option === value),
  remedy: `must be one of ${options.join(', ')}`,
  schema: {},
})

/** A day in UTC, as the moment that it begins. */
export const utcDay: FilterRule<Date> = {
  parse: (value) => {
    const at = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined
    return at === undefined || Number.isNaN(at.getTime()) ? undefined : at
  },
  remedy: 'must be a day such as 2026-05-01',
  schema: {},
}
