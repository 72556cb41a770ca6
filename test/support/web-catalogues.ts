import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/steps'
import { readShape } from '#scripts/texts/message-shape'

/** A translated text of the web app. A text with plural forms appears once for each form. */
export interface CatalogueText {
  file: string
  key: string
  text: string
}

/** Reads all texts of the web app in a language, such as `de`. */
export function readCatalogueTexts(language: string): readonly CatalogueText[] {
  const folder = join(root, 'locales', language, 'app')
  return readdirSync(folder).flatMap((file) => {
    const messages: Record<string, string> = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    return Object.entries(messages).flatMap(([key, message]) =>
      [...readShape(message).forms.values()].map(({ text }) => ({ file, key, text })),
    )
  })
}
