import { stringify } from 'csv-stringify/browser/esm/sync'
import { t } from '#web/i18n/send.ts'
import { describeErrors, fields, type RecipientRow } from './recipient-rows.ts'

/** Downloads unsent rows as a file to fix and upload again, each with the reason. */
export function downloadRows(rows: readonly RecipientRow[]): void {
  const usedFields = fields.filter((field) => rows.some(({ cells }) => (cells[field] ?? '') !== ''))
  const lines = rows.map((row) => [
    ...usedFields.map((field) => row.cells[field] ?? ''),
    getReason(row),
  ])
  const text = stringify([[...usedFields, 'reason'], ...lines], {
    escape_formulas: true,
    bom: true,
  })
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'not-sent.csv'
  link.click()
  URL.revokeObjectURL(url)
}

function getReason({ result, check }: RecipientRow): string {
  const status = result ?? check
  return status?.status === 'rejected'
    ? describeErrors(status.errors)
    : t('is in the list more than once')
}
