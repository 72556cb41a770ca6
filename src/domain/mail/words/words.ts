import { createInstance, type TFunction } from 'i18next'
import { getDateFormat } from '#platform/date-format'
import { expiryTimeZone } from '#platform/last-day'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'

type Said = keyof typeof en
type Counted<Key> = Key extends `${infer Before}_one` | `${infer Before}_other` ? Before : never
type Plain = Exclude<Said, `${Counted<Said>}_${string}`>

/** Everything that is said, by its key; what counts something in each plural form that the language has. */
export type Words<Form extends string> = Readonly<
  Record<Plain | `${Counted<Said>}_${Form}`, string>
>

/** What may be asked for. */
export type Key = Plain | Counted<Said>

/** To add a language: its file beside this one, its line here; the test compares it with English. */
export const languages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en,
  de,
  fr,
  es,
  ja,
}

const catalogue = createInstance()
void catalogue.init({
  fallbackLng: 'en',
  supportedLngs: Object.keys(languages),
  nonExplicitSupportedLngs: true, // de-AT reads de
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false }, // the layout escapes whatever it shows
  resources: Object.fromEntries(
    Object.entries(languages).map(([language, translation]) => [language, { translation }]),
  ),
})

/** What a letter says, in one language. */
export interface Tongue {
  /** The language that is really spoken: one of ours. */
  language: string
  say: (key: Key, values?: Readonly<Record<string, string | number>>) => string
  /** A day in words, such as 'Friday, 1 May 2026'. */
  day: (moment: string) => string
  /** The day until which something can be done, true in every time zone. */
  lastDay: (moment: string) => string
}

/** A language that we do not speak is answered in English; its own way of writing dates is kept out too. */
export function tongueOf(locale: string, timeZone: string): Tongue {
  const language = languageOf(locale)
  const t: TFunction = catalogue.getFixedT(language)
  const written = language === 'en' ? englishOf(locale) : language
  const dates = getDateFormat(written, { dateStyle: 'full', timeZone })
  const lastDays = getDateFormat(written, { dateStyle: 'full', timeZone: expiryTimeZone })
  return {
    language,
    say: (key, values = {}) => t(key, values),
    day: (moment) => dates.format(new Date(moment)),
    lastDay: (moment) => lastDays.format(new Date(moment)),
  }
}

const languageOf = (locale: string) => {
  const [base = ''] = locale.toLowerCase().split(/[-_]/)
  return Object.hasOwn(languages, base) ? base : 'en'
}

/** English dates differ on both sides of the ocean; without a country the day comes first. */
const englishOf = (locale: string) => (/^en[-_]us$/i.test(locale) ? 'en-US' : 'en-GB')
