import type { CardFormat } from './documents.ts'
import { type Box, inch, mm } from './paper.ts'

/** Where the parts of a card are, in points from the top left corner of the trimmed sheet. */
export interface CardLayout {
  size: readonly [width: number, height: number]
  /** The distance of the fold from the left edge; null for a single card. */
  fold: number | null
  /** The picture, or the colour of the campaign. It is on the first side. */
  cover: Box
  /** Who sent the gift, and the QR code. It is on the first side. */
  footer: Box
  /** The places of a message that fits, and those of a longer one; side 0 is the first one. */
  short: readonly TextArea[]
  long: readonly TextArea[]
  /** The places on each further side. */
  next: readonly Box[]
  maxSize: number
  /** The longer edge of the photo of the sender. */
  photoEdge: number
}

export interface TextArea {
  side: number
  box: Box
}

const footerHeight = mm(18)

/** Beyond the cut, the colours continue for 3 mm, because no machine cuts exactly. */
export const bleed = mm(3)
/** The margin of a sheet with marks. */
export const markMargin = mm(10)

const inset = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
})

const bottomOf = (box: Box): Box => ({
  ...box,
  y: box.y + box.height - footerHeight,
  height: footerHeight,
})

/** Describes a card that is not folded: the picture is above the message or beside it. */
function toSingle([width, height]: CardLayout['size'], cover: Box, columns: number): CardLayout {
  const margin = mm(8)
  const isBeside = cover.height === height
  const front = isBeside
    ? { x: cover.width, y: 0, width: width - cover.width, height }
    : { x: 0, y: cover.height, width, height: height - cover.height }
  const inner = inset(front, margin)
  const column = (width - margin * (columns + 1)) / columns
  const next = Array.from({ length: columns }, (_, index) => ({
    x: margin + index * (column + margin),
    y: margin,
    width: column,
    height: height - 2 * margin,
  }))
  const text = { ...inner, height: inner.height - footerHeight - mm(4) }
  const short = [{ side: 0, box: text }]
  const long = [...short, ...next.map((box) => ({ side: 1, box }))]
  const footer = bottomOf(inner)
  return {
    ...{ size: [width, height], fold: null, cover, footer, short, long, next },
    ...{ maxSize: 12, photoEdge: mm(20) },
  }
}

/** Describes a card that is folded once: the message is inside, on the right first. */
function toFolded([width, height]: CardLayout['size'], maxSize: number): CardLayout {
  const half = width / 2
  const panel = (x: number): Box => ({ x, y: 0, width: half, height })
  const margin = mm(11)
  const next = [inset(panel(0), margin), inset(panel(half), margin)]
  const long = next.map((box) => ({ side: 1, box }))
  return {
    size: [width, height],
    fold: half,
    cover: panel(half),
    footer: bottomOf(inset(panel(0), margin)),
    short: long.slice(1),
    long,
    next,
    maxSize,
    photoEdge: mm(30),
  }
}

const a6 = [mm(105), mm(148)] as const
const dl = [mm(210), mm(99)] as const

export const cardLayouts: Readonly<Record<CardFormat, CardLayout>> = {
  a6: toSingle(a6, { x: 0, y: 0, width: a6[0], height: (a6[0] * 200) / 320 }, 1),
  dl: toSingle(dl, { x: 0, y: 0, width: mm(100), height: dl[1] }, 2),
  a5_folded: toFolded([mm(210), mm(148)], 14),
  letter_folded: toFolded([inch(11), inch(8.5)], 17),
}

/** Swaps left and right, for scripts that are read from the right: such a card opens on its left. */
export function mirror(layout: CardLayout): CardLayout {
  const flip = (box: Box): Box => ({ ...box, x: layout.size[0] - box.x - box.width })
  const flipAreas = (areas: readonly TextArea[]) =>
    areas.map(({ side, box }) => ({ side, box: flip(box) }))
  return {
    ...layout,
    cover: flip(layout.cover),
    footer: flip(layout.footer),
    short: flipAreas(layout.short),
    long: flipAreas(layout.long),
    next: layout.next.map(flip),
  }
}
