import { saveCsv } from '#web/components/files/save-csv.ts'
import { t } from '#web/i18n/send.ts'
import { listRowFields } from './merge-fields.ts'
import { describeErrors, fields, type RecipientRow, readRowField } from './recipient-rows.ts'

/**
 * Downloads the rows that were not sent, each with the reason. The user can fix the file and upload it again.
 */
export function downloadRows(rows: readonly RecipientRow[]): void {
  const usedFields = [...new Set([...fields, ...listRowFields(rows)])].filter((field) =>
    rows.some((row) => readRowField(row, field) !== ''),
  )
  const lines = rows.map((row) => [
    ...usedFields.map((field) => readRowField(row, field)),
    getReason(row),
  ])
  saveCsv('not-sent.csv', [[...usedFields, 'reason'], ...lines])
}

function getReason({ result, check }: RecipientRow): string {
  const status = result ?? check
  return status?.status === 'rejected'
    ? describeErrors(status.errors)
    : t('is in the list more than once')
}
