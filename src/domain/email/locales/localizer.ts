import { getDateFormat } from '#platform/lib/date-format'
import { expiryTimeZone } from '#platform/lib/expiry-time-zone'
import { formatAmount } from '#platform/lib/minor-units'
import { createTranslate, type MessageKeyWith, type Translate } from '#platform/lib/translate'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'

/** Translations by language. To add a language: add its file here and a line below; a test compares its keys with English. */
export const locales: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en,
  de,
  fr,
  es,
  ja,
}

/** Keys of the texts that need no other values than these. */
export type EmailMessageKey<Name extends string = never> = MessageKeyWith<typeof en, Name>

/** Translates texts and formats dates of an email in one language. */
export interface Localizer {
  /** The supported language in use, which can differ from the requested locale. */
  language: string
  t: Translate<typeof en>
  /** Formats a date, such as 'Friday, 1 May 2026'. */
  formatDate: (timestamp: string) => string
  /** Formats a deadline as a date that is correct in every time zone. */
  formatLastDay: (timestamp: string) => string
  /** Formats an amount of money in the smallest unit of its currency. */
  formatMoney: (amount_minor: number, currency: string) => string
}

/** Returns the localizer for a locale. An unsupported language falls back to English, for texts and dates. */
export function getLocalizer(locale: string, timeZone: string): Localizer {
  const language = toSupportedLanguage(locale)
  const dateLocale = language === 'en' ? toEnglishVariant(locale) : language
  const dateFormatter = getDateFormat(dateLocale, { dateStyle: 'full', timeZone })
  const lastDayFormatter = getDateFormat(dateLocale, {
    dateStyle: 'full',
    timeZone: expiryTimeZone,
  })
  return {
    language,
    t: createTranslate<typeof en>(language, locales[language] ?? en),
    formatDate: (timestamp) => dateFormatter.format(new Date(timestamp)),
    formatLastDay: (timestamp) => lastDayFormatter.format(new Date(timestamp)),
    formatMoney: (amount_minor, currency) => formatAmount(amount_minor, currency, dateLocale),
  }
}

const toSupportedLanguage = (locale: string) => {
  const [base = ''] = locale.toLowerCase().split(/[-_]/)
  return Object.hasOwn(locales, base) ? base : 'en'
}

/** US English puts the month first; every other English locale puts the day first. */
const toEnglishVariant = (locale: string) => (/^en[-_]us$/i.test(locale) ? 'en-US' : 'en-GB')
