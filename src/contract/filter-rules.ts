import { type TSchema, Type } from 'typebox'
import { isId, isTimestamp } from './formats.ts'

/** Parses one filter of a list. Returns its value, or the message of the error. */
export interface FilterRule<T> {
  parse: (text: string) => T | undefined
  /** Parses a filter whose parameters have names in brackets. Other filters do not have this method. */
  parsePairs?: (pairs: Record<string, string>) => T | undefined
  remedy: string
  /** The schema for the API documents. */
  schema: TSchema
}

export const textRule: FilterRule<string> = {
  parse: (text) => text || undefined,
  remedy: 'must not be empty',
  schema: Type.String({ minLength: 1 }),
}
export const timestampRule: FilterRule<Date> = {
  parse: (text) => (isTimestamp(text) ? new Date(text) : undefined),
  remedy: 'must be a timestamp such as 2026-05-01T10:30:00.000Z',
  schema: Type.String({ format: 'date-time' }),
}
/** Parses an id. */
export const idRule: FilterRule<string> = {
  parse: (text) => (isId(text) ? text : undefined),
  remedy: 'must be an id',
  schema: Type.String({ format: 'uuid' }),
}

/** Parses a day in UTC as the time at which the day begins. */
export const dayRule: FilterRule<Date> = {
  parse: (text) => {
    const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
    return at === undefined || Number.isNaN(at.getTime()) ? undefined : at
  },
  remedy: 'must be a day such as 2026-05-01',
  schema: Type.String({ format: 'date' }),
}

const dayMs = 24 * 60 * 60 * 1000

/** Parses the last day of a range as the time at which the next day begins. */
export const lastDayRule: FilterRule<Date> = {
  ...dayRule,
  parse: (text) => {
    const at = dayRule.parse(text)
    return at && new Date(at.getTime() + dayMs)
  },
}

export const enumRule = <const Word extends string>(
  ...words: readonly Word[]
): FilterRule<Word> => ({
  parse: (text) => words.find((word) => word === text),
  remedy: `must be one of ${words.join(', ')}`,
  schema: Type.String({ enum: [...words] }),
})

export const countryRule: FilterRule<string> = {
  parse: (text) => (/^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : undefined),
  remedy: 'must be a country code of two letters',
  schema: Type.String({ pattern: '^[A-Za-z]{2}$' }),
}

/** Parses parameters such as `metadata[order]=4711`, up to a number of pairs. */
export const pairsRule = (maxPairs: number): FilterRule<Record<string, string>> => ({
  parse: () => undefined,
  parsePairs: (pairs) =>
    Object.keys(pairs).length <= maxPairs &&
    Object.entries(pairs).every(
      ([name, value]) => name.length > 0 && name.length <= 40 && value.length <= 500,
    )
      ? pairs
      : undefined,
  remedy: `must be up to ${maxPairs} pairs such as metadata[order]=4711, with names of up to 40 and values of up to 500 characters`,
  schema: Type.Record(Type.String(), Type.String({ maxLength: 500 }), { maxProperties: maxPairs }),
})

export const booleanRule: FilterRule<boolean> = {
  parse: (text) => (text === 'true' || text === 'false' ? text === 'true' : undefined),
  remedy: 'must be true or false',
  schema: Type.Boolean(),
}

export type FilterRules = Record<string, FilterRule<unknown>>
export type FilterValue<Rule> = Rule extends FilterRule<infer T> ? T : never
export type FilterValues<R extends FilterRules> = {
  [Name in keyof R]?: FilterValue<R[Name]>
}
