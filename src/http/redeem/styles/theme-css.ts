import { createHash } from 'node:crypto'
import { contrast, ensureContrast, mixColors, toAccessibleFill } from '#platform/lib/color-contrast'

/** What a theme's colour is read on, by day and by night; the same as in look/base.css. */
const schemes = {
  light: { background: '#fbf7f1', card: '#fffdfa', tintAmount: 0.09, lightenAmount: 0 },
  dark: { background: '#17131a', card: '#211b26', tintAmount: 0.2, lightenAmount: 0.35 }, // at night deep colours look dull
} as const

const defaultColor = '#7a2e6d'

/**
 * A campaign's colour as the few variables that the style sheet asks for. The colour itself is for
 * drawings; what is read, or read upon, is a shade of it that can be.
 */
export function themeStyle(color: string | undefined): string {
  const brand =
    color !== undefined && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : defaultColor
  const { color: fill, on } = toAccessibleFill(brand)
  const drawingVariables = `--panel:${brand};--cream:${ribbonColor(brand, '#fff3df')};--gilt:${ribbonColor(brand, '#f3cd95')}`
  return `:root{--brand:${brand};${drawingVariables};--fill:${fill};--on-fill:${on};${schemeVariables(brand, 'light')}}@media(prefers-color-scheme:dark){:root{${schemeVariables(brand, 'dark')}}}`
}

/** The ribbon that is usual, where it can be told from the paper; a deep one on light paper. */
const ribbonColor = (paper: string, preferred: string): string =>
  contrast(preferred, paper) >= 1.9 ? preferred : defaultColor

/** The tint lies behind words of the theme's own colour, so it is the ground that is hardest to read on. */
function schemeVariables(brand: string, scheme: keyof typeof schemes): string {
  const { background, card, tintAmount, lightenAmount } = schemes[scheme]
  const tint = mixColors(brand, background, tintAmount)
  const lightened = mixColors('#ffffff', brand, lightenAmount)
  const { color, on } = ensureContrast(ensureContrast(lightened, tint).color, card)
  return `--tint:${tint};--theme:${color};--on-theme:${on}`
}

/** How a content security policy names a style. */
export const cspHash = (style: string): string =>
  `'sha256-${createHash('sha256').update(style).digest('base64')}'`
