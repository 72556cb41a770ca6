import type { CardLayout, TextArea } from './card-layout.ts'
import type { CardPhoto } from './card-photo.ts'
import type { PrintedCard } from './documents.ts'
import { type Box, mm } from './paper.ts'
import type { PreparedText, Typesetter } from './text/typesetter.ts'

/** A line of the message, and where it is. */
interface PlacedLine {
  side: number
  x: number
  y: number
  width: number
  text: PreparedText
  size: number
  align?: 'center' | 'right'
}

/** The message with the name below it, and the photo of the sender beside the name. */
export interface PlacedMessage {
  lines: readonly PlacedLine[]
  photo: { side: number; x: number; y: number } | undefined
}

type Size = Pick<CardPhoto, 'width' | 'height'>

interface Paragraph {
  text: PreparedText | undefined
  /** The space above the paragraph, as a share of the height of a line. */
  gap: number
  /** The photo beside the text, which stays in one place with it. */
  photo?: Size | undefined
}

/** Lines that stay together. */
interface Block extends Pick<Paragraph, 'gap' | 'photo'> {
  texts: readonly PreparedText[]
}

interface PlacedBlock extends Block {
  side: number
  /** The height is that of the lines or of the photo. */
  box: Box
  size: number
}

/** The smallest size in points that people read without effort on paper. A longer message continues on another side. */
const minSize = 8
const sizeStep = 0.5
const paragraphGap = 0.6
const signatureGap = 0.9
const photoGap = mm(3)

/** Finds the places of the message and of the name below it, or of the greeting if there is no message. */
export async function placeMessage(
  typesetter: Typesetter,
  card: PrintedCard,
  layout: CardLayout,
  photo: Size | undefined,
): Promise<PlacedMessage> {
  const { message, sender_name, greeting, country, direction } = card
  if (message.trim() === '') {
    const text = await typesetter.prepare(greeting, { weight: 'bold', country })
    const above = photo === undefined ? [] : [{ text: undefined, gap: 0, photo }]
    const paragraphs = [...above, { text, gap: above.length * paragraphGap }]
    const placed = findPlaces(typesetter, paragraphs, layout, layout.maxSize * 1.4)
    return toMessage(typesetter, placed, 'center')
  }
  const paragraphs: Paragraph[] = []
  let gap = 0
  for (const paragraph of message.trim().split(/\r\n?|\n/)) {
    const text = await typesetter.prepare(paragraph, { country })
    if (text.clusters.length > 0) paragraphs.push({ text, gap })
    gap = text.clusters.length > 0 ? 0 : paragraphGap
  }
  const signature = await typesetter.prepare(sender_name, { weight: 'bold', country })
  if (signature.clusters.length > 0 || photo !== undefined)
    paragraphs.push({ text: signature, gap: signatureGap, photo })
  return toMessage(
    typesetter,
    findPlaces(typesetter, paragraphs, layout, layout.maxSize),
    direction,
  )
}

/** Returns the places of lines and of the photo, which is where a line begins. */
function toMessage(
  typesetter: Typesetter,
  blocks: readonly PlacedBlock[],
  align: 'center' | 'ltr' | 'rtl',
): PlacedMessage {
  let photo: PlacedMessage['photo']
  const lines: PlacedLine[] = []
  for (const { side, box, size, texts, photo: own } of blocks) {
    const spare = own === undefined ? 0 : box.width - own.width
    if (own !== undefined) {
      const left = align === 'center' ? spare / 2 : align === 'rtl' ? spare : 0
      photo = { side, x: box.x + left, y: box.y + (box.height - own.height) / 2 }
    }
    const x = own !== undefined && align === 'ltr' ? box.x + own.width + photoGap : box.x
    const width = own === undefined ? box.width : spare - photoGap
    const top = box.y + (box.height - typesetter.heightOf(texts.length, size)) / 2
    for (const [index, text] of texts.entries())
      lines.push({
        ...{ side, x, y: top + typesetter.heightOf(index, size), width, text, size },
        ...(align === 'center' && { align }),
        ...(align === 'rtl' && own !== undefined && { align: 'right' }),
      })
  }
  return { lines, photo }
}

