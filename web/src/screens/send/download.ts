import { stringify } from 'csv-stringify/browser/esm/sync'
import { fields, type Row, reasonOf } from './rows.ts'

/** Saves rows as a file that can be mended and uploaded again, each with why it was not sent. */
export function downloadRows(rows: readonly Row[]): void {
  const used = fields.filter((field) => rows.some(({ cells }) => (cells[field] ?? '') !== ''))
  const lines = rows.map((row) => [...used.map((field) => row.cells[field] ?? ''), whyNot(row)])
  const text = stringify([[...used, 'reason'], ...lines], { escape_formulas: true, bom: true })
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'not-sent.csv'
  link.click()
  URL.revokeObjectURL(url)
}

function whyNot({ result, outlook }: Row): string {
  const about = result ?? outlook
  return about?.status === 'refused' ? reasonOf(about.problems) : 'is on the list more than once'
}
