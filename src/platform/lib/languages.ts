import { type Language, languageRows } from '#contract/languages'
import { languageOfLocale } from '#contract/locale-language'

export { isTraditionalChinese, languageOfLocale } from '#contract/locale-language'
export type { Language }

/** The codes of the languages, in the order of the language menu. */
export const languages = Object.keys(languageRows) as readonly Language[]

/** Returns the supported language with exactly this code, or undefined. */
export const toLanguage = (code: unknown): Language | undefined =>
  languages.find((language) => language === code)

export type TextDirection = 'ltr' | 'rtl'

/** Returns the writing direction of a language or locale. */
export const getTextDirection = (locale: string): TextDirection =>
  languageRows[locale.toLowerCase().split(/[-_]/)[0] as Language]?.direction ?? 'ltr'

/**
 * Returns the locale for dates and numbers. Arabic has western digits and the Gregorian calendar in every
 * region, because the texts, addresses and tracking numbers of the same page use them.
 */
export const toFormatLocale = (locale: string): string =>
  languageOfLocale(locale) === 'ar' ? `${locale.split('-u-')[0]}-u-ca-gregory-nu-latn` : locale

/** Joins sentences to a text. Chinese and Japanese have no space between sentences. */
export const joinSentences = (language: Language, sentences: readonly string[]): string =>
  sentences.join(languageRows[language].sentenceSpace ?? ' ')
