import { drawCode128, drawQrCode } from './barcodes.ts'
import type { PackingDocument, PrintedParcel } from './documents.ts'
import {
  cellPadding,
  drawPageNumber,
  drawRow,
  drawSheetHead,
  type ItemRow,
  prepareHeading,
  prepareRow,
  type SheetHead,
  type SlipLayout,
  splitIntoSheets,
  toColumns,
  toLayout,
} from './item-table.ts'
import type { Page } from './page.ts'
import type { Box } from './paper.ts'
import type { PreparedText } from './text/typesetter.ts'

/*
 * A packing slip is for the person who packs. It has no address, no name of the recipient, and no message of the sender:
 * the slip can get lost or stay on a table.
 */

/** Draws the slip of one parcel, on as many pages as its items need. Returns their number. */
export async function drawPackingSlip(
  page: Page,
  document: PackingDocument,
  parcel: PrintedParcel,
): Promise<number> {
  const [width, height] = page.size
  const layout = toLayout(width)
  const columns = toColumns(layout, width)
  const rows: ItemRow[] = []
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

interface SlipHead extends SheetHead {
  barcodeText: PreparedText
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
  page: Page,
  head: SlipHead,
  color: string | null,
  { url, barcode }: PrintedParcel,
  layout: SlipLayout,
): void {
  drawSheetHead(page, head, color, layout)
  const { doc, typesetter, size } = page
  const { margin, textSize, qrSize, barcodeHeight } = layout
  const width = size[0] - 2 * margin
  const qrBox: Box = { x: margin + width - qrSize, y: margin, width: qrSize, height: qrSize }
  drawQrCode(doc, url, qrBox)
  const top = head.barcodeTop
  drawCode128(doc, barcode, { x: margin, y: top, width, height: barcodeHeight })
  typesetter.drawLine(head.barcodeText, margin, top + barcodeHeight + 2, width, { size: textSize })
}
