interface LanguageRow {
  /** The native name. */
  name: string
  /** Whether the web app is translated: the folder `app` exists. */
  isInWebApp?: true
  direction?: 'rtl'
  /** What stands between two sentences; a space by default. */
  sentenceSpace?: ''
}

/**
 * The languages, in the order of their menus. To add one: a row here, and its folder in `locales`. The folder
 * `docs/contributing` says how to translate. `tones.ts` has their forms of address.
 */
const languageTable = {
  en: { name: 'English', isInWebApp: true },
  de: { name: 'Deutsch', isInWebApp: true },
  es: { name: 'Español', isInWebApp: true },
  fr: { name: 'Français', isInWebApp: true },
  it: { name: 'Italiano' },
  nl: { name: 'Nederlands' },
  pl: { name: 'Polski' },
  pt: { name: 'Português' },
  ar: { name: 'العربية', direction: 'rtl' },
  ja: { name: '日本語', isInWebApp: true, sentenceSpace: '' },
  ko: { name: '한국어' },
  zh: { name: '简体中文', sentenceSpace: '' },
  'zh-Hant': { name: '繁體中文', sentenceSpace: '' },
} as const satisfies Readonly<Record<string, LanguageRow>>

/** A language of recipients' pages and emails. */
export type Language = keyof typeof languageTable

export const languageRows: Readonly<Record<Language, LanguageRow>> = languageTable

/**
 * The language whose texts readers understand better than English, if a sender has translated a text into that language and
 * not into theirs: the two scripts of Chinese.
 */
export const relatedLanguages: Partial<Record<Language, Language>> = {
  zh: 'zh-Hant',
  'zh-Hant': 'zh',
}
