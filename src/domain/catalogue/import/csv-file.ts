import { lazyPackage } from '#platform/lib/lazy-package'

const loadCsvParser = lazyPackage<typeof import('csv-parse/sync')>('csv-parse/sync')

/** The limits of a file. */
export const importLimits = { maxBytes: 5_000_000, maxRows: 10_000, maxColumns: 100 } as const

/** An error in one cell, row or file. */
export interface CellError {
  /** The line of the file, from 1; null for the file as a whole. */
  line: number | null
  /** The name of the column; null for the row as a whole. */
  column: string | null
  /** The first characters of the cell. */
  value: string | null
  /** A sentence with the remedy, without its subject. */
  message: string
}

/** One row of a file: the cell of each column in the header. */
export interface CsvRow {
  line: number
  cells: ReadonlyMap<string, string>
}

export interface CsvFile {
  /** The names of the columns, in the order of the file. */
  columns: readonly string[]
  rows: readonly CsvRow[]
  errors: readonly CellError[]
}

/** Parses a CSV file. Never throws for the content: errors are part of the result. */
export function parseCsvFile(bytes: Buffer): CsvFile {
  if (bytes.length > importLimits.maxBytes)
    return invalidFile('is larger than 5 MB; split it into several files')
  const text = decodeText(bytes)
  if (text === undefined)
    return invalidFile('is not encoded as UTF-8; save it as “CSV UTF-8” and upload it again')
  if (text.includes('\0'))
    return invalidFile('contains NUL characters; save it as “CSV UTF-8” and upload it again')
  const records = parseRecords(text)
  if ('error' in records) return { columns: [], rows: [], errors: [records.error] }
  return toCsvFile(records)
}

const invalidFile = (message: string): CsvFile => ({
  columns: [],
  rows: [],
  errors: [{ line: null, column: null, value: null, message }],
})

/** Decodes UTF-8, or UTF-16 with a byte order mark. Returns undefined for other encodings. */
function decodeText(bytes: Buffer): string | undefined {
  const [first, second] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const encoding = isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

interface CsvRecord {
  record: string[]
  /** The line on which the record begins. */
  line: number
}

function parseRecords(text: string): CsvRecord[] | { error: CellError } {
  try {
    const bytes = Buffer.from(text)
    const records = loadCsvParser().parse(bytes, {
      delimiter: guessDelimiter(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      to: importLimits.maxRows + 2,
    }) as unknown as { record: string[]; info: { bytes: number } }[]
    const findLine = createLineCounter(bytes)
    return records.map(({ record, info }) => ({ record, line: findLine(info.bytes) }))
  } catch (error) {
    if (!(error instanceof loadCsvParser().CsvError)) throw error
    const line = typeof error.lines === 'number' ? error.lines : null
    const message =
      'has a quotation mark in the wrong place; put the whole cell in quotation marks, and double those inside it'
    return { error: { line, column: null, value: null, message } }
  }
}

/**
 * Returns a function that converts the ends of records, in order, to the lines on which the records begin. The parser counts
 * a line break of two characters inside a cell twice.
 */
function createLineCounter(bytes: Buffer): (end: number) => number {
  let position = 0
  let line = 1
  const isBreak = () => bytes[position] === 10 || bytes[position] === 13
  const skip = () => {
    if (isBreak()) line += 1
    position += bytes[position] === 13 && bytes[position + 1] === 10 ? 2 : 1
  }
  return (end) => {
    while (position < end && isBreak()) skip()
    const first = line
    while (position < end) skip()
    return first
  }
}

/** Returns the separator that occurs most often in the first line, outside quotation marks. */
function guessDelimiter(text: string): string {
  const header = /^(?:"[^"]*"|[^"\r\n])*/.exec(text.slice(0, 20_000))?.[0] ?? ''
  const bare = header.replace(/"[^"]*"/g, '')
  const counts = [',', ';', '\t'].map((each) => [each, bare.split(each).length] as const)
  return counts.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ','
}

function toCsvFile([header, ...records]: readonly CsvRecord[]): CsvFile {
  if (header === undefined) return invalidFile('is empty; the first line must name the columns')
  const columns = header.record.map(normalizeColumn)
  const headerErrors = findHeaderErrors(columns)
  if (headerErrors.length > 0) return { columns, rows: [], errors: headerErrors }
  const data = records.filter(({ record }) => record.some((cell) => cell.trim() !== ''))
  if (data.length > importLimits.maxRows)
    return invalidFile('has more than 10,000 rows; split it into several files')
  if (data.length === 0) return invalidFile('has no rows below the header')
  const errors: CellError[] = []
  const rows = data.flatMap(({ record, line }): CsvRow[] => {
    if (record.length === columns.length)
      return [
        {
          line,
          cells: new Map(columns.map((name, at) => [name, unescapeCell(record[at] ?? '')])),
        },
      ]
    const message = `has ${record.length} cells, but the header has ${columns.length}; check separators and quotation marks`
    errors.push({ line, column: null, value: null, message })
    return []
  })
  return { columns, rows, errors }
}

/** Columns are compared without case; the name of a warehouse keeps its spelling. */
function normalizeColumn(name: string): string {
  const trimmed = name.trim()
  const [, warehouse] = /^stock\s*:\s*(.*)$/is.exec(trimmed) ?? []
  return warehouse === undefined
    ? trimmed.toLowerCase().replace(/\s+/g, '_')
    : `stock:${warehouse.trim()}`
}

function findHeaderErrors(columns: readonly string[]): CellError[] {
  const error = (column: string, message: string): CellError => ({
    ...{ line: 1, column: truncate(column), value: null, message },
  })
  if (columns.length > importLimits.maxColumns)
    return [error('', `has more than ${importLimits.maxColumns} columns; remove some`)]
  return columns.flatMap((name, at) => {
    if (name === '') return [error(`column ${at + 1}`, 'has no name; name it or remove it')]
    return columns.indexOf(name) < at
      ? [error(name, 'occurs twice; remove one of the columns')]
      : []
  })
}

/** Returns the beginning of a text for a message. */
export const truncate = (text: string): string =>
  text.length <= 80 ? text : `${text.slice(0, 79).toWellFormed()}…`

const formulaStart = /^'*[=+\-@\t\r＝＋－＠]/

/** Prefixes a cell that a spreadsheet would evaluate as a formula. `unescapeCell` restores it exactly. */
export const escapeCell = (text: string): string => (formulaStart.test(text) ? `'${text}` : text)

export const unescapeCell = (cell: string): string =>
  cell.startsWith("'") && formulaStart.test(cell) ? cell.slice(1) : cell
