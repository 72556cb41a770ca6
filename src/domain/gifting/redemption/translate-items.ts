import * as catalogue from '#catalogue'
import { type Language, languageOfLocale } from '#platform/lib/languages'
import type { TxContext } from '#platform/postgres/database'
import type { RedemptionItem } from './redemption-items.ts'
import type { RedemptionPage } from './redemption-page.ts'

/** The texts of an item that can have translations. */
const itemTexts = ['name', 'product_name', 'variant_name', 'description'] as const
type TranslatedPage = Pick<RedemptionPage, 'items' | 'left_out' | 'line_items'>

/** Translates the name of one item of the gift, such as a line of a parcel. */
export type TranslateName = (item: { variant_id: string; name: string }) => string

/**
 * Returns the items of a gift with their texts in a language, and a function that translates other names of
 * the gift. A text without a translation does not change, and `locales` contains its language.
 */
export async function translateItems(
  ctx: TxContext,
  page: Pick<RedemptionPage, 'account_id' | 'catalogue_locale'> & TranslatedPage,
  language: Language,
): Promise<TranslatedPage & { translateName: TranslateName }> {
  const { account_id, catalogue_locale } = page
  const all = [...page.items, ...page.left_out, ...(page.line_items ?? [])]
  const toRef = ({ variant_id }: { variant_id: string }) => ({ account_id, variant_id, language })
  const texts = await catalogue.itemTextsByRef(ctx, all.map(toRef))
  const find = (item: { variant_id: string }) => texts.get(catalogue.itemTextKey(toRef(item)))
  const fallback =
    catalogue_locale === null || languageOfLocale(catalogue_locale) === language
      ? undefined
      : catalogue_locale
  const translate = (item: RedemptionItem) => translateItem(item, find(item), fallback)
  return {
    items: page.items.map(translate),
    left_out: page.left_out.map(translate),
    line_items: page.line_items?.map(translate) ?? null,
    translateName: (item) => translateName(item, find(item)) ?? item.name,
  }
}

function translateItem(
  item: RedemptionItem,
  texts: catalogue.ItemTexts | undefined,
  fallback: string | undefined,
): RedemptionItem {
  const name = translateName(item, texts)
  const { product_name, variant_name, description } = texts ?? {}
  const translated = {
    ...(name !== undefined && { name }),
    ...(product_name !== undefined && { product_name }),
    ...(variant_name !== undefined && { variant_name }),
    ...(description !== undefined && { description }),
  }
  const locales = Object.fromEntries(
    itemTexts.flatMap((text) => (text in translated ? [] : [[text, fallback]])),
  )
  return {
    ...item,
    ...translated,
    images: item.images.map((image) => ({
      ...image,
      name: texts?.pictures.get(image.url) ?? image.name,
    })),
    ...(fallback !== undefined && { locales }),
  }
}

/**
 * Returns the translation of an item's name. Returns undefined if the product has another name now: a gift
 * shows the name that its item had when the gift was sent.
 */
const translateName = (
  { name }: { name: string },
  texts: catalogue.ItemTexts | undefined,
): string | undefined => (texts?.default_name === name ? texts.name : undefined)
