import { createInstance } from 'i18next'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'
import { ja } from './words/ja.ts'
import type { Counted, Plain } from './words/keys.ts'

/*
 * The texts of the pages. To add a language: a file in words/ with the forms of number that it has,
 * a line in `catalogues`, and its own name for itself in `languages`.
 */

export type Language = 'en' | 'de' | 'fr' | 'es' | 'ja'

const catalogues = { en, de, fr, es, ja } as const satisfies Record<
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

export type TextKey = Plain | Counted

/** Answers the text by this name, filled in. What is filled in is not markup: `html` escapes it. */
export type Say = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string

export function createSay(): (language: Language) => Say {
  const i18n = createInstance()
  // Everything is here already, so this is done when it returns.
  void i18n.init({
    resources: Object.fromEntries(
      Object.entries(catalogues).map(([name, words]) => [name, { translation: words }]),
    ),
    lng: 'en',
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  return (language) => {
    const say = i18n.getFixedT(language)
    return (key, values = {}) => say(key as string, values)
  }
}
