import type { Tone } from '#contract/tones'
import { formatDay, getDateFormat } from '#platform/lib/date-format'
import { expiryTimeZone } from '#platform/lib/expiry-time-zone'
import { joinSentences, type Language, languageOfLocale } from '#platform/lib/languages'
import { createLruCache } from '#platform/lib/lru-cache'
import { formatAmount } from '#platform/lib/minor-units'
import { readCatalogues } from '#platform/messages/catalogues'
import type { EmailMessages } from '#platform/messages/messages.generated'
import { createTranslate, type MessageKeyWith, type Translate } from '#platform/messages/translate'

/** The texts of the emails. */
export const emailCatalogues = readCatalogues('emails')

/** Keys of the texts that need no other values than these. */
export type EmailMessageKey<Name extends string = never> = MessageKeyWith<EmailMessages, Name>

/** Translates texts and formats dates of an email in one language. */
export interface Localizer {
  /** The supported language in use, which can differ from the requested locale. */
  language: Language
  t: Translate<EmailMessages>
  /** Whether greetings have the full name, as in formal German ('Hallo Ada Larkin'). */
  greetsWithFullName: boolean
  /** Joins sentences to a text. */
  joinSentences: (sentences: readonly string[]) => string
  /** Formats a date, such as 'Friday, 1 May 2026'. */
  formatDate: (timestamp: string) => string
  /** Formats a deadline as a date that is correct in every time zone. */
  formatLastDay: (timestamp: string) => string
  /** Formats an amount of money in the smallest unit of its currency. */
  formatMoney: (amount_minor: number, currency: string) => string
}

/** Returns the localizer for a locale. An unsupported language falls back to English, for texts and dates. */
export function getLocalizer(
  locale: string,
  timeZone: string,
  tone: Tone | null = null,
): Localizer {
  const key = `${locale} ${timeZone} ${tone}`
  const cached = localizers.get(key)
  if (cached !== undefined) return cached
  const localizer = createLocalizer(locale, timeZone, tone)
  localizers.set(key, localizer)
  return localizer
}

/** `Intl` formatters are slow to create. */
const localizers = createLruCache<Localizer>(300)

function createLocalizer(locale: string, timeZone: string, tone: Tone | null): Localizer {
  const language = languageOfLocale(locale) ?? 'en'
  const dateLocale = language === 'en' ? toEnglishVariant(locale) : language
  const dateFormatter = getDateFormat(dateLocale, { ...longDate(language), timeZone })
  const lastDayFormatter = getDateFormat(dateLocale, {
    ...longDate(language),
    timeZone: expiryTimeZone,
  })
  return {
    language,
    t: createTranslate<EmailMessages>(language, emailCatalogues.find(language, tone)),
    greetsWithFullName: greetsFormally(language, tone),
    joinSentences: (sentences) => joinSentences(language, sentences),
    formatDate: (timestamp) => formatDay(dateFormatter, dateLocale, new Date(timestamp)),
    formatLastDay: (timestamp) => formatDay(lastDayFormatter, dateLocale, new Date(timestamp)),
    formatMoney: (amount_minor, currency) => formatAmount(amount_minor, currency, dateLocale),
  }
}

/** The format of dates with their weekday. Japanese has the short weekday, such as '2026年5月31日(日)'. */
const longDate = (language: Language): Intl.DateTimeFormatOptions =>
  language === 'ja'
    ? { year: 'numeric', month: 'long', day: 'numeric', weekday: 'short' }
    : { dateStyle: 'full' }

/** Languages in which a formal greeting by the given name mixes two forms of address, and the tone of their texts. */
const formalGreetings: Readonly<Partial<Record<Language, Tone>>> = { de: 'formal', nl: 'informal' }

const greetsFormally = (language: Language, tone: Tone | null): boolean => {
  const defaultTone = formalGreetings[language]
  return defaultTone !== undefined && (tone ?? defaultTone) === 'formal'
}

/** Adds the region to English without one: it has other dates and amounts in each region. */
export const withRegion = (locale: string, region: string): string =>
  /^en$/i.test(locale) ? `en-${region.toUpperCase()}` : locale

/** US English puts the month first; every other English locale puts the day first. */
const toEnglishVariant = (locale: string) => (/^en[-_]us$/i.test(locale) ? 'en-US' : 'en-GB')
