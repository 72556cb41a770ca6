import { contrast } from '#platform/lib/color-contrast'

/** The colour that a widespread generator of icons writes when no one chooses one. */
const generatorDefaults: ReadonlySet<string> = new Set(['#5bbad5'])

/** The contrast to white below which a colour is a background, and to black above which it is one. */
const minContrastToPage = 1.2
const minSaturation = 0.1

/**
 * Chooses the first colour that can be a brand: one with a hue, or else a grey that is no page background. Returns it in the
 * form `#rrggbb`.
 */
export function chooseColor(candidates: readonly string[]): string | undefined {
  const colors = candidates
    .flatMap((text) => parseColor(text) ?? [])
    .filter((color) => !generatorDefaults.has(color))
    .filter((color) => contrast(color, '#ffffff') >= minContrastToPage)
  return colors.find((color) => saturationOf(color) >= minSaturation) ?? colors[0]
}

/** Reads the forms `#rgb`, `#rrggbb`, `#rrggbbaa` and `rgb(…)`. */
export function parseColor(text: string): string | undefined {
  const color = text.trim().toLowerCase().slice(0, 60)
  if (/^#[0-9a-f]{3,4}$/.test(color))
    return `#${[...color.slice(1, 4)].map((digit) => digit + digit).join('')}`
  if (/^#[0-9a-f]{6}([0-9a-f]{2})?$/.test(color)) return color.slice(0, 7)
  const channels = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\b[^()]*\)$/.exec(color)
  if (channels === null) return undefined
  return `#${channels.slice(1).map(toHex).join('')}`
}

const toHex = (channel: string) => Math.min(255, Number(channel)).toString(16).padStart(2, '0')

function saturationOf(color: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  return Math.max(...channels) - Math.min(...channels)
}
