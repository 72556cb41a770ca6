import { match } from '@formatjs/intl-localematcher'
import Negotiator from 'negotiator'
import { getDateFormat } from '#platform/date-format'
import { createLruCache } from '#platform/kept'
import { expiryTimeZone } from '#platform/last-day'
import { createSay, type Language, languages, type Say } from './words.ts'

/** How a page speaks to the person in front of it: texts, dates and names in their language. */
export interface Tongue {
  language: Language
  say: Say
  /** A day in words, such as 1 May 2026. */
  date(moment: Date): string
  /** The day until which something can be done, true in every time zone. */
  lastDay(moment: Date): string
  /** A month of a year, such as May 2026. */
  month(moment: Date): string
  /** A day and an hour, in the time zone of the country where it has only one. */
  moment(moment: Date, country?: string): string
  /** So many seconds in words, such as 30 seconds or 5 minutes. */
  wait(seconds: number): string
  /** Several names as one reads them out. */
  list(names: readonly string[]): string
  country(code: string): string
  compare(one: string, other: string): number
}

/** What a browser asks for, best first; nothing that is not a language. */
export function wishesOf(acceptLanguage: string | undefined): string[] {
  const headers = { 'accept-language': (acceptLanguage ?? '').slice(0, 500) }
  return new Negotiator({ headers }).languages().flatMap((wish) => canonical(wish) ?? [])
}

function canonical(tag: string): string | undefined {
  try {
    return tag === '*' ? undefined : Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** One of ours, or nothing. */
export const languageOf = (text: unknown): Language | undefined =>
  languages.find(([language]) => language === text)?.[0]

/** The language of ours that suits the wishes best; English when none does. */
export function suited(wishes: readonly string[]): Language {
  const ours = languages.map(([language]) => language)
  return languageOf(match(wishes, ours, 'en')) ?? 'en'
}

/** Where somebody with these wishes probably lives: `de-AT` says Austria, `ja` most likely Japan. */
export function probableCountry(wishes: readonly string[], language: Language): string {
  const [first = language] = wishes
  return new Intl.Locale(first).maximize().region ?? 'US'
}

const momentForm: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
}

/** The time zone of a country that has exactly one. */
function zoneOf(country: string | undefined): string | undefined {
  if (country === undefined) return undefined
  const place = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    getTimeZones?(): string[] | undefined
  }
  const zones = place.getTimeZones?.() ?? []
  return zones.length === 1 ? zones[0] : undefined
}

/** Makes tongues; those that were asked for lately are kept, as what formats in them is slow to make. */
export function createTongues(): (
  language: Language,
  wishes: readonly string[],
  timeZone?: string,
) => Tongue {
  const sayIn = createSay()
  const made = createLruCache<Tongue>(200)
  return (language, wishes, timeZone = 'UTC') => {
    // dates as they are written where the reader is: 1 May 2026 for en-GB, May 1, 2026 for en-US
    const locale = wishes.find((wish) => new Intl.Locale(wish).language === language) ?? language
    const key = `${language} ${locale} ${timeZone}`
    const known = made.get(key)
    if (known !== undefined) return known
    const zone = { timeZone } as const
    const date = new Intl.DateTimeFormat(locale, { ...zone, dateStyle: 'long' })
    const lastDay = new Intl.DateTimeFormat(locale, { timeZone: expiryTimeZone, dateStyle: 'long' })
    const month = new Intl.DateTimeFormat(locale, {
      timeZone: 'UTC',
      month: 'long',
      year: 'numeric',
    })
    const moment = (when: Date, country?: string) => {
      const zoned = { ...momentForm, timeZone: zoneOf(country) ?? timeZone }
      return getDateFormat(locale, zoned).format(when)
    }
    const inUnit = (unit: 'second' | 'minute', count: number) =>
      new Intl.NumberFormat(locale, {
        ...{ style: 'unit', unit, unitDisplay: 'long' },
      }).format(count)
    const list = new Intl.ListFormat(locale, { type: 'conjunction' })
    const countries = new Intl.DisplayNames(locale, { type: 'region', style: 'short' })
    const collator = new Intl.Collator(locale)
    const tongue: Tongue = {
      language,
      say: sayIn(language),
      date: (when) => date.format(when),
      lastDay: (when) => lastDay.format(when),
      month: (when) => month.format(when),
      moment,
      wait: (seconds) =>
        seconds < 60 ? inUnit('second', seconds) : inUnit('minute', Math.ceil(seconds / 60)),
      list: (names) => list.format(names),
      country: (code) => countries.of(code) ?? code,
      compare: (one, other) => collator.compare(one, other),
    }
    made.set(key, tongue)
    return tongue
  }
}
