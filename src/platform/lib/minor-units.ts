import { fractionDigits, fromMinorUnits } from './currency-decimals.ts'
import { getTextDirection } from './languages.ts'

export { fractionDigits, fromMinorUnits, toMinorUnits } from './currency-decimals.ts'

/** Returns whether the code is that of a known currency, in capital letters: `EUR`. */
export const isCurrency = (code: string): boolean =>
  Intl.supportedValuesOf('currency').includes(code)

/**
 * Formats an amount in the smallest unit of its currency: 758 USD are `$7.58`. In a right-to-left text, the
 * amount retains its direction. Otherwise `50.00 US$` would be displayed as `$US 50.00`.
 */
export function formatAmount(amount_minor: number, currency: string, locale = 'en'): string {
  const digits = fractionDigits(currency)
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const text = format.format(fromMinorUnits(amount_minor, currency))
  if (getTextDirection(locale) === 'ltr') return text
  return `\u2066${text.replaceAll('\u200f', '')}\u2069`
}

/**
 * Formats an amount in the smallest unit for spreadsheets, with the decimals of the
 * currency: 2500 EUR are `25.00`.
 */
export const toDecimal = (amount_minor: number, currency: string): string =>
  fromMinorUnits(amount_minor, currency).toFixed(fractionDigits(currency))
