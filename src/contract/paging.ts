import type { FieldError } from './api-error.ts'

/** Which part of a list is asked for (decisions §1, 'Cursor paging'). */
export interface Page {
  /** Entries at most. */
  limit: number
  /** The id of the last entry seen; whoever reads the list refuses one that names nothing. */
  after?: string
  order: 'asc' | 'desc'
}

const defaultLimit = 25

/**
 * Reads `limit`, `after` and `order` from a query string; `rest` is what else was in it. A limit above
 * `most` is clamped, one that is not a positive whole number is a problem.
 */
export function parsePageQuery(
  query: Readonly<Record<string, unknown>>,
  maxLimit: number,
): { page: Page; fieldErrors: FieldError[]; otherParams: Record<string, unknown> } {
  const { limit, after, order = 'desc', ...otherParams } = query
  const fieldErrors: FieldError[] = []
  const page: Page = {
    limit: Math.min(defaultLimit, maxLimit),
    order: order === 'asc' ? 'asc' : 'desc',
  }
  if (limit !== undefined) {
    if (typeof limit === 'string' && /^0*[1-9]\d*$/.test(limit))
      page.limit = Math.min(Number(limit), maxLimit)
    else
      fieldErrors.push({
        code: 'invalid',
        param: 'limit',
        message: 'must be a whole number of at least 1',
      })
  }
  if (order !== 'asc' && order !== 'desc')
    fieldErrors.push({ code: 'invalid', param: 'order', message: 'must be asc or desc' })
  if (typeof after === 'string') page.after = after
  else if (after !== undefined)
    fieldErrors.push({ code: 'invalid', param: 'after', message: 'must be one id' })
  return { page, fieldErrors, otherParams }
}

/** What a list refuses when `after` names nothing in it. */
export const unknownCursorError: FieldError = {
  code: 'invalid_reference',
  param: 'after',
  message: 'names nothing in this account',
}

/** A page of anything, as it crosses the wire. */
export interface Paginated<T> {
  data: T[]
  has_more: boolean
}

/** Makes a page of what was read with one entry more than the page holds. */
export const toPage = <T>(entries: readonly T[], { limit }: Page): Paginated<T> => ({
  data: entries.slice(0, limit),
  has_more: entries.length > limit,
})
