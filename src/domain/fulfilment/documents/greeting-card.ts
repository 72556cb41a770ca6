import { ensureContrast, toAccessibleFill } from '#platform/lib/color-contrast'
import { drawQrCode } from './barcodes.ts'
import { bleed, type CardLayout, cardLayouts, markMargin, mirror } from './card-layout.ts'
import { type PlacedMessage, placeMessage } from './card-message.ts'
import type { CardPhoto, FindPhoto } from './card-photo.ts'
import { backgroundOf, drawCardPicture } from './card-picture.ts'
import type { CardStyle, PrintedCard } from './documents.ts'
import type { Page } from './page.ts'
import { type Box, mm } from './paper.ts'
import type { PreparedText } from './text/typesetter.ts'

const headlineSize = 24
const footerSize = 8

/** A card whose message has its places, so that its number of sides is known. */
export interface PreparedCard {
  card: PrintedCard
  layout: CardLayout
  has_marks: boolean
  message: PlacedMessage
  photo: CardPhoto | undefined
  sideCount: number
}

/** Finds the places of all lines of a card. A long message shrinks, and then continues on the next side. */
export async function prepareCard(
  { typesetter }: Page,
  card: PrintedCard,
  { format, has_marks }: CardStyle,
  findPhoto: FindPhoto,
): Promise<PreparedCard> {
  const found = cardLayouts[format]
  const layout = card.direction === 'rtl' ? mirror(found) : found
  const photo = findPhoto(card.photo_id, layout.photoEdge)
  const message = await placeMessage(typesetter, card, layout, photo)
  const sides = message.lines.map(({ side }) => side)
  const sideCount = 1 + Math.max(layout.fold === null ? 0 : 1, message.photo?.side ?? 0, ...sides)
  return { card, layout, has_marks, message, photo, sideCount }
}

/** Draws the sides of a card, and empty ones until it has `sideCount`. */
export async function drawCard(
  page: Page,
  prepared: PreparedCard,
  sideCount: number,
): Promise<void> {
  const { doc } = page
  const { layout, has_marks, card, message, photo } = prepared
  const [width, height] = layout.size
  const margin = has_marks ? markMargin : 0
  for (let side = 0; side < sideCount; side++) {
    page.addPage([width + 2 * margin, height + 2 * margin])
    doc.save().translate(margin, margin)
    if (side === 0) {
      await drawCover(page, card, layout)
      await drawFooter(page, card, layout.footer)
    }
    if (message.photo?.side === side) photo?.draw(doc, message.photo.x, message.photo.y)
    for (const line of message.lines)
      if (line.side === side) page.typesetter.drawLine(line.text, line.x, line.y, line.width, line)
    if (has_marks) drawMarks(doc, layout)
    doc.restore()
  }
}

/** Draws the picture below the headline, or the headline on the colour of the campaign. */
async function drawCover(
  page: Page,
  { picture, color, headline, country }: PrintedCard,
  { cover, size }: CardLayout,
): Promise<void> {
  const { doc, typesetter } = page
  const fill = toAccessibleFill(color)
  const background = picture === null ? fill.color : backgroundOf(picture)
  const outer = withBleed(cover, size)
  doc.rect(outer.x, outer.y, outer.width, outer.height).fill(background)
  if (picture !== null) drawCardPicture(doc, picture, outer)
  const pictureHeight = picture === null ? 0 : (cover.width * 200) / 320
  const padding = mm(8)
  const box = {
    x: cover.x + padding,
    y: cover.y + padding,
    width: cover.width - 2 * padding,
    height: cover.height - pictureHeight - 2 * padding,
  }
  if (box.height < mm(16) || headline === '') return
  const text = await typesetter.prepare(headline, { weight: 'bold', country })
  const { lines, size: textSize, height } = typesetter.fit([text], box, headlineSize)
  const top = box.y + (box.height - height) / 2
  typesetter.drawLines(lines, box.x, top, box.width, {
    size: textSize,
    align: 'center',
    color: picture === null ? fill.on : ensureContrast(color, background).color,
  })
}

/** Extends a box beyond the edges of the sheet that it touches. */
function withBleed({ x, y, width, height }: Box, [sheetWidth, sheetHeight]: CardLayout['size']) {
  const isAt = (one: number, other: number) => Math.abs(one - other) < 0.01
  const left = isAt(x, 0) ? bleed : 0
  const right = isAt(x + width, sheetWidth) ? bleed : 0
  const top = isAt(y, 0) ? bleed : 0
  const bottom = isAt(y + height, sheetHeight) ? bleed : 0
  return { x: x - left, y: y - top, width: width + left + right, height: height + top + bottom }
}

/** Draws who sent the gift, and beside it the QR code of the recipient's page. */
async function drawFooter(
  { doc, typesetter }: Page,
  { sent_by, link, direction, country }: PrintedCard,
  { x, y, width, height }: Box,
): Promise<void> {
  const isRtl = direction === 'rtl'
  const code = link === null ? 0 : height
  if (link !== null)
    drawQrCode(doc, link.url, { x: isRtl ? x : x + width - code, y, width: code, height: code })
  const texts: PreparedText[] = [await typesetter.prepare(sent_by, { weight: 'bold', country })]
  if (link !== null) texts.push(await typesetter.prepare(link.text, { country }))
  const box = { width: width - code - mm(3), height }
  const { lines, size, height: textHeight } = typesetter.fit(texts, box, footerSize)
  const left = isRtl && code > 0 ? x + code + mm(3) : x
  const top = y + (height - textHeight) / 2
  typesetter.drawLines(lines, left, top, box.width, { size, direction })
}

/** Draws the marks for cutting at the corners, and the marks of the fold. */
function drawMarks(
  doc: PDFKit.PDFDocument,
  { size: [width, height], fold }: Pick<CardLayout, 'size' | 'fold'>,
): void {
  const [near, far] = [bleed + mm(1), markMargin - mm(1)]
  const draw = (fromX: number, fromY: number, toX: number, toY: number) =>
    doc.moveTo(fromX, fromY).lineTo(toX, toY).stroke('black')
  doc.lineWidth(0.4)
  for (const x of [0, width]) {
    draw(x, -far, x, -near)
    draw(x, height + near, x, height + far)
  }
  for (const y of [0, height]) {
    draw(-far, y, -near, y)
    draw(width + near, y, width + far, y)
  }
  if (fold === null) return
  doc.dash(2, { space: 1.5 })
  draw(fold, -far, fold, -near)
  draw(fold, height + near, fold, height + far)
  doc.undash()
}
