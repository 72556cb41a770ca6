import { Type } from 'typebox'
import {
  type FilterRule,
  type FilterRules,
  type FilterValues,
  parseListQuery,
} from '../list-query.ts'
import type { Parameter, PossibleError, QueryParameters } from '../operation.ts'
import type { Page } from '../paging.ts'

/** The parameters of a list: paging and filters. */
export function listParameters<const R extends FilterRules>(
  maxLimit: number,
  filters: R,
  descriptions: Readonly<Record<keyof R & string, string>>,
): QueryParameters<{ page: Page; filter: FilterValues<R> }> {
  const parameters = [...filterParameters(filters, descriptions), ...pageParameters(maxLimit)]
  return Object.assign(parameters, {
    parse: (query: unknown) => parseListQuery(query, filters, maxLimit),
  })
}

export function pageParameters(maxLimit: number): Parameter[] {
  return [
    {
      name: 'limit',
      description: `The maximum number of entries of the page, at most ${maxLimit}; a larger number counts as ${maxLimit}.`,
      schema: Type.Integer({ minimum: 1, default: 25 }),
    },
    {
      name: 'after',
      description: 'The id of the last entry of the previous page. The page starts after it.',
      schema: Type.String({ format: 'uuid' }),
    },
    {
      name: 'order',
      description: 'Newest first, or oldest first.',
      schema: Type.String({ enum: ['desc', 'asc'], default: 'desc' }),
    },
  ]
}

export const filterParameters = <Name extends string>(
  filters: Readonly<Record<Name, FilterRule<unknown>>>,
  descriptions: Readonly<Record<Name, string>>,
  newNames: readonly NoInfer<Name>[] = [],
): Parameter[] =>
  Object.entries<FilterRule<unknown>>(filters).map(
    ([name, { schema, parsePairs }]): Parameter => ({
      name,
      description: descriptions[name as Name],
      schema,
      ...(parsePairs === undefined ? {} : { style: 'deepObject' }),
      ...(newNames.includes(name as Name) ? { since: '2026-05' } : {}),
    }),
  )

/** The errors of a list's query string. */
export const listErrors: readonly PossibleError[] = [
  { code: 'invalid', status: 400 },
  { code: 'invalid_reference', status: 400 },
]

export const notFoundError: PossibleError = { code: 'not_found' }
