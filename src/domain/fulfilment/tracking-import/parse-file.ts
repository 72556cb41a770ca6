import { ApiError, type FieldError } from '#contract'
import { toFileError } from '#platform/tables/file-error'
import {
  cleanText,
  cleanValue,
  guessColumns,
  listNames,
  type ReadOptions,
  readTable,
  type Table,
  type TableFormat,
  trackingColumns,
} from '#platform/tables/index'
import { type ImportColumn, type ImportRow, importColumns, importLimits } from './import-row.ts'

/** How a user reads a file: its format, and which column is which. */
export interface TrackingFormat extends TableFormat {
  columns?: Readonly<Record<string, number>>
}

export const getReadOptions = (format?: TableFormat): ReadOptions => ({
  limits: { maxBytes: importLimits.bytes, maxRows: importLimits.rows, maxColumns: 200 },
  names: listNames(trackingColumns),
  format,
})

/**
 * Parses a file with tracking numbers in this thread. Throws when the file as a whole cannot be used; errors in cells are
 * the result of a check.
 */
export function parseTrackingFile(
  content: Uint8Array | string,
  format: TrackingFormat = {},
): ImportRow[] {
  try {
    return toImportRows(readTable(content, getReadOptions(format)), format)
  } catch (error) {
    throw toFileError(error, 'csv')
  }
}

/** Names the cells of a table. Throws without a column for parcels. */
export function toImportRows(table: Table, { columns }: TrackingFormat = {}): ImportRow[] {
  const indexes = columns === undefined ? findColumns(table) : chooseColumns(columns)
  if (!indexes.has('tracking_number') && !indexes.has('state'))
    throw fileError('required', 'has neither a column “tracking number” nor a column “state”')
  return table.rows.map(({ line, cells }) => {
    const cell = (column: ImportColumn) => cells[indexes.get(column) ?? -1] ?? ''
    return {
      line,
      cells: {
        parcel: cleanValue(cell('parcel')),
        carrier: cleanText(cell('carrier')),
        tracking_number: cleanValue(cell('tracking_number')),
        state: cleanText(cell('state')),
        date: cleanText(cell('date')),
      },
    }
  })
}

function findColumns(table: Table): ReadonlyMap<ImportColumn, number> {
  const indexes = guessColumns(table, trackingColumns)
  if (indexes.parcel === undefined)
    throw fileError(
      'required',
      'has no column “parcel”; the first line must name the columns: parcel, carrier, tracking number, state, date',
    )
  return new Map(importColumns.flatMap((column) => toEntry(column, indexes[column])))
}

const toEntry = (column: ImportColumn, index: number | undefined): [ImportColumn, number][] =>
  index === undefined ? [] : [[column, index]]

function chooseColumns(
  columns: Readonly<Record<string, number>>,
): ReadonlyMap<ImportColumn, number> {
  const indexes = new Map<ImportColumn, number>()
  for (const [name, index] of Object.entries(columns)) {
    const column = importColumns.find((each) => each === name)
    if (column === undefined)
      throw fileError(
        'invalid',
        `has no column “${name}”; the columns are ${importColumns.join(', ')}`,
      )
    indexes.set(column, index)
  }
  if (!indexes.has('parcel')) throw fileError('required', 'has no column “parcel”; choose one')
  return indexes
}

const fileError = (code: FieldError['code'], message: string) =>
  new ApiError('invalid', { fieldErrors: [{ code, param: 'csv', message }] })
