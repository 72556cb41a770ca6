import type { PackingDocument, PrintedParcel } from './documents.ts'
import {
  drawPageNumber,
  drawRow,
  drawSheetHead,
  type ItemRow,
  prepareContinuation,
  prepareHeading,
  prepareRow,
  type SheetHead,
  type SlipLayout,
  splitIntoSheets,
  toColumns,
  toLayout,
} from './item-table.ts'
import type { Page } from './page.ts'

/*
 * A pick list names the items of several parcels once each, with their total, so that one walk through the warehouse
 * collects them. Like a packing slip, it has no address and no name of a recipient.
 */

type ParcelItem = PrintedParcel['lines'][number]

/** An item of several parcels, with the quantity of each parcel by its barcode. */
interface PickedItem extends ParcelItem {
  parcels: ReadonlyMap<string, number>
}

/** The most parcels that a row names, so that the row of an item in every parcel fits on the smallest page. */
const maxParcelsPerRow = 20

/** Draws the pick list of all parcels, on as many pages as its items need. */
export async function drawPickList(page: Page, document: PackingDocument): Promise<void> {
  const [width, height] = page.size
  const layout = toLayout(width)
  const columns = toColumns(layout, width)
  const rows: ItemRow[] = []
  for (const item of mergeItems(document.parcels)) {
    const [first, ...others] = chunk(describeParcels(item), maxParcelsPerRow)
    rows.push(await prepareRow(page, item, columns, layout, first))
    for (const details of others)
      rows.push(await prepareContinuation(page, details, columns, layout))
  }
  const head = await prepareHead(page, document, layout)
  const heading = await prepareHeading(page, layout)
  const bottom = height - layout.margin - layout.textSize
  const sheets = splitIntoSheets(rows, bottom - head.height - heading.height)
  for (const [index, sheet] of sheets.entries()) {
    page.addPage()
    drawSheetHead(page, head, document.color, layout)
    let y = head.height
    for (const row of [heading, ...sheet]) {
      drawRow(page, row, columns, layout, y)
      y += row.height
    }
    if (sheets.length > 1) await drawPageNumber(page, layout, index + 1, sheets.length)
  }
}

/** Returns the items of all parcels, by SKU. Equal SKUs with equal names are one item. */
function mergeItems(parcels: readonly PrintedParcel[]): PickedItem[] {
  const items = new Map<string, { item: ParcelItem; parcels: Map<string, number> }>()
  for (const { barcode, lines } of parcels)
    for (const line of lines) {
      const key = JSON.stringify([line.sku, line.name])
      const known = items.get(key) ?? { item: line, parcels: new Map<string, number>() }
      known.parcels.set(barcode, (known.parcels.get(barcode) ?? 0) + line.quantity)
      items.set(key, known)
    }
  return [...items.values()]
    .map(({ item, parcels: byBarcode }) => ({
      ...item,
      quantity: [...byBarcode.values()].reduce((sum, quantity) => sum + quantity, 0),
      parcels: byBarcode,
    }))
    .toSorted((a, b) => bySku.compare(a.sku, b.sku) || bySku.compare(a.name, b.name))
}

/** Numbers in SKUs count as numbers, as on the places of most warehouses: A2 comes before A10. */
const bySku = new Intl.Collator('en', { numeric: true })

const chunk = <T>(values: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  )

/** Names the parcels that get an item, such as `GR-7KQ2M9P4-1 (2)`. */
const describeParcels = ({ parcels }: PickedItem): string[] =>
  [...parcels].map(([barcode, quantity], index) => {
    const text = quantity === 1 ? barcode : `${barcode} (${quantity})`
    return index === parcels.size - 1 ? text : `${text},`
  })

/** The most warehouses that the head names, so that it leaves room for the items. */
const maxNames = 3

async function prepareHead(
  { typesetter, size: [pageWidth] }: Page,
  { account_name, parcels }: PackingDocument,
  { margin, titleSize, textSize }: SlipLayout,
): Promise<SheetHead> {
  const lines: SheetHead['lines'][number][] = []
  const add = async (text: string, size: number, weight: 'regular' | 'bold') => {
    const prepared = await typesetter.prepare(text, { weight })
    for (const line of typesetter.wrap(prepared, size, pageWidth - 2 * margin))
      lines.push({ text: line, size })
  }
  const units = parcels.flatMap(({ lines: items }) => items.map(({ quantity }) => quantity))
  const warehouses = new Set(parcels.flatMap(({ warehouse }) => warehouse?.name ?? []))
  await add(account_name, titleSize, 'bold')
  await add('Pick list', textSize, 'bold')
  await add(
    `Parcels: ${parcels.length} · Units: ${units.reduce((sum, quantity) => sum + quantity, 0)}`,
    textSize,
    'regular',
  )
  if (warehouses.size > maxNames) await add(`Warehouses: ${warehouses.size}`, textSize, 'regular')
  else for (const name of warehouses) await add(name, textSize, 'regular')
  const textHeight = lines.reduce((sum, { size }) => sum + typesetter.heightOf(1, size), 0)
  return { lines, height: margin + textHeight + 10 }
}
