import type { Problem } from './errors.ts'

/** Which part of a list is asked for (decisions §1, 'Cursor paging'). */
export interface Page {
  /** Entries at most. */
  limit: number
  /** The id of the last entry seen; whoever reads the list refuses one that names nothing. */
  after?: string
  order: 'asc' | 'desc'
}

const usual = 25

/**
 * Reads `limit`, `after` and `order` from a query string; `rest` is what else was in it. A limit above
 * `most` is clamped, one that is not a positive whole number is a problem.
 */
export function readPage(
  query: Readonly<Record<string, unknown>>,
  most: number,
): { page: Page; problems: Problem[]; rest: Record<string, unknown> } {
  const { limit, after, order = 'desc', ...rest } = query
  const problems: Problem[] = []
  const page: Page = { limit: Math.min(usual, most), order: order === 'asc' ? 'asc' : 'desc' }
  if (limit !== undefined) {
    if (typeof limit === 'string' && /^0*[1-9]\d*$/.test(limit))
      page.limit = Math.min(Number(limit), most)
    else
      problems.push({
        code: 'invalid',
        param: 'limit',
        message: 'must be a whole number of at least 1',
      })
  }
  if (order !== 'asc' && order !== 'desc')
    problems.push({ code: 'invalid', param: 'order', message: 'must be asc or desc' })
  if (typeof after === 'string') page.after = after
  else if (after !== undefined)
    problems.push({ code: 'invalid', param: 'after', message: 'must be one id' })
  return { page, problems, rest }
}

/** What a list refuses when `after` names nothing in it. */
export const unknownCursor: Problem = {
  code: 'invalid_reference',
  param: 'after',
  message: 'names nothing in this account',
}

/** A page of anything, as it crosses the wire. */
export interface Listed<T> {
  data: T[]
  has_more: boolean
}

/** Makes a page of what was read with one entry more than the page holds. */
export const listed = <T>(entries: readonly T[], { limit }: Page): Listed<T> => ({
  data: entries.slice(0, limit),
  has_more: entries.length > limit,
})
