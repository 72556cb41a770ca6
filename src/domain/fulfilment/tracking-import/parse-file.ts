import { ApiError, type FieldError } from '#contract'
import { toFileError } from '#platform/tables/file-error'
import {
  cleanText,
  cleanValue,
  normalizeName,
  type ReadOptions,
  readTable,
  type Table,
  type TableFormat,
} from '#platform/tables/index'
import { type ImportColumn, type ImportRow, importColumns, importLimits } from './import-row.ts'

/** The names that a column can have in the header; case, spaces and signs do not matter. */
// biome-ignore format: one column a line
const columnNames: Readonly<Record<ImportColumn, readonly string[]>> = {
  parcel:          ['parcel', 'barcode', 'parcel barcode', 'gift reference', 'reference', 'gift', 'shipment reference', 'customer reference', 'reference number', 'reference 1', 'reference number 1', 'your reference', 'order number', 'order', 'referenz', 'sendungsreferenz', 'kundenreferenz', 'ihre referenz', 'référence', 'référence client', 'referencia', 'referencia del cliente', 'riferimento', 'referentie', 'お客様管理番号', '管理番号'],
  carrier:         ['carrier', 'carrier name', 'shipping carrier', 'courier', 'service provider', 'versanddienstleister', 'zusteller', 'transporteur', 'transportista', 'corriere', 'vervoerder', '配送業者', '運送会社'],
  tracking_number: ['tracking number', 'tracking code', 'tracking', 'tracking no', 'tracking id', 'tracking number(s)', 'shipment number', 'airway bill number', 'air waybill', 'awb', 'waybill', 'consignment number', 'sendungsnummer', 'trackingnummer', 'numéro de suivi', 'n° de suivi', 'número de seguimiento', 'numero di tracking', 'trackingnummer', 'お問い合わせ伝票番号', '伝票番号', '追跡番号', '送り状番号'],
  state:           ['state', 'status', 'statut', 'estado', 'stato', 'ステータス'],
  date:            ['date', 'occurred at', 'time', 'timestamp', 'shipped at', 'ship date', 'shipping date', 'versanddatum', 'datum', 'fecha', 'data', '出荷日', '発送日'],
}

/** How a user reads a file: its format, and which column is which. */
export interface TrackingFormat extends TableFormat {
  columns?: Readonly<Record<string, number>>
}

export const getReadOptions = (format?: TableFormat): ReadOptions => ({
  limits: { maxBytes: importLimits.bytes, maxRows: importLimits.rows, maxColumns: 200 },
  names: importColumns.flatMap((column) => columnNames[column]),
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

function findColumns({ columns, format }: Table): ReadonlyMap<ImportColumn, number> {
  const indexes = new Map<ImportColumn, number>()
  for (const column of importColumns) {
    const names = columnNames[column].map(normalizeName)
    const found = columns
      .filter(({ name }) => names.includes(normalizeName(name)))
      .toSorted(
        (one, other) =>
          names.indexOf(normalizeName(one.name)) - names.indexOf(normalizeName(other.name)),
      )
    if (found[0] !== undefined) indexes.set(column, found[0].index)
  }
  if (!indexes.has('parcel') || format.header_line === 0)
    throw fileError(
      'required',
      'has no column “parcel”; the first line must name the columns: parcel, carrier, tracking number, state, date',
    )
  return indexes
}

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
