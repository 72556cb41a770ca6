import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Tone, tonesByLanguage } from '#contract/tones'
import { type Language, languages } from '../lib/languages.ts'
import { projectPath } from '../lib/project-files.ts'
import type { Messages } from './translate.ts'

/**
 * The areas of texts that the service reads: `locales/<language>/<area>.json`.
 * The web app has separate files.
 */
export type MessageArea = 'pages' | 'emails' | 'sms'

export interface Catalogues {
  byLanguage: Readonly<Record<Language, Messages>>
  /**
   * The texts that differ in the other form of address of a language. They come from `<area>.<tone>.json`.
   */
  variants: Readonly<Partial<Record<Language, { tone: Tone; messages: Messages }>>>
  /**
   * Finds the texts of a language for a tone. A language with one form of address
   * has the same texts for each tone.
   */
  find(language: Language, tone: Tone | null): Messages
}

const folder = projectPath('locales')

const readMessages = (file: string): Messages => JSON.parse(readFileSync(file, 'utf8'))

/** Reads the texts of an area in all languages. */
export function readCatalogues(area: MessageArea): Catalogues {
  const byLanguage = Object.fromEntries(
    languages.map((language) => [language, readMessages(join(folder, language, `${area}.json`))]),
  ) as Record<Language, Messages>
  const variants = Object.fromEntries(
    languages.flatMap((language) => {
      const tone = tonesByLanguage[language]?.other
      if (tone === undefined) return []
      const file = join(folder, language, `${area}.${tone}.json`)
      return existsSync(file) ? [[language, { tone, messages: readMessages(file) }]] : []
    }),
  ) as Catalogues['variants']
  const varied = new Map(
    Object.entries(variants).map(([language, { tone, messages }]) => [
      `${language} ${tone}`,
      { ...byLanguage[language as Language], ...messages },
    ]),
  )
  const find: Catalogues['find'] = (language, tone) =>
    varied.get(`${language} ${tone}`) ?? byLanguage[language]
  return { byLanguage, variants, find }
}
