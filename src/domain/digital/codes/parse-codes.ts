import { lazyPackage } from '#platform/lib/lazy-package'
import { isLink, maxLinkLength } from '../contents/contents.ts'

const loadCsvParser = lazyPackage<typeof import('csv-parse/sync')>('csv-parse/sync')

/** A code of an import. */
export interface ParsedCode {
  /** The line of the text, from 1. */
  line: number
  code: string
  pin: string | null
  expires_on: string | null
}

/** A line that cannot be imported, and why. */
export interface LineProblem {
  line: number
  message: string
}

export interface ParsedCodes {
  codes: ParsedCode[]
  problems: LineProblem[]
}

export const importLimits = { maxBytes: 4_000_000, maxRows: 50_000 } as const
const maxCodeLength = 500
const maxPinLength = 100

/** The names of the columns, as people and shops write them. */
const columnNames: Readonly<Record<string, 'code' | 'pin' | 'expires_on'>> = {
  code: 'code',
  codes: 'code',
  link: 'code',
  url: 'code',
  pin: 'pin',
  expires_on: 'expires_on',
  expires: 'expires_on',
  'expiry date': 'expires_on',
}

/**
 * Parses the text of an import. With a header line that names `code` (or `link`), the text is CSV with the columns `pin`
 * and `expires_on`. Without one, each line is a code.
 */
export function parseRows(text: string): ParsedCode[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  return findHeader(lines) === undefined ? toRows(lines) : parseCsv(text)
}

/** Separates the codes from the lines that cannot be imported. */
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

const toRows = (lines: readonly string[]): ParsedCode[] =>
  lines.flatMap((line, index) => {
    const code = line.trim()
    return code === '' ? [] : [{ line: index + 1, code, pin: null, expires_on: null }]
  })

const delimiters = [',', ';', '\t'] as const

/** Returns the delimiter and the columns of a header in the first line that is not empty. */
function findHeader(lines: readonly string[]) {
  const first = lines.find((line) => line.trim() !== '') ?? ''
  for (const delimiter of delimiters) {
    const columns = first.split(delimiter).map((name) => columnNames[toName(name)])
    if (columns.includes('code')) return { delimiter, columns }
  }
  return undefined
}

const toName = (cell: string) => cell.trim().replace(/^"|"$/g, '').toLowerCase()

function parseCsv(text: string): ParsedCode[] {
  const header = findHeader(text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/))
  if (header === undefined) return []
  const records = loadCsvParser().parse(text, {
    delimiter: header.delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  }) as unknown as { record: string[]; info: { lines: number } }[]
  return records.slice(1).flatMap(({ record, info }) => {
    const cell = (name: 'code' | 'pin' | 'expires_on') => record[header.columns.indexOf(name)] ?? ''
    const isBlank = record.every((each) => each === '')
    return isBlank
      ? []
      : [
          {
            line: info.lines,
            code: cell('code'),
            pin: cell('pin') === '' ? null : cell('pin'),
            expires_on: cell('expires_on') === '' ? null : cell('expires_on'),
          },
        ]
  })
}

/** Never quotes the code, because messages are logged and shown. */
function findProblem({ code, pin, expires_on }: ParsedCode, isLinkList: boolean) {
  if (code === '') return 'has no code'
  if (isLinkList && !isLink(code)) return 'must be a link such as https://example.com/gift'
  if (code.length > (isLinkList ? maxLinkLength : maxCodeLength))
    return `has a code of more than ${maxCodeLength} characters`
  if (hasControlCharacters(code) || !code.isWellFormed())
    return 'has a code with invisible characters'
  if (
    pin !== null &&
    (pin.length > maxPinLength || hasControlCharacters(pin) || !pin.isWellFormed())
  )
    return `has a PIN with invisible characters or more than ${maxPinLength} characters`
  if (expires_on !== null && !isDate(expires_on))
    return 'has an expiry date that is not like 2027-12-31'
  return undefined
}

const hasControlCharacters = (text: string) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)

/** Whether the text is a day of the calendar. */
function isDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
