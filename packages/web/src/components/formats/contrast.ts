import { t } from '#web/i18n/common.ts'
import { formatNumber } from '#web/i18n/format.ts'

/** Computes the WCAG contrast ratio of two colours. Returns undefined unless both have the form `#rrggbb`. */
function contrastRatio(one: string, other: string): number | undefined {
  const [a, b] = [luminance(one), luminance(other)]
  if (a === undefined || b === undefined) return undefined
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(color: string): number | undefined {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color) ?? []
  if (red === undefined || green === undefined || blue === undefined) return undefined
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}

function toLinear(hex: string): number {
  const channel = Number.parseInt(hex, 16) / 255
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

const white = '#ffffff'
const darkText = '#1a141d'
const minRatio = 4.5

/**
 * Returns the text colour that emails and pages use on a brand colour. The result matches `fillOf` on the
 * server.
 */
export function textColorOn(color: string): {
  textColor: string
  name: 'white' | 'dark'
  ratio: number
} {
  const onWhite = contrastRatio(color, white) ?? 1
  if (onWhite >= minRatio) return { textColor: white, name: 'white', ratio: onWhite }
  const onInk = contrastRatio(color, darkText) ?? 1
  return onInk > onWhite
    ? { textColor: darkText, name: 'dark', ratio: onInk }
    : { textColor: white, name: 'white', ratio: onWhite }
}

/** Describes the contrast of a colour in words, for the note below a colour input. */
export function describeContrast(color: string): string | undefined {
  if (contrastRatio(color, white) === undefined) return undefined
  const { name, ratio } = textColorOn(color)
  const values = {
    ratio: formatNumber(ratio, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  }
  if (ratio < minRatio)
    return name === 'white'
      ? t('Contrast with white text {ratio}:1 – low. Buttons use a slightly darker shade.', values)
      : t('Contrast with dark text {ratio}:1 – low. Buttons use a slightly darker shade.', values)
  return name === 'white'
    ? t('Contrast with white text {ratio}:1 – good. Buttons use white text.', values)
    : t('Contrast with dark text {ratio}:1 – good. Buttons use dark text.', values)
}
