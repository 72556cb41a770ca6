/** The few letters and digits that pictures need, as pen strokes: no font, the same on every machine. */
import { group, line } from './kit.ts'

/** Each on a box as wide as its first number and 100 high, baseline at 100. */
// biome-ignore format: read down the columns
const strokes: Readonly<Record<string, readonly [width: number, d: string]>> = {
  S: [60, 'M53 24 C46 4 10 4 10 28 C10 54 55 44 55 74 C55 104 12 102 6 78'],
  M: [74, 'M6 98 V8 L37 66 L68 8 V98'],
  L: [52, 'M8 8 V98 H50'],
  X: [64, 'M8 8 L56 98 M56 8 L8 98'],
  2: [60, 'M8 32 C6 2 54 2 52 32 C51 54 12 76 8 98 H56'],
  5: [60, 'M52 8 H16 L11 48 C26 36 56 42 55 70 C54 104 14 104 7 82'],
  0: [64, 'M32 8 C52 8 58 30 58 53 C58 76 52 98 32 98 C12 98 6 76 6 53 C6 30 12 8 32 8 Z'],
  $: [60, 'M53 28 C46 8 10 10 10 32 C10 56 55 46 55 72 C55 98 12 98 6 76 M31 -4 V110'],
  l: [10, 'M5 22 V98'],
  a: [54, 'M48 74 A22 24 0 1 0 48 74.1 M48 50 V98'],
  r: [34, 'M6 50 V98 M6 76 C6 58 16 49 32 51'],
  k: [46, 'M6 22 V98 M40 50 L8 80 M18 71 L42 98'],
  f: [36, 'M14 98 V44 C14 28 22 21 34 24 M2 52 H30'],
  i: [10, 'M5 50 V98 M5 28 V28.1'],
  e: [52, 'M5 73 H48 C48 58 39 49 27 49 C14 49 5 60 5 74 C5 89 14 98 28 98 C37 98 43 95 47 89'],
  d: [54, 'M48 74 A22 24 0 1 0 48 74.1 M48 22 V98'],
}

/** The text with its left upper corner at (x, y), `size` high. */
export function lettering(
  text: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  weight = 11,
): string {
  let at = 0
  const drawn = [...text].map((letter) => {
    const [width, d] = strokes[letter] ?? [40, '']
    const placed = group(`translate(${at} 0)`, line(d, colour, weight))
    at += width + weight + 2
    return placed
  })
  return group(`translate(${x} ${y}) scale(${size / 100})`, ...drawn)
}

/** How wide `lettering` comes out. */
export function letteringWidth(text: string, size: number, weight = 11): number {
  const widths = [...text].map((letter) => (strokes[letter]?.[0] ?? 40) + weight + 2)
  return (widths.reduce((sum, width) => sum + width, 0) - weight - 2) * (size / 100)
}