/** Finds the largest size at which the texts fit into the short places, or else into the long ones. */
function findPlaces(
  typesetter: Typesetter,
  paragraphs: readonly Paragraph[],
  { short, long, next }: CardLayout,
  maxSize: number,
): PlacedBlock[] {
  const width = Math.min(...long.map(({ box }) => box.width))
  const wrap = (size: number) =>
    paragraphs.flatMap((each) => toBlocks(typesetter, each, size, width))
  for (const areas of [short, long])
    for (let size = maxSize; size >= minSize; size -= sizeStep) {
      if (!canFit(typesetter, paragraphs, size, width, areas)) continue
      const placed = flow(typesetter, wrap(size), size, areas)
      if (placed !== undefined) return areas.length === 1 ? center(placed, areas) : placed
    }
  const blocks = wrap(minSize)
  const areas = [...long]
  for (;;) {
    const side = (areas.at(-1)?.side ?? 0) + 1
    areas.push(...next.map((box) => ({ side, box })))
    const placed = flow(typesetter, blocks, minSize, areas)
    if (placed !== undefined) return placed
  }
}

/** Wraps a paragraph. Each line is a block of its own, unless a photo is beside them. */
function toBlocks(
  typesetter: Typesetter,
  { text, gap, photo }: Paragraph,
  size: number,
  width: number,
): Block[] {
  if (text === undefined) return [{ texts: [], gap, photo }]
  if (photo !== undefined)
    return [{ texts: typesetter.wrap(text, size, width - photo.width - photoGap), gap, photo }]
  return typesetter
    .wrap(text, size, width)
    .map((line, index) => ({ texts: [line], gap: index === 0 ? gap : 0 }))
}

/** Returns false if the texts need more room than the areas have. Wrapping a long message takes much longer than this. */
function canFit(
  typesetter: Typesetter,
  paragraphs: readonly Paragraph[],
  size: number,
  width: number,
  areas: readonly TextArea[],
): boolean {
  const needed = paragraphs.reduce((sum, { text, photo }) => {
    const length = text === undefined ? 0 : typesetter.measure(text, 1) * size
    const lines = typesetter.heightOf(Math.ceil(length / width), size)
    return sum + Math.max(lines, photo?.height ?? 0)
  }, 0)
  return needed <= areas.reduce((sum, { box }) => sum + box.height, 0)
}

/** Puts blocks into areas from top to bottom. Returns undefined if they do not fit. */
function flow(
  typesetter: Typesetter,
  blocks: readonly Block[],
  size: number,
  areas: readonly TextArea[],
): PlacedBlock[] | undefined {
  const placed: PlacedBlock[] = []
  let index = 0
  let used = 0
  for (const block of blocks) {
    let area = areas[index]
    if (area === undefined) return undefined
    const lines = typesetter.heightOf(block.texts.length, size)
    const height = Math.max(lines, block.photo?.height ?? 0)
    const space = used === 0 ? 0 : block.gap * typesetter.heightOf(1, size)
    // A block that is too tall for an empty place would be too tall for the next one.
    if (used > 0 && used + space + height > area.box.height) {
      index += 1
      area = areas[index]
      if (area === undefined) return undefined
      used = 0
    } else used += space
    const { x, y, width } = area.box
    placed.push({ ...block, side: area.side, size, box: { x, y: y + used, width, height } })
    used += height
  }
  return placed
}

/** Moves a short message to the middle of its place. */
function center(placed: readonly PlacedBlock[], [area]: readonly TextArea[]): PlacedBlock[] {
  const last = placed.at(-1)?.box
  if (area === undefined || last === undefined) return [...placed]
  const free = (area.box.y + area.box.height - last.y - last.height) / 2
  return placed.map((block) => ({ ...block, box: { ...block.box, y: block.box.y + free } }))
}
