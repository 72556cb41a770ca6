import { createHash } from 'node:crypto'
import { contrast, ensureContrast, mixColors, toAccessibleFill } from '#platform/contrast'

/** What a theme's colour is read on, by day and by night; the same as in look/base.css. */
const lights = {
  light: { ground: '#fbf7f1', card: '#fffdfa', tinge: 0.09, pale: 0 },
  dark: { ground: '#17131a', card: '#211b26', tinge: 0.2, pale: 0.35 }, // at night deep colours look dull
} as const

const ours = '#7a2e6d'

/**
 * A campaign's colour as the few variables that the style sheet asks for. The colour itself is for
 * drawings; what is read, or read upon, is a shade of it that can be.
 */
export function themeStyle(color: string | undefined): string {
  const brand = color !== undefined && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : ours
  const { color: fill, on } = toAccessibleFill(brand)
  const drawing = `--panel:${brand};--cream:${ribbonOn(brand, '#fff3df')};--gilt:${ribbonOn(brand, '#f3cd95')}`
  return `:root{--brand:${brand};${drawing};--fill:${fill};--on-fill:${on};${shades(brand, 'light')}}@media(prefers-color-scheme:dark){:root{${shades(brand, 'dark')}}}`
}

/** The ribbon that is usual, where it can be told from the paper; a deep one on light paper. */
const ribbonOn = (paper: string, usual: string): string =>
  contrast(usual, paper) >= 1.9 ? usual : ours

/** The tint lies behind words of the theme's own colour, so it is the ground that is hardest to read on. */
function shades(brand: string, light: keyof typeof lights): string {
  const { ground, card, tinge, pale } = lights[light]
  const tint = mixColors(brand, ground, tinge)
  const wanted = mixColors('#ffffff', brand, pale)
  const { color, on } = ensureContrast(ensureContrast(wanted, tint).color, card)
  return `--tint:${tint};--theme:${color};--on-theme:${on}`
}

/** How a content security policy names a style. */
export const hashOf = (style: string): string =>
  `'sha256-${createHash('sha256').update(style).digest('base64')}'`
