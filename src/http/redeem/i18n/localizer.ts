import { match } from '@formatjs/intl-localematcher'
import Negotiator from 'negotiator'
import type { Tone } from '#contract/tones'
import { formatDay, getDateFormat } from '#platform/lib/date-format'
import { expiryTimeZone } from '#platform/lib/expiry-time-zone'
import {
  getTextDirection,
  isTraditionalChinese,
  joinSentences,
  type Language,
  languageOfLocale,
  languages,
  type TextDirection,
  toFormatLocale,
  toLanguage,
} from '#platform/lib/languages'
import { createLruCache } from '#platform/lib/lru-cache'
import { formatAmount } from '#platform/lib/minor-units'
import { createPageTranslate, type TranslatePage } from '#platform/messages/page-texts'
import type { Destination } from './address-time-zone.ts'
import { createDays, type Days, findZoneThere, keepDayTogether } from './days.ts'

/** Translates texts and formats dates and names for one reader. */
export interface Localizer extends Days {
  language: Language
  direction: TextDirection
  t: TranslatePage
  /** Formats a date, such as 1 May 2026. */
  date(dateTime: Date): string
  /** Formats a deadline as a date. The date is correct in every time zone. */
  lastDay(dateTime: Date): string
  /** Formats a month, such as May 2026. */
  month(dateTime: Date): string
  /** Formats a date with its time. The time zone is that of the destination, if it is known. */
  dateTime(dateTime: Date, destination?: Destination | null): string
  /**
   * Formats the time until a deadline, such as 30 minutes, if the deadline is only days away. The result is
   * correct in every time zone.
   */
  timeLeft(milliseconds: number): string
  /** Formats a duration, such as 30 seconds or 5 minutes. */
  duration(seconds: number): string
  /** Joins names to a list, such as A, B and C. */
  formatList(names: readonly string[]): string
  /**
   * Formats a label for the middle of a sentence, such as 'state'. German nouns still begin with a capital
   * letter.
   */
  inSentence(label: string): string
  /** Joins sentences to a paragraph. */
  joinSentences(sentences: readonly string[]): string
  /** Formats a number of days, or a range such as 3–5 days. */
  days(min: number, max: number): string
  country(code: string): string
  /** Formats an amount of money in the smallest unit of its currency. */
  money(amount_minor: number, currency: string): string
  compare(a: string, b: string): number
}

/** Returns the valid language tags of an `Accept-Language` header, in order of preference. */
export function acceptedLanguages(acceptLanguage: string | undefined): string[] {
  const headers = { 'accept-language': (acceptLanguage ?? '').slice(0, 500) }
  return new Negotiator({ headers }).languages().flatMap((tag) => canonicalLocale(tag) ?? [])
}

