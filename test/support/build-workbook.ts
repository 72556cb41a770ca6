import { strToU8, zipSync } from 'fflate'

/** A cell of a workbook: a text, a number with its format, or the attributes and the content of the element. */
export type WorkbookCell = string | number | { number: number; format: string } | { xml: string }

interface SheetContent {
  name: string
  rows: readonly (readonly WorkbookCell[])[]
  isHidden?: boolean
}

/** Builds an .xlsx file as Excel writes it, with shared strings, styles and relations. */
export function buildWorkbook(
  sheets: readonly SheetContent[],
  { date1904 = false } = {},
): Uint8Array {
  const texts: string[] = []
  const formats: string[] = []
  const toXml = (cell: WorkbookCell, reference: string) => {
    if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
    if (typeof cell === 'string')
      return cell === '' ? '' : `<c r="${reference}" t="s"><v>${texts.push(cell) - 1}</v></c>`
    if ('xml' in cell) return cell.xml.replace('<c', `<c r="${reference}"`)
    return `<c r="${reference}" s="${formats.push(cell.format)}"><v>${cell.number}</v></c>`
  }
  const bodies = sheets.map(({ rows }) =>
    rows.map((cells, row) => {
      const xml = cells.map((cell, column) => toXml(cell, `${toLetters(column)}${row + 1}`))
      return `<row r="${row + 1}">${xml.join('')}</row>`
    }),
  )
  const files = Object.fromEntries(
    bodies.map((rows, index) => [
      `xl/worksheets/sheet${index + 1}.xml`,
      `<worksheet xmlns="${namespace}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
    ]),
  )
  return zipTexts({
    ...files,
    'xl/workbook.xml': buildBook(sheets, date1904),
    'xl/_rels/workbook.xml.rels': buildRelations(sheets),
    'xl/sharedStrings.xml': `<sst xmlns="${namespace}">${texts.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': buildStyles(formats),
  })
}

export const zipTexts = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))

const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

const buildBook = (sheets: readonly SheetContent[], date1904: boolean): string =>
  `<workbook xmlns="${namespace}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${date1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${sheets
    .map(
      ({ name, isHidden }, index) =>
        `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
    )
    .join('')}</sheets></workbook>`

const buildRelations = (sheets: readonly SheetContent[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets
    .map(
      (_, index) =>
        `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`,
    )
    .join('')}</Relationships>`

const buildStyles = (formats: readonly string[]): string =>
  `<styleSheet xmlns="${namespace}"><numFmts>${formats
    .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escapeXml(code)}"/>`)
    .join(
      '',
    )}</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
    .map((_, index) => `<xf numFmtId="${164 + index}"/>`)
    .join('')}</cellXfs></styleSheet>`

function toLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : toLetters(Math.floor(column / 26) - 1) + letter
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
