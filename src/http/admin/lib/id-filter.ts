import { Type } from 'typebox'
import type { FilterRule } from '#contract/list-query'
import { isId } from '#platform/lib/ids'

/** A filter by id. */
export const anyId: FilterRule<string> = {
  parse: (value) => (isId(value) ? value : undefined),
  remedy: 'must be an id',
  schema: Type.String({ format: 'uuid' }),
}
