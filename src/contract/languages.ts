import type { Tone } from './tones.ts'

interface LanguageRow {
  /** The native name. */
  name: string
  /**
   * How the texts address their reader, in a language with two forms. In German, formal is Sie and informal is du. A
   * test finds words of the other form.
   */
  tone?: Tone
  /** Whether accounts can choose the other form. Its texts are in `<area>.<tone>.json`. */
  hasOtherTone?: true
  /** Whether the web app is translated: the folder `app` exists. */
  isInWebApp?: true
  direction?: 'rtl'
  /** What stands between two sentences; a space by default. */
  sentenceSpace?: ''
}

/**
 * The languages, in the order of their menus. To add one: a row here, and its folder in `locales`. The folder
 * `docs/contributing` says how to translate.
 */
const languageTable = {
  en: { name: 'English', isInWebApp: true },
  de: { name: 'Deutsch', isInWebApp: true, tone: 'formal', hasOtherTone: true },
  es: { name: 'Español', isInWebApp: true, tone: 'informal', hasOtherTone: true },
  fr: { name: 'Français', isInWebApp: true, tone: 'formal', hasOtherTone: true },
  it: { name: 'Italiano', tone: 'informal' },
  nl: { name: 'Nederlands', tone: 'informal', hasOtherTone: true },
  pl: { name: 'Polski', tone: 'informal' },
  pt: { name: 'Português', tone: 'informal' },
  ar: { name: 'العربية', direction: 'rtl' },
  ja: { name: '日本語', isInWebApp: true, tone: 'formal', sentenceSpace: '' },
  ko: { name: '한국어', tone: 'formal' },
  zh: { name: '简体中文', tone: 'formal', hasOtherTone: true, sentenceSpace: '' },
  'zh-Hant': { name: '繁體中文', tone: 'formal', hasOtherTone: true, sentenceSpace: '' },
} as const satisfies Readonly<Record<string, LanguageRow>>

/** A language of recipients' pages and emails. */
export type Language = keyof typeof languageTable

export const languageRows: Readonly<Record<Language, LanguageRow>> = languageTable

/** Returns the form of address that an account can choose in place of the usual one. */
export function otherToneOf(language: Language): Tone | undefined {
  const { tone, hasOtherTone } = languageRows[language]
  return hasOtherTone ? (tone === 'formal' ? 'informal' : 'formal') : undefined
}

/**
 * Returns the language of a locale: `pt` for `pt-BR` and `pt_BR`, `zh-Hant` for `zh-TW`. Returns undefined for a
 * language without texts.
 */
export function languageOfLocale(locale: string): Language | undefined {
  if (isTraditionalChinese(locale)) return 'zh-Hant'
  const base = locale.toLowerCase().split(/[-_]/)[0] ?? ''
  return Object.hasOwn(languageTable, base) ? (base as Language) : undefined
}

/**
 * Returns whether the script or the region of a locale uses Traditional characters:
 * `zh-Hant`, `zh-TW`, `zh-HK`, `zh-MO`.
 */
export function isTraditionalChinese(locale: string): boolean {
  const tag = locale.replaceAll('_', '-')
  if (!/^(zh|yue)(-|$)/i.test(tag)) return false
  try {
    return new Intl.Locale(tag).maximize().script === 'Hant'
  } catch {
    return false
  }
}
