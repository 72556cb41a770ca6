import { type Language, languageRows } from '#web/i18n/shared.ts'

export type { Language as RecipientLanguage }

/** The languages of recipients' pages and emails, by their native names. */
export const languageOptions = Object.entries(languageRows).map(([value, { name }]) => ({
  value: value as Language,
  label: name,
}))

export const toLanguageName = (language: string): string =>
  languageRows[language as Language]?.name ?? language

/** The direction of a text. An input does not detect the direction of its value (`dir="auto"`) through its wrapper. */
export const textDirection = (language: string): 'ltr' | 'rtl' =>
  languageRows[language as Language]?.direction ?? 'ltr'
