import { Type } from 'typebox'
import type { FilterRule, FilterRules, FilterValues } from '../filter-rules.ts'
import { parseListQuery } from '../list-query.ts'
import {
  isInVersion,
  type Parameter,
  type PossibleError,
  type QueryParameters,
} from '../operation.ts'
import type { Page } from '../paging.ts'
import { type VersionName, versionNames } from '../versions/index.ts'

/** The parameters of a list: paging and filters. `appFilters` are for signed-in users only. */
// biome-ignore lint/complexity/noBannedTypes: no filters
export function listParameters<const R extends FilterRules, const App extends FilterRules = {}>(
  maxLimit: number,
  filters: R,
  descriptions: Readonly<Record<keyof R & string, string>>,
  appFilters?: App,
  newNames: readonly NoInfer<keyof R & string>[] = [],
): QueryParameters<{ page: Page; filter: FilterValues<Omit<R, keyof App> & App> }> {
  type Rules = Omit<R, keyof App> & App
  const described = filterParameters(filters, descriptions, newNames)
  const rulesOf = (version: VersionName) => {
    const older = described.filter((each) => !isInVersion(each, version))
    const removed = new Set(older.map(({ name }) => name))
    return Object.fromEntries(Object.entries(filters).filter(([name]) => !removed.has(name)))
  }
  const rules = Object.fromEntries(versionNames.map((name) => [name, rulesOf(name)]))
  return Object.assign([...described, ...pageParameters(maxLimit)], {
    parse: (query: unknown, isUser: boolean, version: string) =>
      parseListQuery(
        query,
        (isUser ? { ...filters, ...appFilters } : rules[version]) as Rules,
        maxLimit,
      ),
  })
}

function pageParameters(maxLimit: number): Parameter[] {
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
