import { formatAddressLines } from '#contract'
import { normalizePhone } from '#platform/lib/phone-number'
import { drawCode128, drawQrCode } from './barcodes.ts'
import type { PackingDocument, PrintedParcel } from './documents.ts'
import type { Page } from './page.ts'
import type { Box } from './paper.ts'
import { replacementCharacter } from './text/clusters.ts'
import type { PreparedText } from './text/typesetter.ts'

interface LabelLayout {
  maxSize: number
  fromHeight: number
  fromSize: number
  noteSize: number
  footerHeight: number
}

const tallLayout = { maxSize: 22, fromHeight: 48, fromSize: 9, noteSize: 9, footerHeight: 110 }
const wideLayout = { maxSize: 16, fromHeight: 22, fromSize: 7.5, noteSize: 7, footerHeight: 56 }

const padding = 12
const gap = 5
const barcodeTextSize = 8

/**
 * Draws one address label: the sender, the recipient in the format of the country, a barcode and a QR code.
 */
export async function drawAddressLabel(
  page: Page,
  { account_name }: PackingDocument,
  parcel: PrintedParcel,
  box: Box,
): Promise<void> {
  const { doc } = page
  const inner = inset(box, padding)
  const isTall = inner.height > inner.width
  const layout = isTall ? tallLayout : wideLayout
  const fromLines = listFromLines(account_name, parcel)
  const from = isTall ? fromLines : [fromLines.join(' · ')]
  const top = inner.y + (await drawSender(page, from, inner, layout)) + gap
  doc
    .moveTo(inner.x, top)
    .lineTo(inner.x + inner.width, top)
    .lineWidth(0.75)
    .stroke('black')
  const { footerHeight } = layout
  const footer = { ...inner, y: inner.y + inner.height - footerHeight, height: footerHeight }
  await drawFooter(page, parcel, footer)
  const to = { ...inner, y: top + gap, height: footer.y - top - 2 * gap }
  await drawRecipient(page, parcel, to, layout)
}

const inset = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
})

const listFromLines = (account_name: string, { warehouse }: PrintedParcel): string[] =>
  warehouse === null
    ? [account_name]
    : [account_name, ...listWarehouseLines(warehouse), getCountryName(warehouse.country)]

const listWarehouseLines = ({
  name,
  address,
}: NonNullable<PrintedParcel['warehouse']>): readonly string[] =>
  address === null ? [name] : formatAddressLines(address)

async function drawSender(
  { typesetter }: Page,
  from: readonly string[],
  { x, y, width }: Box,
  { fromHeight, fromSize }: LabelLayout,
): Promise<number> {
  const texts: PreparedText[] = []
  for (const line of from) texts.push(await typesetter.prepare(line))
  const { lines, size } = typesetter.fit(texts, { width, height: fromHeight }, fromSize)
  return typesetter.drawLines(lines, x, y, width, { size })
}

/** Draws the recipient as large as the box allows. Adds a note if a character cannot be printed. */
async function drawRecipient(
  { typesetter }: Page,
  parcel: PrintedParcel,
  box: Box,
  { maxSize, noteSize }: LabelLayout,
): Promise<void> {
  const texts = await prepareRecipient(typesetter, parcel)
  const noteLines: PreparedText[] = []
  for (const note of listNotes(parcel.address, texts))
    noteLines.push(...typesetter.wrap(await typesetter.prepare(note), noteSize, box.width))
  const notesHeight = typesetter.heightOf(noteLines.length, noteSize)
  const area = { width: box.width, height: box.height - notesHeight }
  const { lines, size, height } = typesetter.fit(texts, area, maxSize)
  const direction = texts.some((text) => text.direction === 'rtl') ? 'rtl' : 'ltr'
  const top = box.y + Math.max(0, (area.height - height) / 2)
  typesetter.drawLines(lines, box.x, top, box.width, { size, direction })
  const noteTop = box.y + area.height
  typesetter.drawLines(noteLines, box.x, noteTop, box.width, { size: noteSize })
}

/**
 * Returns the lines of the recipient. For a parcel to another country, the last line is the name of the
 * country.
 */
async function prepareRecipient(
  typesetter: Page['typesetter'],
  { address, warehouse }: PrintedParcel,
): Promise<PreparedText[]> {
  if (address === null) throw new Error('a label needs an address')
  const { country, name } = address
  const texts: PreparedText[] = []
  for (const line of formatAddressLines(address))
    texts.push(
      await typesetter.prepare(line, {
        country,
        weight: line === name.trim() ? 'bold' : 'regular',
      }),
    )
  if (warehouse?.country !== country)
    texts.push(await typesetter.prepare(getCountryName(country).toUpperCase(), { weight: 'bold' }))
  return texts
}

function listNotes(address: PrintedParcel['address'], texts: readonly PreparedText[]): string[] {
  const { phone = '', country = '' } = address ?? {}
  const hasReplacement = ({ clusters }: PreparedText) =>
    clusters.some(({ isReplacement }) => isReplacement)
  return [
    ...(phone === '' ? [] : [`Tel. ${normalizePhone(phone, country)}`]),
    ...(texts.some(hasReplacement)
      ? [`${replacementCharacter} is a character that cannot be printed. Write it by hand.`]
      : []),
  ]
}

async function drawFooter(
  { doc, typesetter }: Page,
  { barcode, number, count, url }: PrintedParcel,
  box: Box,
): Promise<void> {
  const qrSize = Math.min(box.height, 72)
  const width = box.width - qrSize - 6
  const textHeight = typesetter.heightOf(1, barcodeTextSize)
  drawCode128(doc, barcode, { ...box, width, height: box.height - textHeight - 3 })
  const text = await typesetter.prepare(`${barcode} · Parcel ${number} of ${count}`)
  const { size } = typesetter.fit([text], { width, height: textHeight }, barcodeTextSize)
  const bottom = box.y + box.height
  typesetter.drawLine(text, box.x, bottom - textHeight, width, { size })
  const left = box.x + box.width - qrSize
  drawQrCode(doc, url, { x: left, y: bottom - qrSize, width: qrSize, height: qrSize })
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/**
 * Returns the English name of a country. Postal operators in the country of origin read the destination in
 * English.
 */
const getCountryName = (country: string): string => countryNames.of(country) ?? country
