import type { ContactImportRow } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { withRetries } from '#web/components/feedback/with-retries.ts'
import { saveCsv } from '#web/components/files/save-csv.ts'
import {
  openTableFile,
  parseTableFile,
  type TableFile,
  type TableKind,
  toBase64,
  toImportFormat,
} from '#web/components/files/table-file.ts'
import { t } from '#web/i18n/contacts.ts'
import { contactColumns, detectPreset, type PresetName, type TableFormat } from '#web/tables.ts'
import { fieldLabels } from './contact-fields.ts'

/*
 * The import of contacts. The server reads and checks the whole file. Then the page sends the rows in parts.
 */

export type ColumnName = keyof typeof contactColumns
export type DateOrder = 'day_first' | 'month_first'

/** The columns of a file, in the order of the page. */
// biome-ignore format: read down the columns
const columnLabels: Readonly<Record<ColumnName, string>> = {
  given_name:    fieldLabels.given_name,
  family_name:   fieldLabels.family_name,
  name:          fieldLabels.display_name,
  salutation:    fieldLabels.salutation,
  work_email:    fieldLabels.work_emails,
  private_email: fieldLabels.private_emails,
  phone:         fieldLabels.phone,
  external_id:   fieldLabels.external_ids,
  department:    fieldLabels.department,
  manager:       fieldLabels.manager_id,
  start_date:    fieldLabels.start_date,
  end_date:      fieldLabels.end_date,
  birthday:      fieldLabels.birthday,
  language:      fieldLabels.language,
  country:       fieldLabels.country,
  time_zone:     fieldLabels.time_zone,
  groups:        fieldLabels.groups,
  consent:       fieldLabels.consent,
  do_not_gift:   fieldLabels.do_not_gift,
}

export const columnChoices = Object.entries(columnLabels).map(([value, label]) => ({
  value: value as ColumnName,
  label,
}))

/** Returns the label of a column. The column of an own field has the key of the field. */
const toColumnLabel = (column: string): string =>
  columnLabels[column as ColumnName] ??
  (column === 'card' ? t('Card') : column.replace(/^field:/, ''))

const contactTable: TableKind<ColumnName> = {
  names: contactColumns,
  limits: { maxBytes: 5_000_000, maxRows: 10_000, maxColumns: 200 },
}

/** A chosen file. Cards have no table. */
export interface ContactFile {
  name: string
  bytes: Uint8Array
  table: TableFile<ColumnName> | undefined
  /** The product that the file is from, as its columns and dates show or a person has chosen. */
  preset: PresetName | undefined
}

/** Opens a file. Throws a `TableError` for a file that is neither a table nor vCards. */
export async function openContactFile(file: File): Promise<ContactFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isVCard = /^\ufeff?\s*BEGIN:VCARD/i.test(new TextDecoder().decode(bytes.subarray(0, 100)))
  const table = isVCard ? undefined : await openTableFile(file, contactTable)
  return { name: file.name, bytes, table, preset: table && detectPreset(table.table) }
}

export const reformat = (file: ContactFile, format: TableFormat): ContactFile => ({
  ...file,
  table: parseTableFile(file.name, file.bytes, contactTable, format),
})

/** Checks a file without changing anything. */
export function checkFile(
  { bytes, table, preset }: ContactFile,
  date_order: DateOrder | undefined,
) {
  const content = toBase64(bytes)
  const body = { content, ...(date_order !== undefined && { date_order }) }
  if (table === undefined) return api.post('/contact-import/check', body)
  const { columns, ...format } = toImportFormat(table)
  return api.post('/contact-import/check', {
    ...body,
    ...(preset !== undefined && { preset }),
    format: { ...format, columns: { ...columns, ...findOwnFields(table) } },
  })
}

/** Lists the positions of the columns of own fields. */
export const ownColumnsOf = (file: TableFile<ColumnName>): number[] =>
  Object.values(findOwnFields(file))

/** Finds the columns of own fields: their header is `field:` and the key of the field. */
const findOwnFields = ({ table }: TableFile<ColumnName>): Record<string, number> =>
  Object.fromEntries(
    table.columns.flatMap(({ name, index }) => {
      const [, key] = /^field:\s*(\S.*)$/i.exec(name.trim()) ?? []
      return key === undefined ? [] : [[`field:${key}`, index]]
    }),
  )

export type CheckedFile = Awaited<ReturnType<typeof checkFile>>

const rowsPerRequest = 200

interface ImportRequest {
  file: ContactFile
  checked: CheckedFile
  date_order: DateOrder | undefined
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

/**
 * Imports the rows that create or change a contact, in parts. If the connection is lost, a part is sent again:
 * the server changes nothing twice. A manager can be in a later row, so rows with a manager are sent once more at the end.
 */
export async function importFile(request: ImportRequest): Promise<void> {
  const { checked } = request
  const rows = checked.rows.filter(({ status }) => status === 'created' || status === 'changed')
  const withManager = rows.filter(({ cells }) => cells.manager !== undefined)
  const total = rows.length + withManager.length
  await importRows(request, rows, (done) => request.onProgress(done, total))
  await importRows(request, withManager, (done) => request.onProgress(rows.length + done, total))
}

async function importRows(
  { file, checked, date_order, signal }: ImportRequest,
  rows: readonly ContactImportRow[],
  onProgress: (done: number) => void,
): Promise<void> {
  for (let first = 0; first < rows.length && !signal.aborted; first += rowsPerRequest) {
    const batch = rows.slice(first, first + rowsPerRequest)
    const body = {
      source: checked.source,
      file_name: file.name.slice(-255),
      ...(date_order !== undefined && { date_order }),
      rows: batch.map(({ line, cells }) => ({ line, cells })),
    }
    await withRetries(() => api.post('/contact-import', body), signal)
    onProgress(first + batch.length)
  }
}

export const formatMessages = ({ errors, warnings }: ContactImportRow): string =>
  [...errors, ...warnings]
    .map(({ column, message }) => `${toColumnLabel(column)} ${message}.`)
    .join(' ')

export const formatChanges = ({ changed }: ContactImportRow): string[] =>
  changed.map((name) => fieldLabels[name as keyof typeof fieldLabels] ?? name)

/** Downloads the rows that were not imported, with the reasons. */
export const downloadRejected = (rows: readonly ContactImportRow[]): void =>
  saveCsv('contacts-not-imported.csv', [
    ['line', 'reason'],
    ...rows.map((row) => [String(row.line), formatMessages(row)]),
  ])
