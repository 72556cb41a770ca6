import type { PrintedParcel } from './documents.ts'
import type { Page } from './page.ts'
import type { PreparedText, Typesetter } from './text/typesetter.ts'

/*
 * The table of items of packing slips and pick lists: a box to tick, the quantity, the SKU and the name of each item. It
 * continues on further pages.
 */

export interface SlipLayout {
  margin: number
  titleSize: number
  textSize: number
  tickSize: number
  qrSize: number
  barcodeHeight: number
}

const largeLayout: SlipLayout = {
  margin: 43,
  titleSize: 20,
  textSize: 11,
  tickSize: 13,
  qrSize: 76,
  barcodeHeight: 44,
}
const smallLayout: SlipLayout = {
  margin: 14,
  titleSize: 13,
  textSize: 8.5,
  tickSize: 10,
  qrSize: 54,
  barcodeHeight: 30,
}

/** Chooses the small layout for the paper of thermal printers. `pageWidth` is in points. */
export const toLayout = (pageWidth: number): SlipLayout =>
  pageWidth > 400 ? largeLayout : smallLayout

const colorBarHeight = 6
export const cellPadding = 5

/** Divides rows into those of each page. A row that is higher than a page has a page of its own. */
export function splitIntoSheets(rows: readonly ItemRow[], height: number): ItemRow[][] {
  const sheets: ItemRow[][] = [[]]
  let used = 0
  for (const row of rows) {
    if (used > 0 && used + row.height > height) {
      sheets.push([])
      used = 0
    }
    sheets.at(-1)?.push(row)
    used += row.height
  }
  return sheets
}

interface Column {
  x: number
  width: number
}

export type Columns = Readonly<Record<ColumnName, Column>>

type ColumnName = 'tick' | 'quantity' | 'sku' | 'name'

export function toColumns({ margin, textSize, tickSize }: SlipLayout, pageWidth: number): Columns {
  const width = pageWidth - 2 * margin
  const tickWidth = tickSize + 2 * cellPadding
  const quantityWidth = 4 * textSize
  const skuWidth = width * 0.3
  const nameLeft = tickWidth + quantityWidth + skuWidth
  return {
    tick: { x: margin, width: tickWidth },
    quantity: { x: margin + tickWidth, width: quantityWidth - cellPadding },
    sku: { x: margin + tickWidth + quantityWidth, width: skuWidth - cellPadding },
    name: { x: margin + nameLeft, width: width - nameLeft },
  }
}

export interface ItemRow {
  quantity: readonly PreparedText[]
  sku: readonly PreparedText[]
  name: readonly PreparedText[]
  /** Small text below the name. */
  detail: readonly PreparedText[]
  hasTick: boolean
  height: number
}

const toDetailSize = ({ textSize }: SlipLayout) => textSize * 0.8

/** Prepares the row of an item. `details` are small words below its name, which lines do not break. */
export async function prepareRow(
  { typesetter }: Page,
  { quantity, sku, name }: PrintedParcel['lines'][number],
  columns: Columns,
  layout: SlipLayout,
  details: readonly string[] = [],
): Promise<ItemRow> {
  const { textSize, tickSize } = layout
  const skuLines = typesetter.wrap(await typesetter.prepare(sku), textSize, columns.sku.width)
  const nameLines = typesetter.wrap(await typesetter.prepare(name), textSize, columns.name.width)
  const detailSize = toDetailSize(layout)
  const detailLines = await wrapWords(typesetter, details, detailSize, columns.name.width)
  const nameHeight =
    typesetter.heightOf(nameLines.length, textSize) +
    typesetter.heightOf(detailLines.length, detailSize)
  const textHeight = Math.max(typesetter.heightOf(skuLines.length, textSize), nameHeight)
  return {
    quantity: [await typesetter.prepare(`${quantity} ×`, { weight: 'bold' })],
    sku: skuLines,
    name: nameLines,
    detail: detailLines,
    hasTick: true,
    height: Math.max(textHeight, tickSize) + 2 * cellPadding,
  }
}

