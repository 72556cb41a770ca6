import { maxCellLength } from '../split-cells.ts'
import { TableError, type TableLimits, type TableRow } from '../table.ts'
import { formatNumber, type NumberFormat, parseNumberFormat } from './number-format.ts'
import { parseXml } from './parse-xml.ts'
import { unzipTexts } from './unzip.ts'

/** The rows of a sheet, without empty rows. The line of a row is the number of the row in the sheet. */
export interface WorkbookSheet {
  name: string
  sheets: readonly string[]
  rows: TableRow[]
}

type CellLimits = Pick<TableLimits, 'maxColumns'> & { maxRecords: number }

/**
 * Reads a sheet of an .xlsx file (ECMA-376): the sheet with the given name, or the first visible sheet.
 * Throws `TableError`.
 */
export function readWorkbook(
  bytes: Uint8Array,
  sheet: string | undefined,
  limits: CellLimits,
): WorkbookSheet {
  const parts = unzipTexts(bytes, (name) =>
    /(^|\/)(workbook\d*\.xml|workbook\d*\.xml\.rels)$/.test(name),
  )
  const book = parseBook(findPart(parts, /workbook\d*\.xml$/), findPart(parts, /\.rels$/))
  const chosen =
    sheet === undefined ? book.sheets[0] : book.sheets.find(({ name }) => name === sheet)
  if (chosen === undefined)
    throw new TableError(sheet === undefined ? 'broken_workbook' : 'no_sheet')
  const isOf = (end: string) => (name: string) => name === end || name.endsWith(`/${end}`)
  const content = unzipTexts(
    bytes,
    (name) => isOf(chosen.path)(name) || /(^|\/)(sharedStrings|styles)\.xml$/i.test(name),
  )
  const rows = parseSheet(
    findPart(content, isOf(chosen.path)),
    {
      texts: parseSharedStrings(findPart(content, /sharedStrings\.xml$/i)),
      formats: parseStyles(findPart(content, /styles\.xml$/i)),
      system: book.system,
    },
    limits,
  )
  return { name: chosen.name, sheets: book.sheets.map(({ name }) => name), rows }
}

function findPart(
  parts: ReadonlyMap<string, string>,
  pattern: RegExp | ((name: string) => boolean),
): string {
  const matches = typeof pattern === 'function' ? pattern : (name: string) => pattern.test(name)
  return [...parts].find(([name]) => matches(name))?.[1] ?? ''
}

interface Book {
  sheets: { name: string; path: string }[]
  system: 1900 | 1904
}

function parseBook(workbook: string, relations: string): Book {
  const targets = new Map<string, string>()
  if (workbook === '' || relations === '') throw new TableError('broken_workbook')
  parseXml(relations, {
    open(name, attribute) {
      if (name === 'Relationship')
        targets.set(attribute('Id') ?? '', (attribute('Target') ?? '').replace(/^\/?(xl\/)?/, ''))
    },
  })
  const book: Book = { sheets: [], system: 1900 }
  parseXml(workbook, {
    open(name, attribute) {
      if (name === 'workbookPr' && /^(1|true)$/.test(attribute('date1904') ?? ''))
        book.system = 1904
      const isVisible = !/hidden/i.test(attribute('state') ?? '')
      const path = targets.get(attribute('r:id') ?? attribute('relationships:id') ?? '')
      if (name === 'sheet' && isVisible && path !== undefined)
        book.sheets.push({ name: attribute('name') ?? '', path })
    },
  })
  return book
}

/** Parses the shared strings, with the text of all runs. Leaves out the phonetic guides of Japanese texts. */
function parseSharedStrings(xml: string): string[] {
  const texts: string[] = []
  if (xml === '') return texts
  let isText = false
  let isGuide = false
  parseXml(xml, {
    open(name) {
      if (name === 'si') texts.push('')
      if (name === 'rPh') isGuide = true
      isText = name === 't' && !isGuide
    },
    close(name) {
      if (name === 'rPh') isGuide = false
      if (name === 't') isText = false
    },
    text(text) {
      if (isText) texts[texts.length - 1] += text
    },
  })
  return texts
}

/** Parses the number format of each cell style. */
function parseStyles(xml: string): NumberFormat[] {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  let isCellFormat = false
  if (xml === '') return formats
  parseXml(xml, {
    open(name, attribute) {
      if (name === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '')
      if (name === 'cellXfs') isCellFormat = true
      if (name !== 'xf' || !isCellFormat) return
      const id = Number(attribute('numFmtId') ?? 0)
      formats.push(parseNumberFormat(id, codes.get(id)))
    },
    close(name) {
      if (name === 'cellXfs') isCellFormat = false
    },
  })
  return formats
}

interface SheetContext {
  texts: readonly string[]
  formats: readonly NumberFormat[]
  system: 1900 | 1904
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the handlers share the present cell and row
function parseSheet(xml: string, context: SheetContext, limits: CellLimits): TableRow[] {
  const rows: TableRow[] = []
  let line = 0
  let cells: string[] = []
  let column = 0
  let cell = { type: '', style: 0, value: '', text: '' }
  let reading: 'value' | 'text' | undefined
  if (xml === '') throw new TableError('broken_workbook')
  parseXml(xml, {
    open(name, attribute) {
      if (name === 'row') {
        const number = Number(attribute('r'))
        line = number > line ? number : line + 1
        cells = []
        column = 0
      }
      if (name === 'c') {
        column = parseColumn(attribute('r')) ?? column
        cell = {
          type: attribute('t') ?? 'n',
          style: Number(attribute('s') ?? 0),
          value: '',
          text: '',
        }
      }
      if (name === 'v') reading = 'value'
      if (name === 't') reading = 'text'
      if (name === 'rPh') reading = undefined
    },
    text(text) {
      if (reading !== undefined && cell[reading].length <= maxCellLength) cell[reading] += text
    },
    close(name) {
      if (name === 'v' || name === 't') reading = undefined
      if (name === 'c') {
        const text = formatCell(cell, context)
        if (text.trim() !== '') {
          if (column >= limits.maxColumns)
            throw new TableError('too_many_columns', { line, max: limits.maxColumns })
          if (text.length > maxCellLength)
            throw new TableError('cell_too_long', { line, max: maxCellLength })
          while (cells.length < column) cells.push('')
          cells[column] = text
        }
        column += 1
      }
      if (name === 'row' && cells.length > 0) {
        if (rows.length === limits.maxRecords)
          throw new TableError('too_many_rows', { max: limits.maxRecords })
        rows.push({ line, cells, width: null })
      }
    },
  })
  return rows
}

/** Parses the column of a reference such as AB12. The first column is 0. */
function parseColumn(reference: string | undefined): number | undefined {
  const [, letters] = /^([A-Z]{1,3})\d/.exec(reference ?? '') ?? []
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function formatCell(
  { type, style, value, text }: { type: string; style: number; value: string; text: string },
  { texts, formats, system }: SheetContext,
): string {
  switch (type) {
    case 's':
      return decodeEscapes(texts[Number(value)] ?? '')
    case 'inlineStr':
      return decodeEscapes(text)
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE'
    case 'd':
      return value.replace(/T00:00:00(?:\.0+)?Z?$/, '')
    case 'n':
      return formatNumber(value, formats[style] ?? { kind: 'general' }, system)
    default:
      // the text of a formula, or an error value such as #N/A
      return decodeEscapes(value)
  }
}

/**
 * Decodes characters that XML does not allow. A workbook writes them as _x000D_, and a
 * literal _x000D_ as _x005F_x000D_.
 */
const decodeEscapes = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
