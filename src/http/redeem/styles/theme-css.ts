import { createHash } from 'node:crypto'
import { contrast, ensureContrast, mixColors, toAccessibleFill } from '#platform/lib/color-contrast'
import { palette } from '#platform/lib/palette'

const schemes = {
  light: { tintAmount: 0.09, lightenAmount: 0 },
  dark: { tintAmount: 0.2, lightenAmount: 0.35 }, // dark mode lightens dark colours
} as const

const defaultColor = '#7a2e6d'

/**
 * Builds the CSS variables for the colour of a campaign. Drawings use the colour itself. Text and its
 * background use a shade of the colour with sufficient contrast.
 */
export function themeStyle(
  color: string | undefined,
  ribbon: keyof typeof ribbons = 'cream',
): string {
  const brand =
    color !== undefined && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : defaultColor
  const { color: fill, on } = toAccessibleFill(brand)
  const onPage = lightRibbons.includes(ribbon) ? '#f3cd95' : ribbons[ribbon]
  const drawingVariables = `--panel:${brand};--cream:${ribbonOn(brand, ribbon)};--gilt:${ribbonColor(brand, onPage, '#f3cd95')}`
  return `:root{--brand:${brand};${drawingVariables};--fill:${fill};--on-fill:${on};${schemeVariables(brand, 'light')}}@media(prefers-color-scheme:dark){:root{${schemeVariables(brand, 'dark')}}}`
}

const ribbons = {
  cream: '#fff3df',
  gold: '#e7b54a',
  red: '#b3202c',
  green: '#1f6247',
  white: '#ffffff',
} as const

/** The ribbons that are not visible on the light page. The opened gift has a darker ribbon instead. */
const lightRibbons: readonly (keyof typeof ribbons)[] = ['cream', 'white']

/**
 * Returns the first preferred ribbon colour with sufficient contrast to the paper. If none has it, the result
 * is the dark default colour.
 */
const ribbonColor = (paper: string, ...preferred: string[]): string =>
  preferred.find((color) => contrast(color, paper) >= 1.9) ?? defaultColor

/** Returns the colour of a ribbon on a paper with the given colour. */
export const ribbonOn = (paper: string, ribbon: keyof typeof ribbons): string =>
  ribbonColor(paper, ribbons[ribbon], ribbons.cream)

/**
 * Builds the CSS variables of a colour scheme. The tint is the background of text in the theme colour, so the
 * theme colour is adjusted to the tint first.
 */
function schemeVariables(brand: string, scheme: keyof typeof schemes): string {
  const { tintAmount, lightenAmount } = schemes[scheme]
  const { ground, card } = palette[scheme]
  const tint = mixColors(brand, ground, tintAmount)
  const lightened = mixColors('#ffffff', brand, lightenAmount)
  const { color, on } = ensureContrast(ensureContrast(lightened, tint).color, card)
  return `--tint:${tint};--theme:${color};--on-theme:${on}`
}

/** Returns the hash source of a style for the content security policy. */
export const cspHash = (style: string): string =>
  `'sha256-${createHash('sha256').update(style).digest('base64')}'`
