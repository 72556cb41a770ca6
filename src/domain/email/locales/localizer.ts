import { type Tone, tonesByLanguage } from '#contract/tones'
import { formatDay, getDateFormat } from '#platform/lib/date-format'
import { estimateTimeZone } from '#platform/lib/estimate-time-zone'
import { expiryTimeZone } from '#platform/lib/expiry-time-zone'
import {
  joinSentences,
  type Language,
  languageOfLocale,
  toFormatLocale,
} from '#platform/lib/languages'
import { createLruCache } from '#platform/lib/lru-cache'
import { formatAmount } from '#platform/lib/minor-units'
import { readCatalogues } from '#platform/messages/catalogues'
import type { EmailMessages } from '#platform/messages/messages.generated'
import { createTranslate, type MessageKeyWith, type Translate } from '#platform/messages/translate'

/** The texts of the emails. */
export const emailCatalogues = readCatalogues('emails')

/** The keys of texts that need only the named values. */
export type EmailMessageKey<Name extends string = never> = MessageKeyWith<EmailMessages, Name>

/** Translates texts and formats dates of an email in one language. */
export interface Localizer {
  /** The language of the texts. It is a supported language, so it can differ from the requested locale. */
  language: Language
  t: Translate<EmailMessages>
  /** True if greetings contain the full name, as in formal German ('Hallo Ada Larkin'). */
  greetsWithFullName: boolean
  /** Joins sentences into one text. */
  joinSentences: (sentences: readonly string[]) => string
  /** Formats a date, such as 'Friday, 1 May 2026'. */
  formatDate: (timestamp: string) => string
  /** Formats a deadline as a date that is correct in every time zone. */
  formatLastDay: (timestamp: string) => string
  /** Formats the day on which a carrier expects to deliver a parcel. */
  formatEstimate: (timestamp: string) => string
  /** Formats an amount of money, which is in the smallest unit of its currency. */
  formatMoney: (amount_minor: number, currency: string) => string
}

/** Returns the localizer for a locale. For an unsupported language, texts and dates are English. */
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

/** A cache of localizers, because `Intl` formatters are slow to create. */
const localizers = createLruCache<Localizer>(300)

function createLocalizer(locale: string, timeZone: string, tone: Tone | null): Localizer {
  const language = languageOfLocale(locale) ?? 'en'
  const dateLocale = findDateLocale(language, locale)
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
    formatEstimate: (timestamp) => {
      const date = new Date(timestamp)
      const zone = { timeZone: estimateTimeZone(date, timeZone) }
      const format = getDateFormat(dateLocale, { ...longDate(language), ...zone })
      return formatDay(format, dateLocale, date)
    },
    formatMoney: (amount_minor, currency) => formatAmount(amount_minor, currency, dateLocale),
  }
}

/**
 * Returns the format of a date with its weekday. In Japanese the weekday is short, for example
 * '2026年5月31日(日)'.
 */
const longDate = (language: Language): Intl.DateTimeFormatOptions =>
  language === 'ja'
    ? { year: 'numeric', month: 'long', day: 'numeric', weekday: 'short' }
    : { dateStyle: 'full' }

/** The languages in which a formal greeting with the given name would mix two forms of address. */
const formalGreetings: ReadonlySet<Language> = new Set<Language>(['de', 'nl'])

const greetsFormally = (language: Language, tone: Tone | null): boolean =>
  formalGreetings.has(language) && (tone ?? tonesByLanguage[language]?.usual) === 'formal'

/**
 * Adds the region to a locale that has none, because dates and amounts differ between regions. The language stays:
 * Chinese alone is Simplified Chinese, also for a reader in Taiwan.
 */
export function withRegion(locale: string, region: string): string {
  if (!/^[a-z]{2,3}(-[a-z]{4})?$/i.test(locale) || !/^[a-z]{2}$/i.test(region)) return locale
  return `${locale.toLowerCase() === 'zh' ? 'zh-Hans' : locale}-${region.toUpperCase()}`
}

/**
 * Returns the locale for dates and amounts: the language of the texts in the region of the reader. English of a region
 * whose customs are unknown puts the day first.
 */
function findDateLocale(language: Language, locale: string): string {
  const [, region = ''] = /[-_]([a-z]{2}|\d{3})(?=[-_]|$)/i.exec(locale) ?? []
  const script = language === 'zh' ? 'zh-Hans' : language
  const regional = region === '' ? script : `${script}-${region.toUpperCase()}`
  return language === 'en' && (region === '' || !hasCustoms(regional))
    ? 'en-GB'
    : toFormatLocale(regional)
}

/** Returns whether the formats of a region are known. Otherwise they are those of the language. */
const hasCustoms = (locale: string) => getDateFormat(locale, {}).resolvedOptions().locale === locale
