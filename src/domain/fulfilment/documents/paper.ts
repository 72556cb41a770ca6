import type { Paper } from './documents.ts'

/** A rectangle in points (1/72 inch), from the top left corner of the page. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface PaperLayout {
  size: readonly [width: number, height: number]
  /** The labels of one page. */
  labels: readonly Box[]
}

export const mm = (length: number): number => (length * 72) / 25.4
export const inch = (length: number): number => length * 72

export const paperLayouts: Readonly<Record<Paper, PaperLayout>> = {
  // 8 labels of 99.1 × 67.7 mm (Avery L7165)
  a4: {
    size: [mm(210), mm(297)],
    labels: gridOf({
      columns: 2,
      rows: 4,
      left: mm(4.65),
      top: mm(13.1),
      pitch: [mm(101.6), mm(67.7)],
      label: [mm(99.1), mm(67.7)],
    }),
  },
  // 6 labels of 4 × 3⅓ inch (Avery 5164)
  letter: {
    size: [inch(8.5), inch(11)],
    labels: gridOf({
      columns: 2,
      rows: 3,
      left: inch(0.15625),
      top: inch(0.5),
      pitch: [inch(4.1875), inch(10 / 3)],
      label: [inch(4), inch(10 / 3)],
    }),
  },
  // one label on a thermal printer
  '4x6': {
    size: [inch(4), inch(6)],
    labels: [{ x: 0, y: 0, width: inch(4), height: inch(6) }],
  },
}

interface Grid {
  columns: number
  rows: number
  left: number
  top: number
  pitch: readonly [horizontal: number, vertical: number]
  label: readonly [width: number, height: number]
}

function gridOf({ columns, rows, left, top, pitch, label }: Grid): Box[] {
  return Array.from({ length: columns * rows }, (_, index) => ({
    x: left + (index % columns) * pitch[0],
    y: top + Math.floor(index / columns) * pitch[1],
    width: label[0],
    height: label[1],
  }))
}
