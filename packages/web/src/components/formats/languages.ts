import { type Language, languageRows } from '#web/i18n/shared.ts'

export type { Language as RecipientLanguage }

/** The languages of the recipients' pages and emails, with the native name of each language. */
export const languageOptions = Object.entries(languageRows).map(([value, { name }]) => ({
  value: value as Language,
  label: name,
}))

export const toLanguageName = (language: string): string =>
  languageRows[language as Language]?.name ?? language

/**
 * Returns the text direction of a language. With `dir="auto"`, an input does not detect the direction of its
 * value, because the input is inside a wrapper.
 */
export const textDirection = (language: string): 'ltr' | 'rtl' =>
  languageRows[language as Language]?.direction ?? 'ltr'
