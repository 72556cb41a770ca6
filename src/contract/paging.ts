import type { FieldError } from './api-error.ts'

/** The requested part of a list (decisions §1, 'Cursor paging'). */
export interface Page {
  /** The maximum number of entries. */
  limit: number
  /** The id of the last entry of the previous page. The reader of the list rejects an unknown id. */
  after?: string
  order: 'asc' | 'desc'
}

const defaultLimit = 25

/**
 * Parses `limit`, `after` and `order` of a query string. Returns other parameters in `otherParams`. A limit above
 * `maxLimit` is clamped. A limit that is not a positive whole number is an error.
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

/** The error of a list if `after` is unknown. */
export const unknownCursorError: FieldError = {
  code: 'invalid_reference',
  param: 'after',
  message: 'names nothing in this account',
}

/** A page of a list in its wire format. */
export interface Paginated<T> {
  data: T[]
  has_more: boolean
}

/** Creates a page from entries that were read with one more than its limit. */
export const toPage = <T>(entries: readonly T[], { limit }: Page): Paginated<T> => ({
  data: entries.slice(0, limit),
  has_more: entries.length > limit,
})
