import { ApiError, type Page, toPage, unknownCursorError } from '#contract'

/*
 * Keyset pagination over columns other than the id. A cursor contains the values of the row at the time of
 * the read, because the row can change before the next page is read.
 */

/** A column or expression that sorts a list. It is never null. */
export interface SortKey {
  sql: string
  type: 'text' | 'timestamptz'
}

export type SortOrder = Page['order']

/** A page of a list that can be sorted. `next_after` is the cursor of the next page. */
export interface SortedPage<Row> {
  data: Row[]
  has_more: boolean
  next_after: string | null
}

/**
 * The position behind one row. `part` is the number of a part of the list, if each part is sorted separately.
 */
export interface KeysetCursor {
  part: number
  values: readonly string[]
  id: string
}

/** The members that `selectKeysSql` adds to a row. */
export interface SortedRow {
  id: string
  sort_values: readonly string[]
}

const maxCursorLength = 2_000

/** Formats a cursor for a query string. */
export const encodeCursor = ({ part, values, id }: KeysetCursor): string =>
  Buffer.from(JSON.stringify([part, id, ...values])).toString('base64url')

/** Parses a cursor. Returns undefined if the text is not a cursor. */
export function decodeCursor(text: string): KeysetCursor | undefined {
  if (text.length > maxCursorLength) return undefined
  try {
    const [part, ...texts]: unknown[] = JSON.parse(Buffer.from(text, 'base64url').toString())
    const [id, ...values] = texts.filter((each) => typeof each === 'string')
    const isComplete = id !== undefined && values.length + 1 === texts.length
    if (!Number.isSafeInteger(part) || !isComplete || texts.join('').includes('\0'))
      return undefined
    return { part: Number(part), values, id }
  } catch {
    return undefined
  }
}

/** Builds SQL that selects the sort values of a row as texts, without loss of precision. */
export const selectKeysSql = (keys: readonly SortKey[]): string =>
  `array[${keys.map(({ sql, type }) => (type === 'text' ? sql : `(${sql} at time zone 'UTC')::text || 'Z'`)).join(', ')}]::text[] as sort_values`

/** Builds SQL for the order of a list. The id decides the order of rows with equal values. */
export const orderBySql = (keys: readonly SortKey[], id: string, order: SortOrder): string =>
  [...keys.map(({ sql }) => sql), id].map((sql) => `${sql} ${order}`).join(', ')

/** Builds an SQL condition for the rows behind the cursor. */
export function behindCursorSql(
  keys: readonly SortKey[],
  id: string,
  order: SortOrder,
  cursor: Pick<KeysetCursor, 'values' | 'id'>,
  addParam: (value: unknown) => string,
): string {
  const columns = [...keys.map(({ sql }) => sql), id]
  const values = keys.map(({ type }, at) => `${addParam(cursor.values[at])}::${type}`)
  return `(${columns.join(', ')}) ${order === 'asc' ? '>' : '<'} (${[...values, `${addParam(cursor.id)}::uuid`].join(', ')})`
}

/**
 * Returns whether PostgreSQL accepts the text as a time. The text has the form in which
 * `selectKeysSql` returns a time.
 */
function isInstant(text: string): boolean {
  const [, day = '', time = ''] =
    /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,6})?Z$/.exec(text) ?? []
  const at = new Date(`${day}T${time}Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${day}T${time}`)
}

/** Returns whether the cursor belongs to a list with these keys, so that the database accepts its values. */
export const fitsKeys = (
  { values, id }: Pick<KeysetCursor, 'values' | 'id'>,
  keys: readonly SortKey[],
): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) &&
  values.length === keys.length &&
  keys.every(({ type }, at) => type === 'text' || isInstant(values[at] ?? ''))

/** Throws the error for a cursor that does not belong to the list. */
export function throwUnknownCursor(): never {
  throw new ApiError(unknownCursorError.code, { fieldErrors: [unknownCursorError], status: 400 })
}

/**
 * Builds the parts of a statement that reads one page. Without keys, the ids sort the
 * list, and the cursor is an id.
 */
export function buildPageSql(
  keys: readonly SortKey[],
  id: string,
  { order, after }: Page,
  addParam: (value: unknown) => string,
): { columns: string; conditions: string[]; orderBy: string } {
  const cursor =
    after === undefined || keys.length === 0
      ? after && { part: 0, values: [], id: after }
      : (decodeCursor(after) ?? throwUnknownCursor())
  if (cursor && !fitsKeys(cursor, keys)) throwUnknownCursor()
  return {
    columns: selectKeysSql(keys),
    conditions: cursor ? [behindCursorSql(keys, id, order, cursor, addParam)] : [],
    orderBy: `order by ${orderBySql(keys, id, order)}`,
  }
}

/**
 * Creates a page without the sort values of its rows. The rows were read with a limit that
 * is one more than the page size.
 */
export function toSortedPage<Row extends SortedRow>(
  rows: readonly Row[],
  page: Page,
): SortedPage<Omit<Row, 'sort_values'>> {
  const { data, has_more } = toPage(rows, page)
  const last = data.at(-1)
  return {
    data: data.map(({ sort_values: _, ...row }) => row),
    has_more,
    next_after: has_more && last !== undefined ? toNextAfter(last) : null,
  }
}

const toNextAfter = ({ id, sort_values: values }: SortedRow): string =>
  values.length === 0 ? id : encodeCursor({ part: 0, values, id })
