/** The languages of recipients' pages and emails, by their native names. */
export const languageOptions = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
  { value: 'es', label: 'Español' },
  { value: 'fr', label: 'Français' },
  { value: 'it', label: 'Italiano' },
  { value: 'nl', label: 'Nederlands' },
  { value: 'pl', label: 'Polski' },
  { value: 'pt', label: 'Português' },
  { value: 'ar', label: 'العربية' },
  { value: 'ja', label: '日本語' },
  { value: 'ko', label: '한국어' },
  { value: 'zh', label: '简体中文' },
] as const

export type RecipientLanguage = (typeof languageOptions)[number]['value']

export const toLanguageName = (language: string): string =>
  languageOptions.find(({ value }) => value === language)?.label ?? language

/** The direction of a text. An input does not detect the direction of its value (`dir="auto"`) through its wrapper. */
export const textDirection = (language: string): 'ltr' | 'rtl' =>
  language.startsWith('ar') ? 'rtl' : 'ltr'
