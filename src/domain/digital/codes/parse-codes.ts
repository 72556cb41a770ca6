import { ApiError } from '#contract'
import { toFileError } from '#platform/tables/file-error'
import {
  cleanText,
  cleanValue,
  codeColumns,
  damageMessages,
  findDamage,
  guessColumns,
  listNames,
  type ReadOptions,
  readTable,
  type Table,
  type TableFormat,
} from '#platform/tables/index'
import { isLink, maxLinkLength } from '../contents/contents.ts'

/** A code that an import has parsed. */
export interface ParsedCode {
  /** The line of the text, beginning with 1. */
  line: number
  code: string
  pin: string | null
  expires_on: string | null
}

/** A line that cannot be imported, and the reason. */
export interface LineProblem {
  line: number
  message: string
}

export interface ParsedCodes {
  codes: ParsedCode[]
  problems: LineProblem[]
}

export const importLimits = { maxBytes: 4_000_000, maxRows: 50_000, maxColumns: 100 } as const
const maxCodeLength = 500
const maxPinLength = 100

const columns = ['code', 'pin', 'expires_on'] as const
type CodeColumn = (typeof columns)[number]

/** The settings with which a user reads a file: its format, and the meaning of its columns. */
export interface CodeFormat extends TableFormat {
  columns?: Readonly<Record<string, number>>
}

export const getReadOptions = (format?: TableFormat): ReadOptions => ({
  limits: importLimits,
  names: listNames(codeColumns),
  format,
})

/** Parses the text of an import in this thread. Throws if the text as a whole is unusable. */
export function parseRows(text: string): ParsedCode[] {
  try {
    return toRows(readTable(text, getReadOptions()))
  } catch (error) {
    throw toFileError(error, 'text')
  }
}

/**
 * Assigns names to the cells of a table. The column of a table with one column has the codes, whatever its
 * header says. Throws if the table has several columns and none of them is known, because the import makes no
 * guesses.
 */
export function toRows(table: Table, format: CodeFormat = {}): ParsedCode[] {
  if (format.columns === undefined && isListOfLinks(table)) return toLinks(table)
  const indexes = format.columns === undefined ? findColumns(table) : format.columns
  const unknown = Object.keys(indexes).find((name) => !columns.some((column) => column === name))
  if (unknown !== undefined || indexes.code === undefined)
    throw textError(
      unknown === undefined
        ? 'has no column of the codes; choose it'
        : `has no column “${unknown}”; the columns are ${columns.join(', ')}`,
    )
  return table.rows.map(({ line, cells }) => {
    const value = (column: CodeColumn) => cells[indexes[column] ?? -1] ?? ''
    return {
      line,
      code: cleanValue(value('code')),
      pin: cleanValue(value('pin')) || null,
      expires_on: cleanText(value('expires_on')) || null,
    }
  })
}

/**
 * Returns whether a table is a list of links without a header. In this case, a comma or a semicolon in a link
 * does not separate columns.
 */
const isListOfLinks = ({ columns: found, rows }: Table): boolean =>
  found.every(({ name }) => name === '') &&
  rows.every(({ cells }) => /^https?:\/\//i.test(cells[0] ?? ''))

const toLinks = ({ rows, format: { delimiter = ',' } }: Table): ParsedCode[] =>
  rows.map(({ line, cells }) => ({
    line,
    code: cleanValue(cells.join(delimiter)),
    pin: null,
    expires_on: null,
  }))

function findColumns(table: Table): Partial<Record<CodeColumn, number>> {
  const { columns: found } = table
  const indexes = guessColumns(table, codeColumns)
  const [only, ...others] = found
  if (indexes.code !== undefined || only === undefined) return indexes
  if (others.length === 0) return { code: only.index }
  const names = found.map(({ name, index }) => `“${name || `column ${index + 1}`}”`).join(', ')
  throw textError(`has the columns ${names}; name the column of the codes “code”, or choose it`)
}

const textError = (message: string) =>
  new ApiError('invalid', { fieldErrors: [{ code: 'invalid', param: 'text', message }] })

/** Separates valid codes from lines that cannot be imported. */
export function validateRows(rows: readonly ParsedCode[], isLinkList: boolean): ParsedCodes {
  const problems: LineProblem[] = []
  const codes = rows.flatMap((row) => {
    const message = findProblem(row, isLinkList)
    if (message === undefined) return [row]
    problems.push({ line: row.line, message })
    return []
  })
  return { codes, problems }
}

/** Returns the problem of a code. The text never contains the code, because messages are logged and shown. */
function findProblem({ code, pin, expires_on }: ParsedCode, isLinkList: boolean) {
  if (code === '') return 'has no code'
  const damage = findDamage(code)
  if (damage !== undefined) return `has a code that ${damageMessages[damage]}`
  if (isLinkList && !isLink(code)) return 'must be a link such as https://example.com/gift'
  if (code.length > (isLinkList ? maxLinkLength : maxCodeLength))
    return `has a code of more than ${maxCodeLength} characters`
  if (hasControlCharacters(code) || !code.isWellFormed())
    return 'has a code with invisible characters'
  return findPinProblem(pin) ?? findDateProblem(expires_on)
}

function findPinProblem(pin: string | null): string | undefined {
  if (pin === null) return undefined
  const damage = findDamage(pin)
  if (damage !== undefined) return `has a PIN that ${damageMessages[damage]}`
  return pin.length > maxPinLength || hasControlCharacters(pin) || !pin.isWellFormed()
    ? `has a PIN with invisible characters or more than ${maxPinLength} characters`
    : undefined
}

const findDateProblem = (expires_on: string | null): string | undefined =>
  expires_on === null || isDate(expires_on)
    ? undefined
    : 'has an expiry date that is not like 2027-12-31'

const hasControlCharacters = (text: string) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)

/** Returns whether the text is a day of the calendar. */
function isDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
