import {
  fractionDigits,
  fromMinorUnits,
} from '../../../../../src/platform/lib/currency-decimals.ts'
import { language } from '../../i18n/language.ts'

export {
  fractionDigits,
  fromMinorUnits,
  toMinorUnits,
} from '../../../../../src/platform/lib/currency-decimals.ts'

/** Formats an amount in the smallest unit of its currency. For example, 758 USD become `$7.58`. */
export function formatAmount(amount_minor: number, currency: string): string {
  const digits = fractionDigits(currency)
  const format = new Intl.NumberFormat(language === 'en' ? undefined : language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return format.format(fromMinorUnits(amount_minor, currency))
}
