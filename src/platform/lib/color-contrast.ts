/**
 * Adjusts custom colours for readability: WCAG 2.2's contrast ratio, and the nearest shade that reaches it. Pages
 * and emails use this, so that no theme makes their text hard to read.
 */

export interface AccessibleColor {
  /** The colour itself if it is readable on the background, and otherwise its nearest readable shade. */
  color: string
  /** A text colour that is readable on `color`: a warm white or a near black. */
  on: string
}

const minRatio = 4.5 // the minimum for normal text at level AA
const lightText = '#ffffff'
const darkText = '#1a141d'

/** Adjusts `color` for text or a button on `background`. Both are `#rrggbb` or `#rgb`. */
export function ensureContrast(color: string, background: string): AccessibleColor {
  const [rgb, backgroundRgb] = [parseColor(color), parseColor(background)]
  const targetRgb = luminance(backgroundRgb) > 0.18 ? parseColor(darkText) : parseColor(lightText)
  for (let share = 0; share <= 1; share += 0.02) {
    const shade = mixRgb(rgb, targetRgb, share)
    const on =
      contrastRatio(parseColor(lightText), shade) >= contrastRatio(parseColor(darkText), shade)
        ? lightText
        : darkText
    if (contrastRatio(shade, backgroundRgb) < minRatio) continue
    if (contrastRatio(parseColor(on), shade) >= minRatio) return { color: toHex(shade), on }
  }
  return { color: toHex(targetRgb), on: toHex(backgroundRgb) }
}

/**
 * Adjusts `color` for the background of a button or a banner, and finds a readable text colour. Light
 * colours remain unchanged and get dark text. Only the few colours on which neither white nor dark
 * text is readable become darker.
 */
export function toAccessibleFill(color: string): AccessibleColor {
  const rgb = parseColor(color)
  for (let share = 0; share <= 1; share += 0.02) {
    const shade = mixRgb(rgb, parseColor('#000000'), share)
    const on = [lightText, darkText].find(
      (each) => contrastRatio(parseColor(each), shade) >= minRatio,
    )
    if (on !== undefined) return { color: toHex(shade), on }
  }
  return { color: darkText, on: lightText }
}

/** Mixes `color` into `into`. The share 0 returns `into`, and 1 returns `color`. */
export const mixColors = (color: string, into: string, share: number): string =>
  toHex(mixRgb(parseColor(into), parseColor(color), share))

/** Returns the contrast ratio, from 1 (unreadable) to 21. */
export const contrast = (one: string, other: string): number =>
  contrastRatio(parseColor(one), parseColor(other))

type Rgb = readonly [red: number, green: number, blue: number]

function parseColor(color: string): Rgb {
  const [, short, long] = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(color) ?? []
  const hex = long ?? (short ?? '').replace(/./g, '$&$&')
  if (hex === '') throw new Error(`not a colour: ${color}`)
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [part(0), part(2), part(4)]
}

const toHex = (parts: Rgb) =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const mixRgb = (one: Rgb, other: Rgb, share: number): Rgb => {
  const part = (at: 0 | 1 | 2) => Math.round(one[at] + (other[at] - one[at]) * share)
  return [part(0), part(1), part(2)]
}

function luminance(parts: Rgb): number {
  const linear = (part: number) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4
  const [red, green, blue] = parts
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function contrastRatio(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}
