import { stringify } from 'csv-stringify/browser/esm/sync'
import { saveFile } from './save-file.ts'

/** Saves lines that the page has as a CSV file, which spreadsheets open without running formulas. */
export function saveCsv(name: string, lines: readonly (readonly string[])[]): void {
  const text = stringify([...lines], { escape_formulas: true, bom: true })
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name)
}