/** Prepares a row that continues the small words of the row before. */
export async function prepareContinuation(
  { typesetter }: Page,
  details: readonly string[],
  columns: Columns,
  layout: SlipLayout,
): Promise<ItemRow> {
  const size = toDetailSize(layout)
  const detail = await wrapWords(typesetter, details, size, columns.name.width)
  const height = typesetter.heightOf(detail.length, size) + 2 * cellPadding
  return { quantity: [], sku: [], name: [], detail, hasTick: false, height }
}

/** Puts words on lines of at most this width. A word that is too long has a line of its own. */
async function wrapWords(
  typesetter: Typesetter,
  words: readonly string[],
  size: number,
  width: number,
): Promise<PreparedText[]> {
  const widthOf = async (text: string) => typesetter.measure(await typesetter.prepare(text), size)
  const space = (await widthOf('a a')) - (await widthOf('aa'))
  const lines: string[][] = []
  let left = 0
  for (const word of words) {
    const needed = space + (await widthOf(word))
    if (lines.length === 0 || needed > left) {
      lines.push([])
      left = width + space
    }
    lines.at(-1)?.push(word)
    left -= needed
  }
  return Promise.all(lines.map((line) => typesetter.prepare(line.join(' '))))
}

export async function prepareHeading(
  { typesetter }: Page,
  { textSize }: SlipLayout,
): Promise<ItemRow> {
  const prepare = async (text: string) => [await typesetter.prepare(text, { weight: 'bold' })]
  return {
    quantity: await prepare('Qty'),
    sku: await prepare('SKU'),
    name: await prepare('Item'),
    detail: [],
    hasTick: false,
    height: typesetter.heightOf(1, textSize) + 2 * cellPadding,
  }
}

export function drawRow(
  { doc, typesetter }: Page,
  row: ItemRow,
  columns: Columns,
  layout: SlipLayout,
  y: number,
): void {
  const { tickSize, textSize } = layout
  const top = y + cellPadding
  if (row.hasTick) doc.rect(columns.tick.x, top, tickSize, tickSize).lineWidth(1).stroke('black')
  for (const name of ['quantity', 'sku', 'name'] as const) {
    const { x, width } = columns[name]
    typesetter.drawLines(row[name], x, top, width, { size: textSize, align: 'left' })
  }
  const { x, width } = columns.name
  const detailTop = top + typesetter.heightOf(row.name.length, textSize)
  typesetter.drawLines(row.detail, x, detailTop, width, {
    size: toDetailSize(layout),
    align: 'left',
  })
  const end = columns.name.x + columns.name.width
  const bottom = y + row.height
  doc.moveTo(columns.tick.x, bottom).lineTo(end, bottom).lineWidth(0.5).stroke('#999999')
}

export async function drawPageNumber(
  { typesetter, size: [width, height] }: Page,
  { margin, textSize }: SlipLayout,
  number: number,
  count: number,
): Promise<void> {
  const text = await typesetter.prepare(`Page ${number} of ${count}`)
  const top = height - margin - textSize / 2
  typesetter.drawLine(text, margin, top, width - 2 * margin, { size: textSize, align: 'right' })
}

/** The lines at the top of a sheet, above its table. */
export interface SheetHead {
  lines: readonly { text: PreparedText; size: number }[]
  /** The top of the table. */
  height: number
}

/** Draws the bar in the colour of the account, the lines, and the rule above the table. */
export function drawSheetHead(
  { doc, typesetter, size: [pageWidth] }: Page,
  head: SheetHead,
  color: string | null,
  { margin }: SlipLayout,
): void {
  const width = pageWidth - 2 * margin
  doc.rect(0, 0, pageWidth, colorBarHeight).fill(color ?? 'black')
  let y = margin
  for (const { text, size } of head.lines) {
    typesetter.drawLine(text, margin, y, width, { size, align: 'left' })
    y += typesetter.heightOf(1, size)
  }
  doc
    .moveTo(margin, head.height)
    .lineTo(margin + width, head.height)
    .lineWidth(1)
    .stroke('black')
}
