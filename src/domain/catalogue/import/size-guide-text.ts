import { lengthUnits, type SizeGuide } from '#contract'

/*
 * A size guide as the text of one cell: a line with the unit and the columns, a line for each size, an empty line, and
 * the note. `-` is no unit.
 *
 *     cm | Chest | Length
 *     S  | 96    | 68
 *
 *     Measured flat.
 */

const tableStart = /^(cm|in|-)[ \t]*\|/

export function formatSizeGuide(guide: SizeGuide | null): string {
  if (guide === null) return ''
  const { unit, columns, rows, note } = guide
  if (rows.length === 0) return tableStart.test(note) ? `\n${note}` : note
  const lines = [[unit ?? '-', ...columns], ...rows.map(({ size, values }) => [size, ...values])]
  const table = lines.map((cells) => cells.join(' | ')).join('\n')
  return note === '' ? table : `${table}\n\n${note}`
}

/** Parses a cell. Returns null for an empty cell. The rules of the product validate the result. */
export function parseSizeGuide(cell: string): SizeGuide | null {
  const text = cell.replace(/\r\n?/g, '\n').trimEnd()
  if (text.trim() === '') return null
  if (!tableStart.test(text)) return { unit: null, columns: [], rows: [], note: text.trim() }
  const [table = '', ...rest] = text.split(/\n[ \t]*\n/)
  const [head = [], ...rows] = table
    .split('\n')
    .map((line) => line.split('|').map((each) => each.trim()))
  const [unit, ...columns] = head
  return {
    unit: lengthUnits.find((each) => each === unit) ?? null,
    columns,
    rows: rows.map(([size = '', ...values]) => ({ size, values })),
    note: rest.join('\n\n').trim(),
  }
}
