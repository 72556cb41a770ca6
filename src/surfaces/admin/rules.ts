import type { FilterRule } from '#contract'

/** How the admin area's lists read their filters; no document describes them, so they have no schema. */
export const anyText: FilterRule<string> = {
  read: (value) => value || undefined,
  remedy: 'must not be empty',
  schema: {},
}

export const oneOf = <const Word extends string>(...words: readonly Word[]): FilterRule<Word> => ({
  read: (value) => words.find((word) => word === value),
  remedy: `must be one of ${words.join(', ')}`,
  schema: {},
})
