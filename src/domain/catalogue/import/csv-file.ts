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

/** The limits for a file that an import accepts. */
export const importLimits = { maxBytes: 5_000_000, maxRows: 10_000, maxColumns: 100 } as const

/** An error in one cell, row or file. */
export interface CellError {
  /** The line of the file, beginning with 1. Null if the error is about the whole file. */
  line: number | null
  /** The name of the column. Null if the error is about the whole row. */
  column: string | null
  /** The first characters of the cell. */
  value: string | null
  /** A sentence without its subject. It names the remedy. */
  message: string
}

/** One row of a file, with a cell for each column in the header. */
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

/** The settings with which a user reads a file: its format, and the meaning of its columns. */
export interface ImportFormat extends TableFormat {
  /** The position of each column. The import ignores all other columns. */
  columns?: Readonly<Record<string, number>>
}

export const getReadOptions = (format?: TableFormat): ReadOptions => ({
  limits: importLimits,
  names: columnNames,
  format,
})

/** Parses a file in this thread. Never throws because of the content: the result contains the errors. */
export function parseCsvFile(bytes: Uint8Array, format?: ImportFormat): CsvFile {
  try {
    return toCsvFile(readTable(bytes, getReadOptions(format)), format)
  } catch (error) {
    return toInvalidFile(error)
  }
}

/** Returns the result for a file that cannot be read. Throws all errors with another cause. */
export function toInvalidFile(error: unknown): CsvFile {
  if (!(error instanceof TableError)) throw error
  return invalidFile(error.message, error.line)
}

const invalidFile = (message: string, line: number | null = null): CsvFile => ({
  columns: [],
  rows: [],
  errors: [{ line, column: null, value: null, message }],
})

/**
 * Assigns names to the columns and cells of a table. If the encoding is only a guess, the user must select
 * one.
 */
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

/** Converts the name of a column to lower case. The name of a warehouse in it does not change. */
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
    // A cell beyond the header is an error of its row.
    if (name === '')
      return index < headerWidth && format.columns === undefined
        ? [error(`column ${index + 1}`, 'has no name; name it or remove it')]
        : []
    return names.indexOf(name) < at ? [error(name, 'occurs twice; remove one of the columns')] : []
  })
}

/**
 * Returns an error for a row that has another number of cells than the header. The cause is a wrong separator
 * or quotation mark.
 */
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

/**
 * Converts the text of a cell to its value. An SKU is a value. In other cells, the function removes the
 * escape sign that an export has added.
 */
const toCell = (name: string, cell: string): string =>
  name !== 'sku' || /^'(?!\d)/.test(cell.trim()) ? unescapeFormula(cell) : cleanValue(cell)

/**
 * Finds cells that a spreadsheet has damaged. An error value of a spreadsheet is never valid content. A
 * rounded number or a formula is not a valid SKU.
 */
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

/**
 * Removes the signs that a spreadsheet adds to an SKU. `="0042"` is a text. A text such as `'=1` was escaped
 * by an export, so it counts as undamaged.
 */
const cleanSign = (value: string): string => (value.trim().startsWith("'") ? '' : cleanValue(value))

/** Returns the first characters of a text, for use in a message. */
export const truncate = (text: string): string =>
  text.length <= 80 ? text : `${text.slice(0, 79).toWellFormed()}…`
