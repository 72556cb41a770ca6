import { parse } from 'csv-parse/browser/esm/sync'
import { type Field, fields, type Row } from './rows.ts'

/** What was read from a file or a paste: its head, and what stands below it. */
export interface Sheet {
  head: string[]
  body: string[][]
  encoding: Encoding
  delimiter: string
}

export const encodings = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const
export type Encoding = (typeof encodings)[number]

export const delimiters = [
  { value: ',', label: 'commas' },
  { value: ';', label: 'semicolons' },
  { value: '\t', label: 'tabs' },
  { value: '|', label: 'bars' },
] as const

/** A mark at its beginning says it; otherwise it is UTF-8 if it can be, and what old spreadsheets write if not. */
function guessEncoding(bytes: Uint8Array): Encoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** The one that parts the first lines into the most cells, and into the same number each. */
function guessDelimiter(text: string): string {
  const score = (delimiter: string) => {
    const lines = cellsOf(text.slice(0, 20_000), delimiter).slice(0, 10)
    const [first] = lines
    if (first === undefined || first.length < 2) return 0
    const alike = lines.filter((line) => line.length === first.length).length
    return (alike / lines.length) * first.length
  }
  const scored = delimiters.map(({ value }) => ({ value, score: score(value) }))
  return scored.toSorted((one, other) => other.score - one.score)[0]?.value ?? ','
}

function cellsOf(text: string, delimiter: string): string[][] {
  return parse(text, {
    delimiter,
    bom: true,
    relaxColumnCount: true,
    relaxQuotes: true,
    skipEmptyLines: true,
    trim: true,
  }) as unknown as string[][]
}

export function readSheet(
  bytes: Uint8Array,
  chosen: { encoding?: Encoding; delimiter?: string } = {},
): Sheet {
  const encoding = chosen.encoding ?? guessEncoding(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  const delimiter = chosen.delimiter ?? guessDelimiter(text)
  const lines = cellsOf(text, delimiter).filter((line) => line.some((cell) => cell !== ''))
  const [first = []] = lines
  // a first line with an e-mail address in it is somebody already
  const hasHead = !first.some((cell) => cell.includes('@'))
  const head = hasHead ? first : first.map((_, at) => `Column ${at + 1}`)
  return { head, body: hasHead ? lines.slice(1) : lines, encoding, delimiter }
}

/** Which column is what, by the name it has; or by what stands in it, where it has none. */
export type Mapping = Partial<Record<Field, number>> & { name?: number }

const hints: readonly (readonly [Field | 'name', RegExp])[] = [
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

export function guessMapping({ head, body }: Sheet): Mapping {
  const mapping: Mapping = {}
  const taken = new Set<number>()
  for (const [field, hint] of hints) {
    const at = head.findIndex((name, place) => !taken.has(place) && hint.test(name.trim()))
    if (at < 0) continue
    mapping[field] = at
    taken.add(at)
  }
  const byContent = body[0]?.findIndex((cell) => cell.includes('@')) ?? -1
  if (mapping.email === undefined && byContent >= 0) mapping.email = byContent
  return mapping
}

/** The lines of a sheet as rows. A name in one cell is parted at its last space. */
export function rowsFrom({ body }: Sheet, mapping: Mapping): Row[] {
  return body.map((line, at) => {
    const cells: Row['cells'] = {}
    for (const field of fields) {
      const column = mapping[field]
      if (column !== undefined) cells[field] = unescaped(line[column] ?? '')
    }
    if (mapping.name !== undefined && mapping.first_name === undefined) {
      const parted = /^(.*)\s(\S+)$/s.exec(unescaped(line[mapping.name] ?? '').trim())
      cells.first_name = parted?.[1] ?? line[mapping.name] ?? ''
      cells.last_name = parted?.[2] ?? ''
    }
    return { line: at + 1, cells }
  })
}

/** What our own files put before what a spreadsheet would take for a formula. */
const unescaped = (cell: string) => cell.replace(/^'(?=[=+\-@])/, '')

/** Lines that somebody pasted: from a spreadsheet, or addresses as mail programs write them. */
export function readPasted(text: string): Row[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const isMail = lines.every((line) => /<[^<>\s]+@[^<>\s]+>\s*[;,]?\s*$/.test(line) || isBare(line))
  if (isMail) return lines.map((line, at) => ({ line: at + 1, cells: cellsOfMail(line) }))
  const sheet = readSheet(new TextEncoder().encode(lines.join('\n')))
  const mapping = guessMapping(sheet)
  const isHeadless = sheet.head[0] === 'Column 1'
  return rowsFrom(sheet, isHeadless ? byPlace(sheet, mapping.email ?? 0) : mapping)
}

const isBare = (line: string) => /^\s*[^\s,;<>]+@[^\s,;<>]+\s*$/.test(line)

function cellsOfMail(line: string): Row['cells'] {
  const [, name = '', email = ''] = /^(.*?)<?([^\s<>]+@[^\s<>;,]+)>?\s*[;,]?\s*$/.exec(line) ?? []
  const plain = name.trim().replace(/^"(.*)"$/, '$1')
  const [, first = plain, last = ''] = /^(.*)\s(\S+)$/.exec(plain) ?? []
  return { first_name: first, last_name: last, email }
}

/** Without a head: beside the address stand the names, in their order. */
function byPlace({ head }: Sheet, email: number): Mapping {
  const others = head.map((_, at) => at).filter((at) => at !== email)
  const [one, two] = others
  if (one === undefined) return { email }
  return two === undefined ? { email, name: one } : { email, first_name: one, last_name: two }
}
