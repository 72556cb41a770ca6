import type { CardLayout, TextArea } from './card-layout.ts'
import type { PrintedCard } from './documents.ts'
import type { PreparedText, Typesetter } from './text/typesetter.ts'

/** A line of the message, and where it is. */
export interface PlacedLine {
  side: number
  x: number
  y: number
  width: number
  text: PreparedText
  size: number
  align?: 'center'
}

interface CardLine {
  text: PreparedText
  /** The space above the line, as a share of the height of a line. */
  gap: number
}

/** The smallest size in points that people read without effort on paper. A longer message continues on another side. */
const minSize = 8
const sizeStep = 0.5
const paragraphGap = 0.6
const signatureGap = 0.9

/** Finds the places of the message and of the name below it, or of the greeting if there is no message. */
export async function placeMessage(
  typesetter: Typesetter,
  card: PrintedCard,
  layout: CardLayout,
): Promise<PlacedLine[]> {
  const { message, sender_name, greeting, country } = card
  if (message.trim() === '') {
    const line = { text: await typesetter.prepare(greeting, { weight: 'bold', country }), gap: 0 }
    const placed = findPlaces(typesetter, [line], layout, layout.maxSize * 1.4)
    return placed.map((each) => ({ ...each, align: 'center' }))
  }
  const lines: CardLine[] = []
  let gap = 0
  for (const paragraph of message.trim().split(/\r\n?|\n/)) {
    const text = await typesetter.prepare(paragraph, { country })
    if (text.clusters.length > 0) lines.push({ text, gap })
    gap = text.clusters.length > 0 ? 0 : paragraphGap
  }
  const signature = await typesetter.prepare(sender_name, { weight: 'bold', country })
  if (signature.clusters.length > 0) lines.push({ text: signature, gap: signatureGap })
  return findPlaces(typesetter, lines, layout, layout.maxSize)
}

/** Finds the largest size at which the texts fit into the short places, or else into the long ones. */
function findPlaces(
  typesetter: Typesetter,
  texts: readonly CardLine[],
  { short, long, next }: CardLayout,
  maxSize: number,
): PlacedLine[] {
  const width = Math.min(...long.map(({ box }) => box.width))
  const widths = texts.map(({ text }) => typesetter.measure(text, 1))
  const wrap = (size: number) =>
    texts.flatMap(({ text, gap }) =>
      typesetter.wrap(text, size, width).map((line, index) => ({
        text: line,
        gap: index === 0 ? gap : 0,
      })),
    )
  for (const areas of [short, long])
    for (let size = maxSize; size >= minSize; size -= sizeStep) {
      if (!canFit(typesetter, widths, size, width, areas)) continue
      const placed = flow(typesetter, wrap(size), size, areas)
      if (placed !== undefined)
        return areas.length === 1 ? center(placed, areas, typesetter) : placed
    }
  const lines = wrap(minSize)
  const areas = [...long]
  for (;;) {
    const side = (areas.at(-1)?.side ?? 0) + 1
    areas.push(...next.map((box) => ({ side, box })))
    const placed = flow(typesetter, lines, minSize, areas)
    if (placed !== undefined) return placed
  }
}

/** Returns false if the texts need more lines than the areas have. Wrapping a long message takes much longer than this. */
function canFit(
  typesetter: Typesetter,
  widths: readonly number[],
  size: number,
  width: number,
  areas: readonly TextArea[],
): boolean {
  const lineCount = widths.reduce((sum, each) => sum + Math.ceil((each * size) / width), 0)
  const height = areas.reduce((sum, { box }) => sum + box.height, 0)
  return typesetter.heightOf(lineCount, size) <= height
}

/** Puts lines into areas from top to bottom. Returns undefined if they do not fit. */
function flow(
  typesetter: Typesetter,
  lines: readonly CardLine[],
  size: number,
  areas: readonly TextArea[],
): PlacedLine[] | undefined {
  const lineHeight = typesetter.heightOf(1, size)
  const placed: PlacedLine[] = []
  let index = 0
  let used = 0
  for (const { text, gap } of lines) {
    let area = areas[index]
    if (area === undefined) return undefined
    const space = used === 0 ? 0 : gap * lineHeight
    if (used + space + lineHeight > area.box.height) {
      index += 1
      area = areas[index]
      if (area === undefined) return undefined
      used = 0
    } else used += space
    const { x, y, width } = area.box
    placed.push({ side: area.side, x, y: y + used, width, text, size })
    used += lineHeight
  }
  return placed
}

/** Moves a short message to the middle of its place. */
function center(
  placed: readonly PlacedLine[],
  [area]: readonly TextArea[],
  typesetter: Typesetter,
): PlacedLine[] {
  const last = placed.at(-1)
  if (area === undefined || last === undefined) return [...placed]
  const bottom = last.y + typesetter.heightOf(1, last.size)
  const free = (area.box.y + area.box.height - bottom) / 2
  return placed.map((line) => ({ ...line, y: line.y + free }))
}
