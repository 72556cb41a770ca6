/*
 * The languages of recipients' pages and emails. To add a language: a line here, its name in `languageNames`, a file of
 * messages in each area, and its code in `recipientLocales` of the contract. The compiler and the tests report the rest.
 */

type PluralForm = Intl.LDMLPluralRule

/**
 * The plural forms of each language for whole numbers up to a thousand. A test compares them with `Intl.PluralRules`.
 * French, Italian, Portuguese and Spanish have a form for millions, and Polish has one for fractions; no text needs them.
 */
export const pluralForms = {
  en: ['one', 'other'],
  ar: ['zero', 'one', 'two', 'few', 'many', 'other'],
  de: ['one', 'other'],
  es: ['one', 'other'],
  fr: ['one', 'other'],
  it: ['one', 'other'],
  ja: ['other'],
  ko: ['other'],
  nl: ['one', 'other'],
  pl: ['one', 'few', 'many'],
  pt: ['one', 'other'],
  zh: ['other'],
} as const satisfies Readonly<Record<string, readonly PluralForm[]>>

export type Language = keyof typeof pluralForms

/** Native names, in the order of the language menu. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  ar: 'العربية',
  ja: '日本語',
  ko: '한국어',
  zh: '简体中文',
}

export const languages = Object.keys(languageNames) as readonly Language[]

/** Returns the supported language with exactly this code, or undefined. */
export const toLanguage = (code: unknown): Language | undefined =>
  languages.find((language) => language === code)

/**
 * Returns the supported language of a locale: `pt` for `pt-BR` and `pt_BR`. Readers of Traditional Chinese get none: the texts are in
 * Simplified Chinese.
 */
export const languageOfLocale = (locale: string): Language | undefined =>
  isTraditionalChinese(locale) ? undefined : toLanguage(locale.toLowerCase().split(/[-_]/)[0])

/** Whether the locale is written in Traditional characters, by its script or its region: `zh-Hant`, `zh-TW`, `zh-HK`, `zh-MO`. */
export function isTraditionalChinese(locale: string): boolean {
  const tag = locale.replaceAll('_', '-')
  if (!/^(zh|yue)(-|$)/i.test(tag)) return false
  try {
    return new Intl.Locale(tag).maximize().script === 'Hant'
  } catch {
    return false
  }
}

export type TextDirection = 'ltr' | 'rtl'

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur'])

/** Returns the writing direction of a language or locale. */
export const getTextDirection = (locale: string): TextDirection =>
  rightToLeft.has(locale.toLowerCase().split(/[-_]/)[0] ?? '') ? 'rtl' : 'ltr'

/**
 * Returns the locale for dates and numbers. Arabic has western digits and the Gregorian calendar for every region,
 * as the texts, the addresses and the tracking numbers around them have.
 */
export const toFormatLocale = (locale: string): string =>
  languageOfLocale(locale) === 'ar' ? `${locale.split('-u-')[0]}-u-ca-gregory-nu-latn` : locale
