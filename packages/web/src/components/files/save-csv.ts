import { stringify } from 'csv-stringify/browser/esm/sync'
import { saveFile } from './save-file.ts'

/** Saves lines of the page as a CSV file. Spreadsheets open this file without running formulas. */
export function saveCsv(name: string, lines: readonly (readonly string[])[]): void {
  const text = stringify([...lines], { escape_formulas: true, bom: true })
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name)
}
