import { createTranslate, type MessageKeyWith, type Translate } from '#platform/lib/translate'
import { de } from './locales/de.ts'
import { en } from './locales/en.ts'
import { es } from './locales/es.ts'
import { fr } from './locales/fr.ts'
import { ja } from './locales/ja.ts'

/*
 * Translations of the pages. To add a language: a file in `locales/` with the plural forms of the language,
 * and a line in `messagesByLanguage` and in `languages`.
 */

export type Language = 'en' | 'de' | 'fr' | 'es' | 'ja'

const messagesByLanguage: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en,
  de,
  fr,
  es,
  ja,
}

/** Supported languages with their native names, in the order of the language menu. */
export const languages: readonly (readonly [Language, string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
  ['es', 'Español'],
  ['ja', '日本語'],
]

/** Keys of the texts that need no other values than these. */
export type PageMessageKey<Name extends string = never> = MessageKeyWith<typeof en, Name>

export type TranslatePage = Translate<typeof en>

export const createPageTranslate = (language: Language): TranslatePage =>
  createTranslate<typeof en>(language, messagesByLanguage[language])
