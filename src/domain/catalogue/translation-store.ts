import type { Image } from '#contract'
import type { Language } from '#platform/lib/languages'
import type { TxContext } from '#platform/postgres/database'
import type { ItemTranslation, ItemTranslations } from './translations.ts'

interface TranslatedRow {
  id: string
  translations: ItemTranslations
}

const createSave =
  (table: 'product' | 'variant') =>
  async (ctx: TxContext, rows: readonly TranslatedRow[]): Promise<void> => {
    if (rows.length === 0) return
    await ctx.query(
      `update catalogue.${table} t set translations = n.translations
         from unnest($2::uuid[], $3::jsonb[]) as n (id, translations)
        where t.account_id = $1 and t.id = n.id and t.translations <> n.translations`,
      [
        ctx.account_id,
        rows.map(({ id }) => id),
        rows.map(({ translations }) => JSON.stringify(translations)),
      ],
    )
  }

/** Replaces the translations of products. */
export const saveProductTranslations = createSave('product')

/** Replaces the translations of variants. */
export const saveVariantTranslations = createSave('variant')

/** A variant of any account, and the language in which its texts are wanted. */
export interface ItemRef {
  account_id: string
  variant_id: string
  language: Language
}

/** The texts of a variant, and their translations into one language. */
export interface ItemTextRow extends ItemRef {
  name: string
  product_name: string
  images: readonly Image[]
  product_images: readonly Image[]
  translation: ItemTranslation | null
  product_translation: ItemTranslation | null
}

/** Returns the variants that are translated into the language, as far as the transaction can read them. */
export const findItemTexts = (ctx: TxContext, refs: readonly ItemRef[]): Promise<ItemTextRow[]> =>
  ctx.query<ItemTextRow>(
    `select w.account_id, w.variant_id, w.language, v.name, p.name as product_name, v.images,
            p.images as product_images, v.translations -> w.language as translation,
            p.translations -> w.language as product_translation
       from (select distinct * from unnest($1::uuid[], $2::uuid[], $3::text[]) as w (account_id, variant_id, language)) w
       join catalogue.variant v on v.account_id = w.account_id and v.id = w.variant_id
       join catalogue.product p on p.account_id = v.account_id and p.id = v.product_id
      where v.translations ? w.language or p.translations ? w.language`,
    [
      refs.map(({ account_id }) => account_id),
      refs.map(({ variant_id }) => variant_id),
      refs.map(({ language }) => language),
    ],
  )

/** Returns the languages that products or variants of the account are translated into. */
export const findTranslatedLanguages = (ctx: TxContext): Promise<string[]> =>
  ctx.queryValues<string>(
    `select jsonb_object_keys(translations) as language from catalogue.product where account_id = $1
      union
     select jsonb_object_keys(translations) from catalogue.variant where account_id = $1`,
    [ctx.account_id],
  )
