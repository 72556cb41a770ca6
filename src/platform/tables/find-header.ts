import { isAddress } from './mailboxes.ts'
import { normalizeName } from './normalize-name.ts'
import type { TableRow } from './table.ts'

/** The maximum number of rows above a header: titles, notes, the day of an export. */
const maxPreamble = 20

/**
 * Finds the index of the header among the rows: the row with the most names that the reader of the table
 * knows. If no row has a known name, finds the first row that is as wide as most rows and looks like names.
 * Returns undefined for rows without a header.
 */
export function findHeader(
  rows: readonly TableRow[],
  names: readonly string[],
): number | undefined {
  const known = new Set(names.map(normalizeName))
  const head = rows.slice(0, maxPreamble)
  const counts = head.map((row) => (looksLikeNames(row) ? countKnown(row, known) : 0))
  const best = Math.max(0, ...counts)
  const width = usualWidth(rows)
  // a single known name among many cells of text can be chance
  const at = counts.indexOf(best)
  if (best > 1 || (best === 1 && (at === 0 || filledCells(head[at]) >= Math.min(width, 2))))
    return at
  const first = head.findIndex((row) => filledCells(row) >= Math.max(1, width - 1))
  return first >= 0 && looksLikeHeader(rows, first) ? first : undefined
}

const countKnown = ({ cells }: TableRow, known: ReadonlySet<string>): number =>
  cells.filter((cell) => cell.trim() !== '' && known.has(normalizeName(cell))).length

const filledCells = (row: TableRow | undefined): number =>
  row?.cells.filter((cell) => cell.trim() !== '').length ?? 0

/** Returns the number of filled cells that most rows have. */
function usualWidth(rows: readonly TableRow[]): number {
  const counts = Map.groupBy(rows.slice(0, 200).map(filledCells), (width) => width)
  const [best] = [...counts].toSorted(
    ([width, one], [otherWidth, other]) => other.length - one.length || otherWidth - width,
  )
  return best?.[0] ?? 0
}

/** Returns whether a row looks like names of columns. A row with an address, a number or a date is data. */
const looksLikeNames = ({ cells }: TableRow): boolean =>
  cells.every((cell) => {
    const text = cell.trim()
    return (
      text.length <= 200 &&
      !isAddress(text) &&
      !/<[^<>]*@[^<>]*>/.test(text) &&
      !/^[\d\s.,:/+-]*\d[\d\s.,:/+-]*$/.test(text)
    )
  })

/**
 * Returns whether a row looks different from the rows below it. The row must have only names. A column below
 * it must have digits or addresses in most cells, while the row's own cell has none.
 */
function looksLikeHeader(rows: readonly TableRow[], at: number): boolean {
  const row = rows[at]
  if (row === undefined || !looksLikeNames(row)) return false
  const below = rows.slice(at + 1, at + 51)
  if (below.length === 0) return false
  return row.cells.some((name, column) => {
    const cells = below.map(({ cells: others }) => others[column] ?? '').filter(Boolean)
    const share = (pattern: RegExp) =>
      cells.filter((cell) => pattern.test(cell)).length / Math.max(1, cells.length)
    return [/\d/, /@/].some((pattern) => !pattern.test(name) && share(pattern) > 0.6)
  })
}
