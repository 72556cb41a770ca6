import type { Table, TableColumn } from '#web/tables.ts'
import type { Mapping } from './recipient-columns.ts'
import { fields } from './recipient-rows.ts'

/** The most columns of a list that a message can contain. The server has the same limit. */
const maxRowFields = 30

/** A column as a field of the message: its index, and the name in the braces. */
interface RowFieldColumn {
  index: number
  name: string
}

/** Names the other columns of a table, which can be fields of a message. A column needs a header and a value. */
export function nameRowFields(
  { columns, rows, format }: Pick<Table, 'columns' | 'rows' | 'format'>,
  mapping: Mapping,
): RowFieldColumn[] {
  if (format.header_line === 0) return []
  const mapped = new Set(Object.values(mapping))
  const taken = new Set<string>([...fields, 'name', 'reason', 'row'])
  return columns
    .filter(({ index, name }) => !mapped.has(index) && name.trim() !== '')
    .filter(({ index }) => rows.some(({ cells }) => (cells[index] ?? '').trim() !== ''))
    .slice(0, maxRowFields)
    .map((column) => {
      const name = createName(column, taken)
      taken.add(name)
      return { index: column.index, name }
    })
}

/**
 * Creates the name of a field from a header, such as `company_name` from `Company name`. Names consist of letters and
 * underscores. Headers in other scripts, and equal ones, get the letter of the column.
 */
function createName({ name: header, index }: TableColumn, taken: ReadonlySet<string>): string {
  const column = toColumnLetters(index)
  const letters = header
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 50)
  let name = letters === '' ? `column_${column}` : letters
  while (taken.has(name)) name = `${name}_${column}`
  return name
}

/** Returns the name of a column in a spreadsheet, in small letters: `a` for 0, `aa` for 26. */
function toColumnLetters(index: number): string {
  const letter = String.fromCharCode(97 + (index % 26))
  return index < 26 ? letter : toColumnLetters(Math.floor(index / 26) - 1) + letter
}
