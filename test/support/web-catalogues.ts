import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/steps'

/** A translated text of the web app. A text with plural forms appears once for each form. */
export interface CatalogueText {
  file: string
  key: string
  text: string
}

type Catalogue = Readonly<Record<string, string | Readonly<Record<string, string>>>>

/** Reads all texts of the web app in a language, such as `de`. */
export async function readCatalogueTexts(language: string): Promise<readonly CatalogueText[]> {
  const folder = join(root, 'packages/web/src/i18n/catalogues', language)
  const texts = readdirSync(folder).map(async (file) => {
    const { catalogue } = (await import(join(folder, file))) as { catalogue: Catalogue }
    return Object.entries(catalogue).flatMap(([key, entry]) =>
      (typeof entry === 'string' ? [entry] : Object.values(entry)).map((text) => ({
        ...{ file, key, text },
      })),
    )
  })
  return (await Promise.all(texts)).flat()
}
