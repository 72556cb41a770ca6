/**
 * Colours that somebody chose, made readable: WCAG 2.2's contrast ratio, and the nearest shade that
 * reaches it. Pages and mails ask here, so that no theme can make their words hard to read.
 */

export interface Readable {
  /** The colour itself where it can be read on the background; otherwise its nearest shade that can. */
  color: string
  /** What can be read on `color`: a warm white or a near black. */
  on: string
}

const leastRatio = 4.5 // normal text, level AA
const pale = '#ffffff'
const ink = '#1a141d'

/** `color` as text or as a button on `background`; both are written `#rrggbb` or `#rgb`. */
export function readable(color: string, background: string): Readable {
  const [wanted, ground] = [partsOf(color), partsOf(background)]
  const goal = luminance(ground) > 0.18 ? partsOf(ink) : partsOf(pale)
  for (let share = 0; share <= 1; share += 0.02) {
    const shade = mixed(wanted, goal, share)
    const on = ratioOf(partsOf(pale), shade) >= ratioOf(partsOf(ink), shade) ? pale : ink
    if (ratioOf(shade, ground) < leastRatio) continue
    if (ratioOf(partsOf(on), shade) >= leastRatio) return { color: written(shade), on }
  }
  return { color: written(goal), on: written(ground) }
}

/**
 * `color` as the background of a button or a band, with what can be read on it. Light colours keep their hue and get
 * dark text; only the few on which neither white nor dark text can be read are made darker.
 */
export function fillOf(color: string): Readable {
  const wanted = partsOf(color)
  for (let share = 0; share <= 1; share += 0.02) {
    const shade = mixed(wanted, partsOf('#000000'), share)
    const on = [pale, ink].find((each) => ratioOf(partsOf(each), shade) >= leastRatio)
    if (on !== undefined) return { color: written(shade), on }
  }
  return { color: ink, on: pale }
}

/** So much of one colour in another: 0 is none of it, 1 nothing else. */
export const mix = (color: string, into: string, share: number): string =>
  written(mixed(partsOf(into), partsOf(color), share))

/** From 1, which nobody can read, to 21. */
export const contrast = (one: string, other: string): number =>
  ratioOf(partsOf(one), partsOf(other))

type Parts = readonly [red: number, green: number, blue: number]

function partsOf(color: string): Parts {
  const [, short, long] = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(color) ?? []
  const hex = long ?? (short ?? '').replace(/./g, '$&$&')
  if (hex === '') throw new Error(`not a colour: ${color}`)
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [part(0), part(2), part(4)]
}

const written = (parts: Parts) =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const mixed = (one: Parts, other: Parts, share: number): Parts => {
  const part = (at: 0 | 1 | 2) => Math.round(one[at] + (other[at] - one[at]) * share)
  return [part(0), part(1), part(2)]
}

function luminance(parts: Parts): number {
  const linear = (part: number) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4
  const [red, green, blue] = parts
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function ratioOf(one: Parts, other: Parts): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}
