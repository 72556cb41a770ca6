import { parse } from 'csv-parse/browser/esm/sync'
import { type Encoding, guessEncoding } from '#web/components/text-encoding.ts'
import { t } from '#web/i18n/send.ts'
import { type Field, fields, type RecipientRow } from './recipient-rows.ts'

/** The header and rows of a parsed file or pasted text. */
export interface Sheet {
  header: string[]
  /** Whether the first line names the columns. */
  hasHeader: boolean
  body: string[][]
  encoding: Encoding
  delimiter: string
}

export const delimiters = [
  { value: ',', label: t('commas') },
  { value: ';', label: t('semicolons') },
  { value: '\t', label: t('tabs') },
  { value: '|', label: t('bars') },
] as const

/** Returns the delimiter that splits the first lines into the most cells, with the same number in each line. */
function guessDelimiter(text: string): string {
  const score = (delimiter: string) => {
    const lines = parseCells(text.slice(0, 20_000), delimiter).slice(0, 10)
    const [first] = lines
    if (first === undefined || first.length < 2) return 0
    const sameWidth = lines.filter((line) => line.length === first.length).length
    return (sameWidth / lines.length) * first.length
  }
  const scored = delimiters.map(({ value }) => ({ value, score: score(value) }))
  return scored.toSorted((one, other) => other.score - one.score)[0]?.value ?? ','
}

function parseCells(text: string, delimiter: string): string[][] {
  return parse(text, {
    delimiter,
    bom: true,
    relaxColumnCount: true,
    relaxQuotes: true,
    skipEmptyLines: true,
    trim: true,
  }) as unknown as string[][]
}

export function parseSheet(
  bytes: Uint8Array,
  overrides: { encoding?: Encoding; delimiter?: string } = {},
): Sheet {
  const encoding = overrides.encoding ?? guessEncoding(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  const delimiter = overrides.delimiter ?? guessDelimiter(text)
  const lines = parseCells(text, delimiter).filter((line) => line.some((cell) => cell !== ''))
  const [first = []] = lines
  // a first line with an email address is data, not a header
  const hasHeader = !first.some((cell) => cell.includes('@'))
  const header = hasHeader ? first : first.map((_, at) => t('Column {number}', { number: at + 1 }))
  return { header, hasHeader, body: hasHeader ? lines.slice(1) : lines, encoding, delimiter }
}

/** Maps columns to fields by header, or by content without a header. */
export type Mapping = Partial<Record<Field, number>> & { name?: number }

const headerPatterns: readonly (readonly [Field | 'name', RegExp])[] = [
  ['email', /e-?mail|courriel|correo/i],
  ['first_name', /^(first|given|vor|pr[ée])[ _-]?(name|nom)?$|first.?name|vorname|prénom|nombre/i],
  ['last_name', /last.?name|surname|family.?name|nachname|^nom$|apellido/i],
  ['line_2', /(line|address|street|adresse).?2|apartment|suite|unit/i],
  ['line_1', /(line|address|street|adresse).?1?$|stra[sß]e|^street|^rue|calle/i],
  ['postal_code', /post.?code|postal|^zip|plz|code postal/i],
  ['city', /city|town|^ort$|stadt|ville|ciudad/i],
  ['region', /region|state|province|county|bundesland/i],
  ['country', /country|land$|pays|pa[ií]s/i],
  ['phone', /phone|mobile|tel/i],
  ['name', /^(full.?)?name$|recipient|contact/i],
]

export function guessMapping({ header, body }: Sheet): Mapping {
  const mapping: Mapping = {}
  const usedColumns = new Set<number>()
  for (const [field, pattern] of headerPatterns) {
    const at = header.findIndex(
      (name, index) => !usedColumns.has(index) && pattern.test(name.trim()),
    )
    if (at < 0) continue
    mapping[field] = at
    usedColumns.add(at)
  }
  const emailColumn = body[0]?.findIndex((cell) => cell.includes('@')) ?? -1
  if (mapping.email === undefined && emailColumn >= 0) mapping.email = emailColumn
  return mapping
}

/** Converts the lines of a sheet to rows. A full name is split at its last space. */
export function toRows({ body }: Sheet, mapping: Mapping): RecipientRow[] {
  return body.map((line, at) => {
    const cells: RecipientRow['cells'] = {}
    for (const field of fields) {
      const column = mapping[field]
      if (column !== undefined) cells[field] = unescapeCell(line[column] ?? '')
    }
    if (mapping.name !== undefined && mapping.first_name === undefined) {
      const nameParts = /^(.*)\s(\S+)$/s.exec(unescapeCell(line[mapping.name] ?? '').trim())
      cells.first_name = nameParts?.[1] ?? line[mapping.name] ?? ''
      cells.last_name = nameParts?.[2] ?? ''
    }
    return { line: at + 1, cells }
  })
}

/** Removes the prefix that our exports add to escape spreadsheet formulas. */
const unescapeCell = (cell: string) => cell.replace(/^'(?=[=+\-@])/, '')

/** Parses pasted lines: spreadsheet cells, or addresses in the format of email programs. */
export function parsePasted(text: string): RecipientRow[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const isMailboxList = lines.every(
    (line) => /<[^<>\s]+@[^<>\s]+>\s*[;,]?\s*$/.test(line) || isBareAddress(line),
  )
  if (isMailboxList) return lines.map((line, at) => ({ line: at + 1, cells: parseMailbox(line) }))
  const sheet = parseSheet(new TextEncoder().encode(lines.join('\n')))
  const mapping = guessMapping(sheet)
  return toRows(sheet, sheet.hasHeader ? mapping : guessHeadlessMapping(sheet, mapping.email ?? 0))
}

const isBareAddress = (line: string) => /^\s*[^\s,;<>]+@[^\s,;<>]+\s*$/.test(line)

function parseMailbox(line: string): RecipientRow['cells'] {
  const [, name = '', email = ''] = /^(.*?)<?([^\s<>]+@[^\s<>;,]+)>?\s*[;,]?\s*$/.exec(line) ?? []
  const displayName = name.trim().replace(/^"(.*)"$/, '$1')
  const [, first = displayName, last = ''] = /^(.*)\s(\S+)$/.exec(displayName) ?? []
  return { first_name: first, last_name: last, email }
}

/** Without a header, names are the cells next to the email address, in order. */
function guessHeadlessMapping({ header }: Sheet, email: number): Mapping {
  const others = header.map((_, at) => at).filter((at) => at !== email)
  const [one, two] = others
  if (one === undefined) return { email }
  return two === undefined ? { email, name: one } : { email, first_name: one, last_name: two }
}
