import {
  cleanValue,
  damageMessages,
  findDamage,
  type ReadOptions,
  readTable,
  type Table,
  TableError,
  type TableFormat,
  unescapeFormula,
} from '#platform/tables/index'
import { columnNames } from './columns.ts'

/** The largest file that an import accepts. */
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

/** How a user reads a file: its format, and which column is which. */
export interface ImportFormat extends TableFormat {
  /** The position of each column; other columns are ignored. */
  columns?: Readonly<Record<string, number>>
}

export const getReadOptions = (format?: TableFormat): ReadOptions => ({
  limits: importLimits,
  names: columnNames,
  format,
})

/** Parses a file in this thread. Never throws for the content: errors are part of the result. */
export function parseCsvFile(bytes: Uint8Array, format?: ImportFormat): CsvFile {
  try {
    return toCsvFile(readTable(bytes, getReadOptions(format)), format)
  } catch (error) {
    return toInvalidFile(error)
  }
}

/** The result for a file that cannot be read. Throws other errors. */
export function toInvalidFile(error: unknown): CsvFile {
  if (!(error instanceof TableError)) throw error
  return invalidFile(error.message, error.line)
}

const invalidFile = (message: string, line: number | null = null): CsvFile => ({
  columns: [],
  rows: [],
  errors: [{ line, column: null, value: null, message }],
})

/** Names the columns and cells of a table. An encoding that is only probable must be chosen. */
export function toCsvFile(table: Table, format: ImportFormat = {}): CsvFile {
  if (!table.isEncodingCertain && format.encoding === undefined)
    return invalidFile('is not encoded as UTF-8; save it as “CSV UTF-8”, or choose its encoding')
  const { header_line } = table.format
  const columns = format.columns === undefined ? nameColumns(table) : chooseColumns(format.columns)
  if (columns.size === 0)
    return invalidFile('has no line with the names of the columns, such as sku and product_name')
  const errors = findHeaderErrors(table, columns, format, header_line)
  const names = [...columns.values()]
  if (errors.length > 0) return { columns: names, rows: [], errors }
  const rows = table.rows.flatMap((row): CsvRow[] => {
    const width = findWidthError(row, table, format)
    if (width !== undefined) {
      errors.push({ line: row.line, column: null, value: null, message: width })
      return []
    }
    const cells = new Map(
      [...columns].map(([index, name]) => [name, toCell(name, row.cells[index] ?? '')]),
    )
    const raw = [...columns].map(([index, name]) => [name, row.cells[index] ?? ''] as const)
    const damaged = findDamagedCells(row.line, raw)
    errors.push(...damaged)
    return damaged.length > 0 ? [] : [{ line: row.line, cells }]
  })
  return { columns: names, rows, errors }
}

const nameColumns = ({ columns, format }: Table): Map<number, string> =>
  new Map(
    format.header_line === 0
      ? []
      : columns.map(({ index, name }) => [index, normalizeColumn(name)] as const),
  )

const chooseColumns = (columns: Readonly<Record<string, number>>): Map<number, string> =>
  new Map(Object.entries(columns).map(([name, index]) => [index, normalizeColumn(name)]))

/** Columns are compared without case; the name of a warehouse keeps its spelling. */
function normalizeColumn(name: string): string {
  const trimmed = name.trim()
  const [, warehouse] = /^stock\s*:\s*(.*)$/is.exec(trimmed) ?? []
  return warehouse === undefined
    ? trimmed.toLowerCase().replace(/\s+/g, '_')
    : `stock:${warehouse.trim()}`
}

function findHeaderErrors(
  { headerWidth }: Table,
  columns: ReadonlyMap<number, string>,
  format: ImportFormat,
  line: number,
): CellError[] {
  const error = (column: string, message: string): CellError => ({
    ...{ line, column: truncate(column), value: null, message },
  })
  const names = [...columns.values()]
  return [...columns].flatMap(([index, name], at) => {
    // a cell beyond the header is an error of its row
    if (name === '')
      return index < headerWidth && format.columns === undefined
        ? [error(`column ${index + 1}`, 'has no name; name it or remove it')]
        : []
    return names.indexOf(name) < at ? [error(name, 'occurs twice; remove one of the columns')] : []
  })
}

/** A row with another number of cells has a wrong separator or quotation mark. */
function findWidthError(
  { cells, width }: Table['rows'][number],
  { headerWidth, columns }: Table,
  format: ImportFormat,
): string | undefined {
  if (format.columns !== undefined || width === null) return undefined
  const named = columns.filter(({ name }) => name !== '')
  const needed = (named.at(-1)?.index ?? -1) + 1
  return width < needed || cells.length > headerWidth
    ? `has ${width} cells, but the header has ${headerWidth}; check separators and quotation marks`
    : undefined
}

/** An SKU is a value; other cells are texts, which an export has escaped. */
const toCell = (name: string, cell: string): string =>
  name !== 'sku' || /^'(?!\d)/.test(cell.trim()) ? unescapeFormula(cell) : cleanValue(cell)

/** An error value of a spreadsheet is never the content of a cell. A rounded number or a formula is no SKU. */
const findDamagedCells = (
  line: number,
  cells: readonly (readonly [column: string, value: string])[],
): CellError[] =>
  cells.flatMap(([column, value]) => {
    const damage = findDamage(column === 'sku' ? cleanSign(value) : value.trim())
    return damage === 'error_value' || damage === 'hashes' || (damage && column === 'sku')
      ? [{ line, column, value: truncate(value), message: damageMessages[damage] }]
      : []
  })

/** `="0042"` is a text; `'=1` is one that an export has escaped. */
const cleanSign = (value: string): string => (value.trim().startsWith("'") ? '' : cleanValue(value))

/** Returns the beginning of a text for a message. */
export const truncate = (text: string): string =>
  text.length <= 80 ? text : `${text.slice(0, 79).toWellFormed()}…`
