import { ApiError, type FieldError } from '#contract'
import { lazyPackage } from '#platform/lib/lazy-package'
import { type ImportColumn, type ImportRow, importColumns, importLimits } from './import-row.ts'

const loadCsvParser = lazyPackage<typeof import('csv-parse/sync')>('csv-parse/sync')

/** The names that a column can have in the header, in lower case and without separators. */
// biome-ignore format: one column a line
const columnNames: Readonly<Record<ImportColumn, readonly string[]>> = {
  parcel:          ['parcel', 'barcode', 'parcelbarcode', 'giftreference', 'reference', 'gift'],
  carrier:         ['carrier', 'carriername', 'shippingcarrier', 'courier'],
  tracking_number: ['trackingnumber', 'trackingcode', 'tracking', 'trackingno', 'trackingid'],
  state:           ['state', 'status'],
  date:            ['date', 'occurredat', 'time', 'timestamp', 'shippedat'],
}

/**
 * Parses a file with tracking numbers. The separator is a comma, a semicolon or a tab. Throws when the file as a whole
 * cannot be used; errors in cells are the result of a check.
 */
export function parseTrackingFile(text: string): ImportRow[] {
  if (Buffer.byteLength(text) > importLimits.bytes)
    throw fileError('too_long', `is larger than 1 MB; split it into several files`)
  const records = parseRecords(text)
  const [header, ...lines] = records
  if (header === undefined) throw fileError('required', 'is empty; add a header and a row')
  const indexes = findColumns(header.record)
  if (lines.length === 0) throw fileError('required', 'has no rows below the header')
  if (lines.length > importLimits.rows)
    throw fileError('too_many', `has more than 5,000 rows; split it into several files`)
  return lines.map(({ record, info }) => {
    const cell = (column: ImportColumn) => (record[indexes.get(column) ?? -1] ?? '').trim()
    return {
      line: info.lines,
      cells: {
        parcel: cell('parcel'),
        carrier: cell('carrier'),
        tracking_number: cell('tracking_number'),
        state: cell('state'),
        date: cell('date'),
      },
    }
  })
}

interface CsvRecord {
  record: string[]
  info: { lines: number }
}

function parseRecords(text: string): CsvRecord[] {
  try {
    const options = { bom: true, relax_column_count: true, skip_empty_lines: true, info: true }
    const records = loadCsvParser().parse(text, { ...options, delimiter: guessDelimiter(text) })
    return (records as unknown as CsvRecord[]).filter(({ record }) =>
      record.some((cell) => cell.trim() !== ''),
    )
  } catch (error) {
    const { lines } = error as { lines?: number }
    const place = lines === undefined ? '' : ` at line ${lines}`
    throw fileError('invalid_format', `is not valid CSV${place}; check the quotation marks`)
  }
}

/** Returns the separator that occurs most often in the header. */
function guessDelimiter(text: string): string {
  const [header = ''] = text.split(/\r?\n/, 1)
  const count = (delimiter: string) => header.split(delimiter).length
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

function findColumns(header: readonly string[]): ReadonlyMap<ImportColumn, number> {
  const names = header.map((name) => name.toLowerCase().replace(/[^a-z]/g, ''))
  const indexes = new Map<ImportColumn, number>()
  for (const column of importColumns) {
    const index = names.findIndex((name) => columnNames[column].includes(name))
    if (index >= 0) indexes.set(column, index)
  }
  if (!indexes.has('parcel'))
    throw fileError(
      'required',
      'has no column “parcel”; the first line must name the columns: parcel, carrier, tracking number, state, date',
    )
  if (!indexes.has('tracking_number') && !indexes.has('state'))
    throw fileError('required', 'has neither a column “tracking number” nor a column “state”')
  return indexes
}

const fileError = (code: FieldError['code'], message: string) =>
  new ApiError('invalid', { fieldErrors: [{ code, param: 'csv', message }] })
