/** How many to one, by WCAG; undefined where one of them is no `#rrggbb`. */
function contrast(one: string, other: string): number | undefined {
  const [a, b] = [luminance(one), luminance(other)]
  if (a === undefined || b === undefined) return undefined
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(color: string): number | undefined {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color) ?? []
  if (red === undefined || green === undefined || blue === undefined) return undefined
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(hex: string): number {
  const share = Number.parseInt(hex, 16) / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const white = '#ffffff'
const ink = '#1a141d'
const enough = 4.5

/** The text colour that mails and pages use on a brand colour, as `fillOf` on the server. */
export function textOn(color: string): { on: string; name: 'white' | 'dark'; ratio: number } {
  const onWhite = contrast(color, white) ?? 1
  if (onWhite >= enough) return { on: white, name: 'white', ratio: onWhite }
  const onInk = contrast(color, ink) ?? 1
  return onInk > onWhite
    ? { on: ink, name: 'dark', ratio: onInk }
    : { on: white, name: 'white', ratio: onWhite }
}

/** In words, for the note below a colour. */
export function contrastNote(color: string): string | undefined {
  if (contrast(color, white) === undefined) return undefined
  const { name, ratio } = textOn(color)
  return ratio >= enough
    ? `Contrast with ${name} text ${ratio.toFixed(1)}:1 – good. Buttons use ${name} text.`
    : `Contrast with ${name} text ${ratio.toFixed(1)}:1 – low. Buttons use a slightly darker shade.`
}
