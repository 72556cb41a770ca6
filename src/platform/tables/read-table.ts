import { decodeText } from './encodings.ts'
import { findHeader } from './find-header.ts'
import { guessDelimiter, splitCells } from './split-cells.ts'
import {
  type Table,
  type TableColumn,
  TableError,
  type TableFormat,
  type TableLimits,
  type TableRow,
} from './table.ts'
import { readWorkbook } from './workbook/read-workbook.ts'

/** The maximum number of rows above the header, in addition to the limit of rows. */
const maxExtraRecords = 21

export interface ReadOptions {
  limits: TableLimits
  /**
   * The names of columns that the import knows, in any spelling. The reader uses them to
   * find the header below a title.
   */
  names: readonly string[]
  format?: TableFormat | undefined
}

type RawTable = Pick<Table, 'isEncodingCertain' | 'sheets' | 'rows'> & { format: TableFormat }

/**
 * Reads a table from a file: delimited text in any encoding of the list, or a workbook (.xlsx). Also runs in
 * a browser. Throws `TableError` for a file that cannot be read. A table without rows counts as such a file.
 */
export function readTable(content: Uint8Array | string, options: ReadOptions): Table {
  const { limits, format = {} } = options
  if (byteLength(content) > limits.maxBytes)
    throw new TableError('too_large', { max: `${Math.round(limits.maxBytes / 1_000_000)} MB` })
  const raw = readRaw(content, options)
  if (raw.rows.length === 0) throw new TableError('empty')
  const { header, rows } = splitHeader(raw.rows, format.header_line, options.names)
  if (rows.length > limits.maxRows) throw new TableError('too_many_rows', { max: limits.maxRows })
  if (rows.length === 0) throw new TableError('no_rows')
  const { isEncodingCertain, sheets } = raw
  return {
    format: { ...raw.format, header_line: header?.line ?? 0 },
    isEncodingCertain,
    sheets,
    columns: findColumns(header, rows),
    headerWidth: header?.width ?? header?.cells.length ?? 0,
    rows,
  }
}

const byteLength = (content: Uint8Array | string): number =>
  typeof content === 'string' ? new TextEncoder().encode(content).length : content.length

function readRaw(
  content: Uint8Array | string,
  { limits, names, format = {} }: ReadOptions,
): RawTable {
  const cellLimits = { maxColumns: limits.maxColumns, maxRecords: limits.maxRows + maxExtraRecords }
  if (typeof content === 'string') {
    if (content.includes('\0')) throw new TableError('not_text')
    const decoded = { text: content, encoding: 'utf-8', isCertain: true } as const
    return splitText(decoded, format.delimiter, names, cellLimits)
  }
  if (startsWith(content, [0x50, 0x4b, 0x03, 0x04])) {
    const { name, sheets, rows } = readWorkbook(content, format.sheet, cellLimits)
    return { format: { sheet: name }, isEncodingCertain: true, sheets, rows }
  }
  rejectOtherKinds(content)
  return splitText(decodeText(content, format.encoding), format.delimiter, names, cellLimits)
}

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte)

/**
 * Rejects files that people choose by mistake. Old exporters write a web page or XML and give it the ending
 * .xls. Some programs export JSON.
 */
function rejectOtherKinds(bytes: Uint8Array): void {
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw new TableError('old_workbook')
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  if (
    /^(?:%PDF-|\x89PNG|\xff\xd8\xff|GIF8|PK|\{\\rtf|BEGIN:VCARD)/.test(head) ||
    /^\s*(?:\[\s*)?\{\s*"[^"]*"\s*:/.test(head) ||
    /^[^\w,;\t"]*<(?:!doctype html|html|table|\?xml|!--)/i.test(head)
  )
    throw new TableError('unknown_kind')
}

/** The delimiter for rows of one cell, in which a comma is a part of the cell. */
const noDelimiter = '\u001f'

function splitText(
  { text, encoding, isCertain }: ReturnType<typeof decodeText>,
  chosen: string | undefined,
  names: readonly string[],
  limits: Parameters<typeof splitCells>[2],
): RawTable {
  const plain = text.replace(/^\ufeff/, '')
  // Excel writes and reads this line, which names the separator.
  const [line = '', separator] = /^"?sep=(.)"?[,;\t|]*(?:\r\n|\r|\n|$)/i.exec(plain) ?? []
  const body = toLines(plain.slice(line.length))
  const delimiter = chosen ?? separator ?? guessDelimiter(body, names)
  const rows = splitCells(body, delimiter ?? noDelimiter, limits)
  const shift = line === '' ? 0 : 1
  return {
    format: { encoding, delimiter: delimiter ?? ',' },
    isEncodingCertain: isCertain || !/[^\p{ASCII}]/u.test(plain),
    sheets: [],
    rows: shift === 0 ? rows : rows.map((row) => ({ ...row, line: row.line + shift })),
  }
}

/**
 * Converts line ends. Mainframes and some editors end lines with NEL, LS or PS. In a text with other line
 * ends, these characters are parts of a cell.
 */
const toLines = (text: string): string =>
  /[\r\n]/.test(text) ? text : text.replace(/[\u0085\u2028\u2029]/g, '\n')

/** Separates the header from the rows, and drops the lines above the header. */
function splitHeader(
  rows: readonly TableRow[],
  chosen: number | undefined,
  names: readonly string[],
): { header: TableRow | undefined; rows: readonly TableRow[] } {
  const at = chosen === undefined ? findHeader(rows, names) : findChosen(rows, chosen)
  return at === undefined
    ? { header: undefined, rows }
    : { header: rows[at], rows: rows.slice(at + 1) }
}

function findChosen(rows: readonly TableRow[], line: number): number | undefined {
  if (line === 0) return undefined
  const at = rows.findIndex((row) => row.line === line)
  if (at < 0) throw new TableError('no_header', { line })
  return at
}

function findColumns(header: TableRow | undefined, rows: readonly TableRow[]): TableColumn[] {
  const isFilled: boolean[] = []
  for (const { cells } of rows)
    for (const [index, cell] of cells.entries()) if (cell !== '') isFilled[index] = true
  const names = header?.cells ?? []
  const width = Math.max(names.length, isFilled.length)
  return Array.from({ length: width }, (_, index) => ({
    index,
    name: (names[index] ?? '').replace(/\s+/g, ' ').trim(),
  })).filter(({ index, name }) => name !== '' || isFilled[index] === true)
}
