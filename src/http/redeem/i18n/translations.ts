import { createInstance } from 'i18next'
import { de } from './locales/de.ts'
import { en } from './locales/en.ts'
import { es } from './locales/es.ts'
import { fr } from './locales/fr.ts'
import { ja } from './locales/ja.ts'
import type { PlainKey, PluralKey } from './locales/message-keys.ts'

/*
 * Translations of the pages. To add a language: a file in `locales/` with the plural forms of the language,
 * a line in `messagesByLanguage`, and its native name in `languages`.
 */

export type Language = 'en' | 'de' | 'fr' | 'es' | 'ja'

const messagesByLanguage = { en, de, fr, es, ja } as const satisfies Record<
  Language,
  Record<string, string>
>

/** Supported languages with their native names, in the order of the language menu. */
export const languages: readonly (readonly [Language, string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
  ['es', 'Español'],
  ['ja', '日本語'],
]

export type MessageKey = PlainKey | PluralKey

/** Returns the translated text with the values inserted. Values are plain text: `html` escapes them. */
export type Translate = (
  key: MessageKey,
  values?: Readonly<Record<string, string | number>>,
) => string

export function createTranslations(): (language: Language) => Translate {
  const i18n = createInstance()
  // All resources are in memory and `initAsync` is off, so the initialization is synchronous.
  void i18n.init({
    resources: Object.fromEntries(
      Object.entries(messagesByLanguage).map(([name, messages]) => [
        name,
        { translation: messages },
      ]),
    ),
    lng: 'en',
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  return (language) => {
    const t = i18n.getFixedT(language)
    return (key, values = {}) => t(key as string, values)
  }
}
