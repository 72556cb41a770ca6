import { createInstance, type TFunction } from 'i18next'
import { getDateFormat } from '#platform/lib/date-format'
import { expiryTimeZone } from '#platform/lib/expiry-time-zone'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'

type TranslationKey = keyof typeof en
type PluralKey<Key> = Key extends `${infer Before}_one` | `${infer Before}_other` ? Before : never
type PlainKey = Exclude<TranslationKey, `${PluralKey<TranslationKey>}_${string}`>

/** Everything that is said, by its key; what counts something in each plural form that the language has. */
export type Translations<Form extends string> = Readonly<
  Record<PlainKey | `${PluralKey<TranslationKey>}_${Form}`, string>
>

/** What may be asked for. */
export type MessageKey = PlainKey | PluralKey<TranslationKey>

/** To add a language: its file beside this one, its line here; the test compares it with English. */
export const locales: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en,
  de,
  fr,
  es,
  ja,
}

const i18n = createInstance()
void i18n.init({
  fallbackLng: 'en',
  supportedLngs: Object.keys(locales),
  nonExplicitSupportedLngs: true, // de-AT reads de
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false }, // the layout escapes whatever it shows
  resources: Object.fromEntries(
    Object.entries(locales).map(([language, translation]) => [language, { translation }]),
  ),
})

/** What a letter says, in one language. */
export interface Localizer {
  /** The language that is really spoken: one of ours. */
  language: string
  t: (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string
  /** A day in words, such as 'Friday, 1 May 2026'. */
  formatDate: (timestamp: string) => string
  /** The day until which something can be done, true in every time zone. */
  formatLastDay: (timestamp: string) => string
}

/** A language that we do not speak is answered in English; its own way of writing dates is kept out too. */
export function getLocalizer(locale: string, timeZone: string): Localizer {
  const language = toSupportedLanguage(locale)
  const translate: TFunction = i18n.getFixedT(language)
  const dateLocale = language === 'en' ? toEnglishVariant(locale) : language
  const dateFormatter = getDateFormat(dateLocale, { dateStyle: 'full', timeZone })
  const lastDayFormatter = getDateFormat(dateLocale, {
    dateStyle: 'full',
    timeZone: expiryTimeZone,
  })
  return {
    language,
    t: (key, values = {}) => translate(key, values),
    formatDate: (timestamp) => dateFormatter.format(new Date(timestamp)),
    formatLastDay: (timestamp) => lastDayFormatter.format(new Date(timestamp)),
  }
}

const toSupportedLanguage = (locale: string) => {
  const [base = ''] = locale.toLowerCase().split(/[-_]/)
  return Object.hasOwn(locales, base) ? base : 'en'
}

/** English dates differ on both sides of the ocean; without a country the day comes first. */
const toEnglishVariant = (locale: string) => (/^en[-_]us$/i.test(locale) ? 'en-US' : 'en-GB')
