import { parseTableFile, type TableFile } from '#web/components/files/table-file.ts'
import {
  cleanEmail,
  cleanText,
  cleanValue,
  createCountryFinder,
  isMailboxList,
  type Mailbox,
  parseMailboxes,
  restoreZeros,
  splitName,
  type Table,
} from '#web/tables.ts'
import { guessMapping, type Mapping, recipientColumns } from './recipient-columns.ts'
import { fields, type RecipientRow } from './recipient-rows.ts'
import { nameRowFields } from './row-fields.ts'

export type RecipientFile = TableFile<keyof typeof recipientColumns>

/** The rules for reading a list of recipients from a file or from pasted cells. */
export const recipientTable = {
  names: recipientColumns,
  limits: { maxBytes: 20_000_000, maxRows: 50_000, maxColumns: 500 },
  guess: guessMapping,
} as const

/**
 * Functions that clean the fields with more than plain text. Spreadsheets add characters before numbers and
 * codes.
 */
const cleaners: Partial<Record<(typeof fields)[number], (cell: string) => string>> = {
  postal_code: cleanValue,
  phone: cleanValue,
  email: cleanEmail,
}

/**
 * Converts the rows of a table to rows of recipients. Names of countries become codes. If one cell contains a
 * whole person, the function splits it into name and address. The other columns become fields of the message.
 */
export function toRows(
  table: Pick<Table, 'columns' | 'rows' | 'format'>,
  mapping: Mapping,
): RecipientRow[] {
  const { rows } = table
  const findCountry = createCountryFinder()
  const otherColumns = nameRowFields(table, mapping)
  return rows.map(({ cells: line }, at) => {
    const read = (column: number | undefined) => line[column ?? -1] ?? ''
    const cells: RecipientRow['cells'] = {}
    for (const field of fields) {
      if (mapping[field] === undefined) continue
      cells[field] = (cleaners[field] ?? cleanText)(read(mapping[field]))
    }
    if (mapping.name !== undefined && mapping.first_name === undefined)
      Object.assign(cells, splitName(read(mapping.name)))
    if (cells.country !== undefined) cells.country = findCountry(cells.country) ?? cells.country
    const texts = otherColumns.map(({ index, name }) => [name, read(index).trim()] as const)
    return {
      ...{ line: at + 1, cells: withPerson(cells) },
      ...(texts.length > 0 && { fields: Object.fromEntries(texts) }),
    }
  })
}

/**
 * Splits a person such as `Ada Larkin <ada@example.com>` in the address cell into name and address. An email
 * address in a name cell does not count as a name.
 */
function withPerson(cells: RecipientRow['cells']): RecipientRow['cells'] {
  const { email = '', first_name = '', last_name = '' } = cells
  const people = /[<>,;\s]|mailto:/i.test(email) ? parseMailboxes(email) : []
  const [person] = people.length === 1 ? people : []
  const named = { ...cells, ...(person !== undefined && { email: person.email }) }
  const isName = (text: string) => !text.includes('@')
  if (isName(first_name) && isName(last_name) && first_name + last_name !== '') return named
  const names = person === undefined ? { first_name: '', last_name: '' } : splitName(person.name)
  return {
    ...named,
    first_name: isName(first_name) && first_name !== '' ? first_name : names.first_name,
    last_name: isName(last_name) && last_name !== '' ? last_name : names.last_name,
  }
}

/**
 * Parses a pasted list of people. The list can have addresses in the format of email programs, in several
 * lines or in one line. It can also have cells of a spreadsheet. Throws a `TableError` if the cells cannot be
 * read.
 */
export function parsePasted(text: string): RecipientRow[] {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  const isList = lines.every((line) => isMailboxList(line) || countAddresses(line) > 1)
  if (isList) return parseMailboxes(text).map(toRow)
  const file = parseTableFile('', new TextEncoder().encode(text), recipientTable, {})
  return toRows(file.table, file.columns)
}

const countAddresses = (line: string): number => line.match(/[^\s<>,;"]+@[^\s<>,;"]+/g)?.length ?? 0

const toRow = ({ name, email }: Mailbox, at: number): RecipientRow => ({
  line: at + 1,
  cells: { ...splitName(name), email },
})

/** Finds the names of countries in the file. Returns each name with the code that replaces it. */
export function findCountryChanges(
  { rows }: Pick<Table, 'rows'>,
  { country }: Mapping,
): { from: string; to: string }[] {
  const findCountry = createCountryFinder()
  const names = new Set(
    country === undefined ? [] : rows.map(({ cells }) => cleanText(cells[country] ?? '')),
  )
  return [...names].flatMap((from) => {
    const to = findCountry(from)
    return to === undefined || to === from.toUpperCase() ? [] : [{ from, to }]
  })
}

/** Finds postcodes that a spreadsheet has shortened. The key of each entry is the index of the row. */
export const findLostZeros = (rows: readonly RecipientRow[]): Map<number, string> =>
  new Map(
    rows.flatMap(({ cells: { postal_code = '', country = '' } }, index) => {
      const full = restoreZeros(postal_code, country)
      return full === undefined ? [] : [[index, full] as const]
    }),
  )
