import type { TxContext } from '#platform/postgres/database'
import type { AdminVariantRow, ProductRow } from '../admin-store.ts'
import { unnestVariantDetails, variantDetailNames } from '../variant-details.ts'

const detailColumns = variantDetailNames.join(', ')

/** Serializes the imports of an account until the transaction ends. */
export const lockImports = (ctx: TxContext): Promise<unknown> =>
  ctx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `catalogue import ${ctx.account_id}`,
  ])

export type ImportVariant = AdminVariantRow & { position: number }

/** Returns all variants of the products that have one of these SKUs or names. */
export const findVariantsOf = (
  ctx: TxContext,
  skus: readonly string[],
  names: readonly string[],
): Promise<ImportVariant[]> =>
  ctx.query<ImportVariant>(
    `select v.id, v.product_id, v.sku, v.name, v.images, v.translations, v.archived_at, v.position, ${variantDetailNames.map((name) => `v.${name}`).join(', ')}
       from catalogue.variant v
      where v.account_id = $1 and v.product_id in (
        select s.product_id from catalogue.variant s where s.account_id = $1 and s.sku = any($2)
        union select p.id from catalogue.product p where p.account_id = $1 and p.name = any($3))
      order by v.product_id, v.position, v.id`,
    [ctx.account_id, skus, names],
  )

/** Returns the SKUs of the account that are equal to one of these without case. */
export const findSkusWithoutCase = (
  ctx: TxContext,
  lowerCaseSkus: readonly string[],
): Promise<string[]> =>
  ctx.queryValues<string>(
    'select sku from catalogue.variant where account_id = $1 and lower(sku) = any($2)',
    [ctx.account_id, lowerCaseSkus],
  )

/** Locks these products until the transaction ends, in the order of their ids. */
export const lockProducts = (ctx: TxContext, ids: readonly string[]): Promise<unknown> =>
  ctx.query(
    `select p.id from catalogue.product p where p.account_id = $1 and p.id = any($2)
      order by p.id for update`,
    [ctx.account_id, ids],
  )

export const insertProducts = (ctx: TxContext, rows: readonly ProductRow[]): Promise<unknown> =>
  ctx.query(
    `insert into catalogue.product (account_id, id, name, description, kind, images, archived_at, created_at,
                                    updated_at, destination_mode, destinations, minimum_age, registration_number, charity_url,
                                    size_guide, allergens, ingredients)
     select $1, n.id, n.name, n.description, n.kind, n.images, n.archived_at, $2, $2, n.destination_mode,
            coalesce(string_to_array(nullif(n.destinations, ''), ' '), '{}'), n.minimum_age,
            n.registration_number, n.charity_url, n.size_guide,
            coalesce(string_to_array(nullif(n.allergens, ''), ' '), '{}'), n.ingredients
       from unnest(${unnestedProducts}) as n (${productNames})`,
    [ctx.account_id, ctx.now, ...productArrays(rows)],
  )

export const updateProducts = (ctx: TxContext, rows: readonly ProductRow[]): Promise<unknown> =>
  ctx.query(
    `update catalogue.product p
        set name = n.name, description = n.description, images = n.images, archived_at = n.archived_at,
            updated_at = $2, destination_mode = n.destination_mode,
            destinations = coalesce(string_to_array(nullif(n.destinations, ''), ' '), '{}'),
            minimum_age = n.minimum_age, registration_number = n.registration_number, charity_url = n.charity_url,
            size_guide = n.size_guide, allergens = coalesce(string_to_array(nullif(n.allergens, ''), ' '), '{}'),
            ingredients = n.ingredients
       from unnest(${unnestedProducts}) as n (${productNames})
      where p.account_id = $1 and p.id = n.id`,
    [ctx.account_id, ctx.now, ...productArrays(rows)],
  )

const productNames =
  'id, name, description, kind, images, archived_at, destination_mode, destinations, minimum_age, registration_number, charity_url, size_guide, allergens, ingredients'
const unnestedProducts =
  '$3::uuid[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::timestamptz[], $9::text[], $10::text[], $11::int[], $12::text[], $13::text[], $14::json[], $15::text[], $16::text[]'

