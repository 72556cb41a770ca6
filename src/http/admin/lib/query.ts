import { type TSchema, Type } from 'typebox'
import { type FieldError, throwIfAny } from '#contract/api-error'
import type { FilterRules, FilterValues } from '#contract/filter-rules'
import { parseListQuery } from '#contract/list-query'
import type { Page } from '#contract/paging'

/**
 * Parses a query string. The type `Input` describes the query as callers send it. It has no value at run
 * time.
 */
export interface QueryParser<Parsed, Input> {
  parse(query: unknown): Parsed
  /** The schema of each parameter, for the API documents. */
  parameters: Readonly<Record<string, TSchema>>
  input?: Input
}

/**
 * The filters in a query. They come from the URL of a page, so they can be any text. The server validates
 * them.
 */
type FilterInput<Rules extends FilterRules> = { [Name in keyof Rules]?: string | undefined }

interface PageInput {
  limit?: number | string | undefined
  /** The id of the last entry of the previous page. */
  after?: string | undefined
  order?: string | undefined
}

const pageParameters = (maxLimit: number) => ({
  limit: Type.Integer({
    minimum: 1,
    description: `A limit above ${maxLimit} is reduced to ${maxLimit}.`,
  }),
  after: Type.String({ description: 'The id of the last entry of the previous page.' }),
  order: Type.String({ enum: ['asc', 'desc'] }),
})

/**
 * Creates the parser for the query of a list, with paging and filters. If a limit is larger than `maxLimit`,
 * the parser reduces it to `maxLimit`.
 */
export const listQuery = <const Rules extends FilterRules>(
  rules: Rules,
  { maxLimit = 100 } = {},
): QueryParser<{ page: Page; filter: FilterValues<Rules> }, PageInput & FilterInput<Rules>> => ({
  parse: (query) => parseListQuery(query, rules, maxLimit),
  parameters: { ...pageParameters(maxLimit), ...toParameters(rules) },
})

/** Creates the parser for the query of a report that uses the filters of a list. */
export const filterQuery = <const Rules extends FilterRules>(
  rules: Rules,
): QueryParser<FilterValues<Rules>, FilterInput<Rules>> => ({
  parse: (query) => parseListQuery(query, rules).filter,
  parameters: toParameters(rules),
})

const toParameters = (rules: FilterRules): Record<string, TSchema> =>
  Object.fromEntries(Object.entries(rules).map(([name, { schema }]) => [name, schema]))

/** Creates a query from a parse function of its own. The query ignores unknown parameters. */
export const customQuery = <Parsed, Input>(
  parameters: Readonly<Record<keyof Input & string, TSchema>>,
  parse: (query: Readonly<Record<string, unknown>>) => Parsed,
): QueryParser<Parsed, Input> => ({
  parse: (query) => parse(query as Readonly<Record<string, unknown>>),
  parameters,
})

/** Throws an error about one query parameter. The response has the status 400. */
export function throwInvalidParameter(
  param: string,
  message: string,
  code: FieldError['code'],
): never {
  throwIfAny([{ code, param, message }], 400)
  throw new Error('throwIfAny did not throw')
}
