import { type TSchema, Type } from 'typebox'
import { type Problem, refuseIfAny, unknownParameters } from './errors.ts'
import { eventTypes, statuses } from './events.ts'
import { isMoment } from './formats.ts'
import { type Page, readPage } from './paging.ts'

/** How one filter of a list is read: its value, or the remedy for one that cannot be. */
export interface FilterRule<T> {
  read: (text: string) => T | undefined
  remedy: string
  /** The same for the documents. */
  schema: TSchema
}

const anyText: FilterRule<string> = {
  read: (text) => text || undefined,
  remedy: 'must not be empty',
  schema: Type.String({ minLength: 1 }),
}
const moment: FilterRule<Date> = {
  read: (text) => (isMoment(text) ? new Date(text) : undefined),
  remedy: 'must be a moment such as 2026-05-01T10:30:00.000Z',
  schema: Type.String({ format: 'date-time' }),
}
const oneOf = <const Word extends string>(...words: readonly Word[]): FilterRule<Word> => ({
  read: (text) => words.find((word) => word === text),
  remedy: `must be one of ${words.join(', ')}`,
  schema: Type.String({ enum: [...words] }),
})

/** What `GET /gift_requests` can be narrowed to. */
export const giftRequestFilters = {
  status: oneOf(...statuses),
  campaign_id: anyText,
  reference: anyText,
  recipient_email: anyText,
  created_after: moment,
  created_before: moment,
}

/** What `GET /campaigns` can be narrowed to. */
export const campaignFilters = { state: oneOf('available', 'archived') }

/** What `GET /events` can be narrowed to. */
export const eventFilters = { type: oneOf(...eventTypes), gift_request_id: anyText }

type Rules = Record<string, FilterRule<unknown>>
type Read<R extends Rules> = { [Name in keyof R]?: R[Name] extends FilterRule<infer T> ? T : never }

/**
 * Reads the query string of a list: paging and filters. Refuses with 400 and every problem at once;
 * a parameter that the list does not have is one.
 *
 * @param most  the largest page; a larger `limit` is clamped to it
 */
export function readListQuery<const R extends Rules>(
  query: unknown,
  rules: R,
  most = 100,
): { page: Page; filter: Read<R> } {
  const problems: Problem[] = []
  const { page, problems: pageProblems, rest } = readPage(query as Record<string, unknown>, most)
  problems.push(...pageProblems)
  const filter: Record<string, unknown> = {}
  for (const [param, given] of Object.entries(rest)) {
    const rule = Object.hasOwn(rules, param) ? rules[param] : undefined
    if (rule === undefined) {
      problems.push(...unknownParameters([param]))
      continue
    }
    const value = typeof given === 'string' && !given.includes('\0') ? rule.read(given) : undefined
    if (value === undefined) problems.push({ code: 'invalid', param, message: rule.remedy })
    else filter[param] = value
  }
  refuseIfAny(problems.map((problem) => ({ ...problem, in: 'query' as const })))
  return { page, filter: filter as Read<R> }
}