const productArrays = (rows: readonly ProductRow[]) => [
  rows.map(({ id }) => id),
  rows.map(({ name }) => name),
  rows.map(({ description }) => description),
  rows.map(({ kind }) => kind),
  rows.map(({ images }) => JSON.stringify(images)),
  rows.map(({ archived_at }) => archived_at),
  rows.map(({ destination_mode }) => destination_mode),
  rows.map(({ destinations }) => destinations.join(' ')),
  rows.map(({ minimum_age }) => minimum_age),
  rows.map(({ registration_number }) => registration_number),
  rows.map(({ charity_url }) => charity_url),
  rows.map(({ size_guide }) => size_guide && JSON.stringify(size_guide)),
  rows.map(({ allergens }) => allergens.join(' ')),
  rows.map(({ ingredients }) => ingredients),
]

export const insertVariants = (ctx: TxContext, rows: readonly ImportVariant[]): Promise<unknown> =>
  ctx.query(
    `insert into catalogue.variant (account_id, id, product_id, sku, name, images, position, archived_at, ${detailColumns})
     select $1, n.* from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::jsonb[], $7::int[], $8::timestamptz[],
       ${unnestVariantDetails(9)}) as n`,
    [
      ctx.account_id,
      rows.map(({ id }) => id),
      rows.map(({ product_id }) => product_id),
      rows.map(({ sku }) => sku),
      rows.map(({ name }) => name),
      rows.map(({ images }) => JSON.stringify(images)),
      rows.map(({ position }) => position),
      rows.map(({ archived_at }) => archived_at),
      ...variantDetailNames.map((name) => rows.map((row) => row[name])),
    ],
  )

export const countProducts = (ctx: TxContext): Promise<number> =>
  ctx.queryCount('select count(*)::int as count from catalogue.product where account_id = $1', [
    ctx.account_id,
  ])

/** Returns the names of these pictures that the account has, among them those with these URLs as source. */
export async function findPictures(
  ctx: TxContext,
  names: readonly string[],
  url_digests: readonly Buffer[],
): Promise<{ names: ReadonlySet<string>; byDigest: ReadonlyMap<string, string> }> {
  const found = await ctx.query<{ name: string }>(
    'select name from catalogue.picture where account_id = $1 and name = any($2)',
    [ctx.account_id, names],
  )
  const sources = await ctx.query<{ url_digest: Buffer; name: string }>(
    'select url_digest, name from catalogue.picture_source where account_id = $1 and url_digest = any($2)',
    [ctx.account_id, url_digests],
  )
  return {
    names: new Set(found.map(({ name }) => name)),
    byDigest: new Map(sources.map(({ url_digest, name }) => [url_digest.toString('hex'), name])),
  }
}

export const insertPictureSource = (
  ctx: TxContext,
  url_digest: Buffer,
  name: string,
): Promise<unknown> =>
  ctx.query(
    `insert into catalogue.picture_source (account_id, url_digest, name, created_at) values ($1, $2, $3, $4)
     on conflict (account_id, url_digest) do nothing`,
    [ctx.account_id, url_digest, name, ctx.now],
  )

/** Returns a page of variants in the order of their products, after the given variant. */
export const findExportPage = (
  ctx: TxContext,
  after: { product_id: string; position: number; id: string } | undefined,
  limit: number,
): Promise<ImportVariant[]> =>
  ctx.query<ImportVariant>(
    `select id, product_id, sku, name, images, translations, archived_at, position, ${detailColumns}
       from catalogue.variant
      where account_id = $1 and ($2::uuid is null or (product_id, position, id) > ($2, $3, $4::uuid))
      order by product_id, position, id limit $5`,
    [ctx.account_id, after?.product_id ?? null, after?.position ?? null, after?.id ?? null, limit],
  )

/** Locks the stock of these SKUs until the transaction ends, in the lock order that all transactions use. */
export const lockStock = (ctx: TxContext, skus: readonly string[]): Promise<unknown> =>
  ctx.query(
    `select s.variant_id from catalogue.stock_level s
      where s.account_id = $1
        and s.variant_id in (select v.id from catalogue.variant v where v.account_id = $1 and v.sku = any($2))
      order by s.variant_id, s.warehouse_id for update`,
    [ctx.account_id, skus],
  )
