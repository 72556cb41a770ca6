import { drawCode128, drawQrCode } from './barcodes.ts'
import type { PackingDocument, PrintedParcel } from './documents.ts'
import type { Page } from './page.ts'
import type { Box } from './paper.ts'
import type { PreparedText } from './text/typesetter.ts'

/*
 * A packing slip is for the person who packs. It has no address, no name of the recipient, and no message of the sender:
 * the slip can get lost or stay on a table.
 */

interface SlipLayout {
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

const colorBarHeight = 6
const cellPadding = 5

/** Draws the slip of one parcel, on as many pages as its items need. Returns their number. */
export async function drawPackingSlip(
  page: Page,
  document: PackingDocument,
  parcel: PrintedParcel,
): Promise<number> {
  const [width, height] = page.size
  const layout = width > 400 ? largeLayout : smallLayout
  const columns = toColumns(layout, width)
  const rows: SlipRow[] = []
  for (const line of parcel.lines) rows.push(await prepareRow(page, line, columns, layout))
  const head = await prepareHead(page, document, parcel, layout)
  const heading = await prepareHeading(page, layout)
  const bottom = height - layout.margin - layout.textSize
  const sheets = splitIntoSheets(rows, bottom - head.height - heading.height)
  for (const [index, sheet] of sheets.entries()) {
    page.addPage()
    drawHead(page, head, document.color, parcel, layout)
    let y = head.height
    for (const row of [heading, ...sheet]) {
      drawRow(page, row, columns, layout, y)
      y += row.height
    }
    if (sheets.length > 1) await drawPageNumber(page, layout, index + 1, sheets.length)
  }
  return sheets.length
}

function splitIntoSheets(rows: readonly SlipRow[], height: number): SlipRow[][] {
  const sheets: SlipRow[][] = [[]]
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

type ColumnName = 'tick' | 'quantity' | 'sku' | 'name'

function toColumns(
  { margin, textSize, tickSize }: SlipLayout,
  pageWidth: number,
): Readonly<Record<ColumnName, Column>> {
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

interface SlipRow {
  quantity: readonly PreparedText[]
  sku: readonly PreparedText[]
  name: readonly PreparedText[]
  hasTick: boolean
  height: number
}

async function prepareRow(
  { typesetter }: Page,
  { quantity, sku, name }: PrintedParcel['lines'][number],
  columns: Readonly<Record<ColumnName, Column>>,
  { textSize, tickSize }: SlipLayout,
): Promise<SlipRow> {
  const skuLines = typesetter.wrap(await typesetter.prepare(sku), textSize, columns.sku.width)
  const nameLines = typesetter.wrap(await typesetter.prepare(name), textSize, columns.name.width)
  const textHeight = typesetter.heightOf(Math.max(skuLines.length, nameLines.length), textSize)
  return {
    quantity: [await typesetter.prepare(`${quantity} ×`, { weight: 'bold' })],
    sku: skuLines,
    name: nameLines,
    hasTick: true,
    height: Math.max(textHeight, tickSize) + 2 * cellPadding,
  }
}

async function prepareHeading({ typesetter }: Page, { textSize }: SlipLayout): Promise<SlipRow> {
  const prepare = async (text: string) => [await typesetter.prepare(text, { weight: 'bold' })]
  return {
    quantity: await prepare('Qty'),
    sku: await prepare('SKU'),
    name: await prepare('Item'),
    hasTick: false,
    height: typesetter.heightOf(1, textSize) + 2 * cellPadding,
  }
}

function drawRow(
  { doc, typesetter }: Page,
  row: SlipRow,
  columns: Readonly<Record<ColumnName, Column>>,
  { tickSize, textSize }: SlipLayout,
  y: number,
): void {
  const top = y + cellPadding
  if (row.hasTick) doc.rect(columns.tick.x, top, tickSize, tickSize).lineWidth(1).stroke('black')
  for (const name of ['quantity', 'sku', 'name'] as const) {
    const { x, width } = columns[name]
    typesetter.drawLines(row[name], x, top, width, { size: textSize, align: 'left' })
  }
  const end = columns.name.x + columns.name.width
  const bottom = y + row.height
  doc.moveTo(columns.tick.x, bottom).lineTo(end, bottom).lineWidth(0.5).stroke('#999999')
}

interface SlipHead {
  lines: readonly { text: PreparedText; size: number }[]
  barcodeText: PreparedText
  /** The top of the table. */
  height: number
  barcodeTop: number
}

async function prepareHead(
  { typesetter, size: [pageWidth] }: Page,
  { account_name }: PackingDocument,
  { gift_reference, number, count, warehouse, barcode }: PrintedParcel,
  { margin, titleSize, textSize, qrSize, barcodeHeight }: SlipLayout,
): Promise<SlipHead> {
  const width = pageWidth - 2 * margin - qrSize - cellPadding
  const lines: { text: PreparedText; size: number }[] = []
  const add = async (text: string, size: number, weight: 'regular' | 'bold') => {
    const prepared = await typesetter.prepare(text, { weight })
    for (const line of typesetter.wrap(prepared, size, width)) lines.push({ text: line, size })
  }
  await add(account_name, titleSize, 'bold')
  await add(`Packing slip ${gift_reference}`, textSize, 'regular')
  await add(`Parcel ${number} of ${count}`, textSize, 'bold')
  if (warehouse !== null) await add(warehouse.name, textSize, 'regular')
  const textHeight = lines.reduce((sum, { size }) => sum + typesetter.heightOf(1, size), 0)
  const barcodeTop = margin + Math.max(textHeight, qrSize) + 8
  return {
    lines,
    barcodeText: await typesetter.prepare(barcode),
    barcodeTop,
    height: barcodeTop + barcodeHeight + typesetter.heightOf(1, textSize) + 10,
  }
}

function drawHead(
  { doc, typesetter, size: [pageWidth] }: Page,
  head: SlipHead,
  color: string | null,
  { url, barcode }: PrintedParcel,
  { margin, textSize, qrSize, barcodeHeight }: SlipLayout,
): void {
  const width = pageWidth - 2 * margin
  doc.rect(0, 0, pageWidth, colorBarHeight).fill(color ?? 'black')
  let y = margin
  for (const { text, size } of head.lines) {
    typesetter.drawLine(text, margin, y, width, { size, align: 'left' })
    y += typesetter.heightOf(1, size)
  }
  const qrBox: Box = { x: margin + width - qrSize, y: margin, width: qrSize, height: qrSize }
  drawQrCode(doc, url, qrBox)
  const top = head.barcodeTop
  drawCode128(doc, barcode, { x: margin, y: top, width, height: barcodeHeight })
  typesetter.drawLine(head.barcodeText, margin, top + barcodeHeight + 2, width, { size: textSize })
  doc
    .moveTo(margin, head.height)
    .lineTo(margin + width, head.height)
    .lineWidth(1)
    .stroke('black')
}

async function drawPageNumber(
  { typesetter, size: [width, height] }: Page,
  { margin, textSize }: SlipLayout,
  number: number,
  count: number,
): Promise<void> {
  const text = await typesetter.prepare(`Page ${number} of ${count}`)
  const top = height - margin - textSize / 2
  typesetter.drawLine(text, margin, top, width - 2 * margin, { size: textSize, align: 'right' })
}
