import { type TSchema, Type } from 'typebox'
import { type FieldError, throwIfAny } from '#contract/api-error'
import type { FilterRules, FilterValues } from '#contract/filter-rules'
import { parseListQuery } from '#contract/list-query'
import type { Page } from '#contract/paging'

/** Parses a query string. `Input` is the query as callers send it; it exists only as a type. */
export interface QueryParser<Parsed, Input> {
  parse(query: unknown): Parsed
  /** The schema of each parameter, for the documents. */
  parameters: Readonly<Record<string, TSchema>>
  input?: Input
}

/** Filters come from the URL of a page, so they are any text. The server validates them. */
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

/** The query of a list: paging and filters. A larger limit is reduced to `maxLimit`. */
export const listQuery = <const Rules extends FilterRules>(
  rules: Rules,
  { maxLimit = 100 } = {},
): QueryParser<{ page: Page; filter: FilterValues<Rules> }, PageInput & FilterInput<Rules>> => ({
  parse: (query) => parseListQuery(query, rules, maxLimit),
  parameters: { ...pageParameters(maxLimit), ...toParameters(rules) },
})

/** The query of a report that takes the filters of a list. */
export const filterQuery = <const Rules extends FilterRules>(
  rules: Rules,
): QueryParser<FilterValues<Rules>, FilterInput<Rules>> => ({
  parse: (query) => parseListQuery(query, rules).filter,
  parameters: toParameters(rules),
})

const toParameters = (rules: FilterRules): Record<string, TSchema> =>
  Object.fromEntries(Object.entries(rules).map(([name, { schema }]) => [name, schema]))

/** A query with a parser of its own. The parser ignores unknown parameters. */
export const customQuery = <Parsed, Input>(
  parameters: Readonly<Record<keyof Input & string, TSchema>>,
  parse: (query: Readonly<Record<string, unknown>>) => Parsed,
): QueryParser<Parsed, Input> => ({
  parse: (query) => parse(query as Readonly<Record<string, unknown>>),
  parameters,
})

/** Throws the error of one query parameter, with the status 400. */
export function throwInvalidParameter(
  param: string,
  message: string,
  code: FieldError['code'],
): never {
  throwIfAny([{ code, param, message }], 400)
  throw new Error('throwIfAny did not throw')
}
