import type { TrackingImportRow } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { withRetries } from '#web/components/feedback/with-retries.ts'
import { saveCsv } from '#web/components/files/save-csv.ts'
import {
  type TableFile,
  type TableKind,
  toBase64,
  toImportFormat,
} from '#web/components/files/table-file.ts'
import { t } from '#web/i18n/gifts.ts'
import { trackingColumns } from '#web/tables.ts'

/*
 * The import of tracking numbers. The server parses and checks the file. Then the page sends the rows to the
 * server in parts.
 */

export type ColumnName = keyof TrackingImportRow['cells']

export const columns: readonly ColumnName[] = [
  'parcel',
  'carrier',
  'tracking_number',
  'state',
  'date',
]

export const columnLabels: Readonly<Record<ColumnName, string>> = {
  parcel: t('Parcel'),
  carrier: t('Carrier'),
  tracking_number: t('Tracking number'),
  state: t('State'),
  date: t('Date'),
}

/** The state of the rows that have no state in the file: `in_transit`, or null for no state. */
export type DefaultState = 'in_transit' | null

const batchSize = 100

export const trackingTable: TableKind<ColumnName> = {
  names: trackingColumns,
  limits: { maxBytes: 1_000_000, maxRows: 5_000, maxColumns: 200 },
}

export const trackingFields = columns.map((value) => ({ value, label: columnLabels[value] }))

/** Returns whether the file has all required columns: the parcel, and the tracking number or the state. */
export const canCheck = ({ columns: found }: TableFile<ColumnName>): boolean =>
  found.parcel !== undefined && (found.tracking_number !== undefined || found.state !== undefined)

/**
 * Checks a file without changing anything. If the file cannot be used, the function throws an error with the
 * reason.
 */
export async function checkFile(
  file: TableFile<ColumnName>,
  default_state: DefaultState,
): Promise<TrackingImportRow[]> {
  const body = { content: toBase64(file.bytes), format: toImportFormat(file), default_state }
  const { rows } = await api.post('/tracking-import/check', body)
  return rows
}

interface ImportRequest {
  rows: readonly TrackingImportRow[]
  default_state: DefaultState
  /** Receives the results so far, by line. The import calls it after each part. */
  onProgress: (results: ReadonlyMap<number, TrackingImportRow>) => void
  signal: AbortSignal
}

/**
 * Imports rows in parts. If the connection is lost during a part, the function sends the part again. The
 * server changes nothing twice.
 */
export async function importRows(request: ImportRequest): Promise<void> {
  const { rows, default_state, onProgress, signal } = request
  for (let first = 0; first < rows.length && !signal.aborted; first += batchSize) {
    const batch = rows.slice(first, first + batchSize)
    const body = { default_state, rows: batch.map(({ line, cells }) => ({ line, cells })) }
    const response = await withRetries(() => api.post('/tracking-import', body), signal)
    const resultByLine = new Map(response.rows.map((result) => [result.line, result]))
    onProgress(
      new Map(batch.map((row) => [row.line, { ...row, ...(resultByLine.get(row.line) ?? {}) }])),
    )
  }
}

export const formatRowErrors = ({ errors }: TrackingImportRow): string => formatMessages(errors)

export const formatRowWarnings = ({ warnings }: TrackingImportRow): string =>
  formatMessages(warnings)

const formatMessages = (messages: TrackingImportRow['errors']): string =>
  messages.map(({ column, message }) => `${columnLabels[column]} ${message}.`).join(' ')

/** Downloads a file with the rows and their results. */
export function downloadResults(rows: readonly TrackingImportRow[]): void {
  const lines = rows.map((row) => [
    ...columns.map((column) => row.cells[column]),
    row.status,
    [formatRowErrors(row), formatRowWarnings(row)].filter((text) => text !== '').join(' '),
  ])
  saveCsv('tracking-numbers-result.csv', [[...columns, 'result', 'reason'], ...lines])
}

export const downloadTemplate = (): void =>
  saveCsv('tracking-numbers.csv', [
    [...columns],
    ['GR-7KQ2M9P4-1', 'UPS', '1Z5R89390357567127', 'in transit', '2026-05-01'],
  ])
