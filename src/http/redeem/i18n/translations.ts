import { createInstance } from 'i18next'
import { de } from './locales/de.ts'
import { en } from './locales/en.ts'
import { es } from './locales/es.ts'
import { fr } from './locales/fr.ts'
import { ja } from './locales/ja.ts'
import type { PlainKey, PluralKey } from './locales/message-keys.ts'

/*
 * The texts of the pages. To add a language: a file in words/ with the forms of number that it has,
 * a line in `catalogues`, and its own name for itself in `languages`.
 */

export type Language = 'en' | 'de' | 'fr' | 'es' | 'ja'

const messagesByLanguage = { en, de, fr, es, ja } as const satisfies Record<
  Language,
  Record<string, string>
>

/** What each language calls itself, in the order in which they are offered. */
export const languages: readonly (readonly [Language, string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
  ['es', 'Español'],
  ['ja', '日本語'],
]

export type MessageKey = PlainKey | PluralKey

/** Answers the text by this name, filled in. What is filled in is not markup: `html` escapes it. */
export type Translate = (
  key: MessageKey,
  values?: Readonly<Record<string, string | number>>,
) => string

export function createTranslations(): (language: Language) => Translate {
  const i18n = createInstance()
  // Everything is here already, so this is done when it returns.
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
