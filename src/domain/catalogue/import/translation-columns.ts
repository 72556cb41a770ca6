import { type Language, languages } from '#platform/lib/languages'
import type { ItemTranslation, ItemTranslations } from '../translations.ts'
import { productColumns, variantColumns } from './columns.ts'

/*
 * The columns of translations, such as `product_name:de`. A file has those that it needs; an empty cell removes the
 * translation.
 */

/** The translated columns of products, and the member of the translation that each is. */
const productTexts = { product_name: 'name', description: 'description' } as const
const variantTexts = { variant_name: 'name' } as const

type TranslatedName = keyof typeof productTexts | keyof typeof variantTexts

export interface TranslationColumn {
  column: string
  name: TranslatedName
  language: Language
}

/** Returns the translation that a column has; undefined for other columns. */
export function parseTranslationColumn(column: string): TranslationColumn | undefined {
  const [, name = '', code = ''] = /^([a-z_]+):([a-z]{2}(?:-[a-z]{4})?)$/i.exec(column) ?? []
  const language = languages.find((each) => each.toLowerCase() === code.toLowerCase())
  return language !== undefined && (name in productTexts || name in variantTexts)
    ? { column, name: name as TranslatedName, language }
    : undefined
}

/** Returns the columns of these languages in the order of an export. */
export const translationColumns = (languages: readonly string[]): string[] =>
  languages.flatMap((language) =>
    [...Object.keys(productTexts), ...Object.keys(variantTexts)].map(
      (name) => `${name}:${language}`,
    ),
  )

export const isProductText = ({ name }: TranslationColumn): boolean => name in productTexts

/** Parses a cell. Throws `InvalidCell`. An empty cell is the empty text. */
export function parseTranslation({ name }: TranslationColumn, cell: string): string {
  if (cell.trim() === '') return ''
  return name === 'variant_name'
    ? variantColumns.variant_name.parse(cell)
    : productColumns[name].parse(cell)
}

/** Returns the cells of the translations of a product and its variant, by column. */
export function formatTranslations(
  product: ItemTranslations,
  variant: ItemTranslations,
  languages: readonly Language[],
): Record<string, string> {
  return Object.fromEntries(
    languages.flatMap((language) => [
      [`product_name:${language}`, product[language]?.name ?? ''],
      [`description:${language}`, product[language]?.description ?? ''],
      [`variant_name:${language}`, variant[language]?.name ?? ''],
    ]),
  )
}

/** Returns translations with the texts of the cells. Returns the same value if no text differs. */
export function applyTexts(
  was: ItemTranslations,
  texts: ReadonlyMap<TranslationColumn, string>,
): ItemTranslations {
  return [...texts].reduce<ItemTranslations>((translations, [{ name, language }, text]) => {
    const member = name === 'variant_name' ? variantTexts[name] : productTexts[name]
    const { [language]: current = {}, ...others } = translations
    if ((current[member] ?? '') === text) return translations
    const { [member]: _, ...rest } = current
    const changed: ItemTranslation = text === '' ? rest : { ...rest, [member]: text }
    return Object.keys(changed).length === 0 ? others : { ...others, [language]: changed }
  }, was)
}
