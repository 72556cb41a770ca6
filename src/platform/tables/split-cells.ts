import { normalizeName } from './normalize-name.ts'
import { TableError, type TableLimits, type TableRow } from './table.ts'

/** The maximum length of the text of a cell. Excel allows 32,767 characters. */
export const maxCellLength = 100_000
/**
 * The maximum number of columns of a sheet in Excel. A row with more trailing separators
 * does not come from a spreadsheet.
 */
const maxSeparators = 16_384

type CellLimits = Pick<TableLimits, 'maxColumns'> & { maxRecords: number }

/**
 * Splits delimited text into rows (RFC 4180) and leaves out empty rows. Lines may end in different ways.
 * Cells in quotation marks may contain separators, line breaks and doubled quotation marks. The cell
 * `="0042"`, which shops write to preserve zeros, becomes its text. Throws `TableError` at the first row
 * beyond a limit, before it reads the rest of the text.
 */
export function splitCells(text: string, delimiter: string, limits: CellLimits): TableRow[] {
  const rows: TableRow[] = []
  const cursor = createCursor(text, delimiter)
  for (cursor.skipEmptyLines(); !cursor.isAtEnd(); cursor.skipEmptyLines()) {
    const row = readRow(cursor, limits)
    if (row.cells.length === 0) continue
    if (rows.length === limits.maxRecords)
      throw new TableError('too_many_rows', { max: limits.maxRecords })
    rows.push(row)
  }
  return rows
}

type Cursor = ReturnType<typeof createCursor>

/** The current position in the text, and the line of this position. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions share the position
function createCursor(text: string, delimiter: string) {
  let at = 0
  let line = 1
  const isBreak = (code: number) => code === 10 || code === 13

  /**
   * Finds the position after the quotation mark that ends a cell. Returns undefined if the cell does not end
   * within the maximum length.
   */
  function findQuoteEnd(from: number): number | undefined {
    const limit = from + maxCellLength
    for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 2))
      if (text[quote + 1] !== '"') return quote + 1
      else if (quote > limit) return undefined
    return undefined
  }

  function countLines(from: number, to: number): number {
    let count = 0
    for (let index = from; index < to; index++) {
      const code = text.charCodeAt(index)
      if (code === 10 || (code === 13 && text.charCodeAt(index + 1) !== 10)) count += 1
    }
    return count
  }

  const isCellEnd = (position: number) =>
    position >= text.length || text[position] === delimiter || isBreak(text.charCodeAt(position))

  const skipBlanks = (position: number) => {
    let next = position
    while ((text[next] === ' ' || text[next] === '\t') && text[next] !== delimiter) next += 1
    return next
  }

  function readQuoted(open: number): string {
    const end = findQuoteEnd(open + 1)
    if (end === undefined) throw new TableError('open_quote', { line })
    if (end - open > maxCellLength)
      throw new TableError('cell_too_long', { line, max: maxCellLength })
    const next = skipBlanks(end)
    if (!isCellEnd(next)) throw new TableError('bad_quote', { line })
    line += countLines(open, end)
    at = next
    return text.slice(open + 1, end - 1).replaceAll('""', '"')
  }

  function readPlain(): string {
    const from = at
    while (!isCellEnd(at)) at += 1
    if (at - from > maxCellLength)
      throw new TableError('cell_too_long', { line, max: maxCellLength })
    return text.slice(from, at)
  }

  /**
   * Returns whether a cell is a formula of a quoted text as a whole: `="0042"`.
   * Any other formula is plain text.
   */
  const isQuotedFormula = (start: number): boolean => {
    if (text[start] !== '=' || text[start + 1] !== '"') return false
    const end = findQuoteEnd(start + 2)
    return end !== undefined && isCellEnd(skipBlanks(end))
  }

  return {
    isAtEnd: () => at >= text.length,
    getLine: () => line,
    readCell(): string {
      const start = skipBlanks(at)
      if (text[start] === '"') return readQuoted(start)
      if (isQuotedFormula(start)) return readQuoted(start + 1)
      return readPlain()
    },
    /** Skips a delimiter. Returns false if the next character is not a delimiter. */
    skipDelimiter(): boolean {
      if (text[at] !== delimiter) return false
      at += 1
      return true
    },
    skipEmptyLines(): void {
      const from = at
      while (isBreak(text.charCodeAt(at))) at += 1
      line += countLines(from, at)
    },
  }
}

/** Reads a row. Creates no empty cells at its end, however many separators there are. */
function readRow(cursor: Cursor, { maxColumns }: CellLimits): TableRow {
  const line = cursor.getLine()
  const cells: string[] = []
  let width = 0
  for (let index = 0; ; index++) {
    width = index + 1
    const cell = cursor.readCell()
    if (cell.trim() !== '') {
      if (index >= maxColumns) throw new TableError('too_many_columns', { line, max: maxColumns })
      while (cells.length < index) cells.push('')
      cells.push(cell)
    }
    if (!cursor.skipDelimiter()) break
    if (index > maxSeparators) throw new TableError('too_many_columns', { line, max: maxColumns })
  }
  return { line, cells, width }
}

/** The separators of cells in a file, in the order of preference. */
export const delimiters = [',', ';', '\t', '|'] as const

const sampleLength = 20_000
const sampleRows = 20

/**
 * Guesses the separator: the one that splits the first rows into the most cells, with the same number in most
 * rows. Returns null for rows of one cell. A separator with which the text is not valid has no score, unless
 * there is no other. If a text is too short, known names in its first line decide.
 */
export function guessDelimiter(text: string, names: readonly string[]): string | null {
  const sample = cutAtLineEnd(text)
  const scored = delimiters.map((delimiter) => ({ delimiter, score: score(sample, delimiter) }))
  const best = scored
    .filter(({ score }) => score !== undefined && score > 0)
    .toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0))[0]
  if (best !== undefined) return best.delimiter
  const [firstLine = ''] = sample.split(/[\r\n]/, 1)
  const known = new Set(names.map(normalizeName))
  const other = scored.find(
    ({ delimiter, score }) =>
      firstLine.includes(delimiter) &&
      (score === undefined ||
        firstLine.split(delimiter).some((name) => known.has(normalizeName(name)))),
  )
  return other?.delimiter ?? null
}

/**
 * Cuts the text to a sample. Leaves out the row that the cut divides, unless that
 * row is longer than the sample.
 */
function cutAtLineEnd(text: string): string {
  if (text.length <= sampleLength) return text
  let end = sampleLength
  let isQuoted = false
  for (let at = 0; at < sampleLength; at++) {
    const sign = text[at]
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && (sign === '\n' || sign === '\r')) end = at
  }
  return text.slice(0, end)
}

/** Rates a separator. Returns undefined if the text is not valid with the separator. */
function score(sample: string, delimiter: string): number | undefined {
  let rows: TableRow[]
  try {
    rows = splitCells(sample, delimiter, { maxColumns: maxSeparators, maxRecords: sampleLength })
  } catch (error) {
    if (error instanceof TableError) return undefined
    throw error
  }
  if (rows.length === 0) return sample.includes(delimiter) ? 1 : 0
  const widths = rows.slice(0, sampleRows).map(({ width }) => width ?? 0)
  const counts = Map.groupBy(widths, (width) => width)
  const scores = [...counts].map(([width, same]) =>
    // a separator that occurs in at most half of the rows is a part of the text
    (width * same.length) / widths.length > 1 ? width * (same.length / widths.length) ** 2 : 0,
  )
  return Math.max(0, ...scores)
}