function canonicalLocale(tag: string): string | undefined {
  try {
    return tag === '*' ? undefined : Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/**
 * Returns the supported language that matches the preferences best. If none matches, the result is English.
 * Browsers add `zh` beside `zh-TW`. `zh` means the script of the first tag of Chinese that names a script or a region.
 */
export function bestLanguage(preferredLanguages: readonly string[]): Language {
  const specific = preferredLanguages.find(
    (tag) => tag !== 'zh' && (languageOfLocale(tag) === 'zh' || isTraditionalChinese(tag)),
  )
  const isTraditional = specific !== undefined && isTraditionalChinese(specific)
  const preferred = preferredLanguages.map((tag) =>
    isTraditionalChinese(tag) || (isTraditional && tag === 'zh') ? 'zh-Hant' : tag,
  )
  return toLanguage(match(preferred, languages, 'en')) ?? 'en'
}

/**
 * Guesses the country from the preferred languages. For example, `de-AT` means Austria, and `ja` most
 * probably means Japan.
 */
export function probableCountry(preferredLanguages: readonly string[], language: Language): string {
  const [first = language] = preferredLanguages
  return new Intl.Locale(first).maximize().region ?? 'US'
}

const dateTimeFormat = (timeZone: string): Intl.DateTimeFormatOptions => ({
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
  timeZone,
})

const monthFormat = { timeZone: 'UTC', month: 'long', year: 'numeric' } as const

/**
 * Finds the locale for formatting dates. The format follows the region of the browser: 1 May 2026 for en-GB,
 * May 1, 2026 for en-US.
 */
const findFormatLocale = (language: Language, preferredLanguages: readonly string[]) =>
  toFormatLocale(preferredLanguages.find((tag) => languageOfLocale(tag) === language) ?? language)

function formatDuration(locale: string, seconds: number): string {
  const isShort = seconds < 60
  const unit = isShort ? 'second' : 'minute'
  const count = isShort ? seconds : Math.ceil(seconds / 60)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/**
 * Formats the time that is left. The result is rounded down, so that nothing ends before the promised time.
 * Half a minute for the request itself does not count.
 */
function formatTimeLeft(locale: string, milliseconds: number): string {
  const minutes = Math.max(1, Math.floor(milliseconds / 60_000 + 0.5))
  const hours = Math.floor((minutes + 1) / 60)
  const [unit, count] =
    hours >= 72
      ? (['day', Math.floor(hours / 24)] as const)
      : hours >= 2
        ? (['hour', hours] as const)
        : (['minute', minutes] as const)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/**
 * Creates a function that returns the name of a country. It prefers short names, such as 'Hong Kong'. It
 * avoids abbreviations, such as 'É.-U.', because a list of countries needs names.
 */
function createCountryNames(locale: string): (code: string) => string {
  const short = new Intl.DisplayNames(locale, { type: 'region', style: 'short' })
  const long = new Intl.DisplayNames(locale, { type: 'region' })
  return (code) => {
    const name = short.of(code) ?? code
    return /\.|^\p{Lu}+$/u.test(name) ? (long.of(code) ?? name) : name
  }
}

/**
 * Changes the first letter to lower case, except in abbreviations and proper names: 'state', but 'ZIP code'.
 */
const lowerFirst = (label: string, locale: string) =>
  /^(\p{Lu}{2}|Eircode)/u.test(label)
    ? label
    : label.charAt(0).toLocaleLowerCase(locale) + label.slice(1)

/**
 * Creates a function that returns localizers. An LRU cache contains the recent localizers, because `Intl`
 * formatters are slow to create.
 */
export function createLocalizers(): (
  language: Language,
  preferredLanguages: readonly string[],
  options?: { timeZone?: string | undefined; tone?: Tone | null | undefined },
) => Localizer {
  const cache = createLruCache<Localizer>(200)
  return (language, preferredLanguages, { timeZone = 'UTC', tone = null } = {}) => {
    const locale = findFormatLocale(language, preferredLanguages)
    const key = `${language} ${locale} ${timeZone} ${tone}`
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const zone = { timeZone } as const
    const date = new Intl.DateTimeFormat(locale, { ...zone, dateStyle: 'long' })
    const lastDay = new Intl.DateTimeFormat(locale, { timeZone: expiryTimeZone, dateStyle: 'long' })
    const month = new Intl.DateTimeFormat(locale, monthFormat)
    const dateTime = (at: Date, destination?: Destination | null) => {
      const zoneThere = findZoneThere(at, destination) ?? timeZone
      const format = getDateFormat(locale, dateTimeFormat(zoneThere))
      return keepDayTogether(formatDay(format, locale, at))
    }
    const daysFormat = new Intl.NumberFormat(locale, {
      ...{ style: 'unit', unit: 'day', unitDisplay: 'long' },
    })
    const formatList = new Intl.ListFormat(locale, { type: 'conjunction' })
    const country = createCountryNames(locale)
    const localizer: Localizer = {
      language,
      direction: getTextDirection(language),
      t: createPageTranslate(language, tone),
      date: (at) => keepDayTogether(formatDay(date, locale, at)),
      ...createDays(locale, timeZone),
      lastDay: (at) => keepDayTogether(formatDay(lastDay, locale, at)),
      month: (at) => month.format(at),
      dateTime,
      timeLeft: (milliseconds) => formatTimeLeft(locale, milliseconds),
      duration: (seconds) => formatDuration(locale, seconds),
      inSentence: (label) => (language === 'de' ? label : lowerFirst(label, locale)),
      joinSentences: (sentences) => joinSentences(language, sentences),
      days: (min, max) => (min === max ? daysFormat.format(min) : daysFormat.formatRange(min, max)),
      formatList: (names) => formatList.format(names),
      country,
      money: (amount_minor, currency) => formatAmount(amount_minor, currency, locale),
      compare: new Intl.Collator(locale).compare,
    }
    cache.set(key, localizer)
    return localizer
  }
}
