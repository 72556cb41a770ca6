import type { Image, Page } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { buildPageSql, type SortedRow, type SortKey } from '#platform/postgres/keyset'
import { createBindings } from '#platform/postgres/table'
import type { ProductRules } from './destinations.ts'
import type { CharityDetails } from './donation-details.ts'
import type { ProductDetails } from './product-details.ts'
import type { ProductKind } from './product-kind.ts'
import type { WarehouseWithAddress } from './tables.ts'
import type { ItemTranslations, VariantTranslation } from './translations.ts'
import { unnestVariantDetails, type VariantDetails, variantDetailNames } from './variant-details.ts'

/** A variant with at most this total stock over all warehouses counts as low. */
export const lowStockThreshold = 5

/** The filters of the product list. */
export interface ProductFilter {
  state?: 'available' | 'archived'
  search?: string
  /** Only products with a low-stock variant that is not archived. */
  is_low?: true
  /** Orders the list by the name instead of the time of creation. */
  sort?: 'name'
}

export interface ProductRow extends ProductRules, CharityDetails, ProductDetails {
  id: string
  name: string
  description: string
  kind: ProductKind
  images: readonly Image[]
  translations: ItemTranslations
  archived_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface AdminVariantRow extends VariantDetails {
  id: string
  product_id: string
  sku: string
  name: string
  images: readonly Image[]
  translations: ItemTranslations<VariantTranslation>
  archived_at: Date | null
}

/** The stock of a variant in a warehouse: available, and reserved for gifts. */
export interface StockRow {
  variant_id: string
  warehouse_id: string
  available: number
  reserved: number
}

const productColumns = `p.id, p.name, p.description, p.kind, p.images, p.translations, p.archived_at, p.created_at, p.updated_at,
  p.destination_mode, p.destinations, p.minimum_age, p.registration_number, p.charity_url,
  p.size_guide, p.allergens, p.ingredients`

const detailColumns = variantDetailNames.join(', ')

const isLowSql = `p.archived_at is null and p.kind = 'physical' and exists (
  select from catalogue.variant v
   where v.account_id = p.account_id and v.product_id = p.id and v.archived_at is null
     and ${lowStockThreshold} >= (select coalesce(sum(s.available), 0) from catalogue.stock_level s
                       where s.account_id = v.account_id and s.variant_id = v.id))`

const matchesSearchSql = (text: string) => `(strpos(lower(p.name), ${text}) > 0 or exists (
  select from catalogue.variant v where v.account_id = p.account_id and v.product_id = p.id
     and (strpos(lower(v.name), ${text}) > 0 or strpos(lower(v.sku), ${text}) > 0)))`

const nameKeys: readonly SortKey[] = [{ sql: 'lower(p.name)', type: 'text' }]

/** Returns one row more than the page size. */
export function findPage(
  ctx: TxContext,
  { state, search, is_low, sort }: ProductFilter,
  page: Page,
): Promise<(ProductRow & SortedRow)[]> {
  const { bind, values } = createBindings(ctx.account_id, page.limit + 1)
  const where = ['p.account_id = $1']
  if (state !== undefined)
    where.push(`p.archived_at is ${state === 'available' ? 'null' : 'not null'}`)
  if (search !== undefined) where.push(matchesSearchSql(bind(search.toLowerCase())))
  if (is_low === true) where.push(isLowSql)
  const { columns, conditions, orderBy } = buildPageSql(
    sort === 'name' ? nameKeys : [],
    'p.id',
    page,
    bind,
  )
  return ctx.query<ProductRow & SortedRow>(
    `select ${productColumns}, ${columns} from catalogue.product p
      where ${[...where, ...conditions].join(' and ')} ${orderBy} limit $2`,
    values,
  )
}

/** `available` is the sum over all warehouses. */
export interface LowStockVariant {
  id: string
  available: number
}

/** Returns physical variants with low stock, at most `limit`, in the order of the ids. */
export const findLowStockVariants = (ctx: TxContext, limit: number): Promise<LowStockVariant[]> =>
  ctx.query<LowStockVariant>(
    `select v.id, s.available::int from catalogue.product p
       join catalogue.variant v on v.account_id = p.account_id and v.product_id = p.id
      cross join lateral (select coalesce(sum(l.available), 0) as available from catalogue.stock_level l
                           where l.account_id = v.account_id and l.variant_id = v.id) s
      where p.account_id = $1 and p.archived_at is null and p.kind = 'physical' and v.archived_at is null
        and s.available <= ${lowStockThreshold}
      order by v.id limit $2`,
    [ctx.account_id, limit],
  )

export const countLowStock = (ctx: TxContext): Promise<number> =>
  ctx.queryCount(
    `select count(*) from catalogue.product p where p.account_id = $1 and ${isLowSql}`,
    [ctx.account_id],
  )

export const findProducts = (ctx: TxContext, ids: readonly string[]): Promise<ProductRow[]> =>
  ctx.query<ProductRow>(
    `select ${productColumns} from catalogue.product p where p.account_id = $1 and p.id = any($2)`,
    [ctx.account_id, ids.filter(isId)],
  )

/** Locks the product row until the transaction ends. */
export const findProductForUpdate = (ctx: TxContext, id: string): Promise<ProductRow | undefined> =>
  ctx.queryFirst<ProductRow>(
    `select ${productColumns} from catalogue.product p where p.account_id = $1 and p.id = $2 for update`,
    [ctx.account_id, id],
  )

/** Returns the variants in their order on the page. */
export const findVariantsByProduct = (
  ctx: TxContext,
  product_ids: readonly string[],
): Promise<AdminVariantRow[]> =>
  ctx.query<AdminVariantRow>(
    `select id, product_id, sku, name, images, translations, archived_at, ${detailColumns} from catalogue.variant
      where account_id = $1 and product_id = any($2) order by product_id, position, id`,
    [ctx.account_id, product_ids],
  )

export const findStockByVariant = (
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<StockRow[]> =>
  ctx.query<StockRow>(
    `select s.variant_id, s.warehouse_id, s.available, coalesce(r.reserved, 0)::int as reserved
       from catalogue.stock_level s
       left join lateral (select sum(r.quantity) as reserved from catalogue.reservation r
                           where r.account_id = s.account_id and r.variant_id = s.variant_id
                             and r.warehouse_id = s.warehouse_id) r on true
      where s.account_id = $1 and s.variant_id = any($2)`,
    [ctx.account_id, variant_ids],
  )

export const updateProduct = (ctx: TxContext, row: ProductRow): Promise<unknown> =>
  ctx.query(
    `update catalogue.product
        set name = $3, description = $4, kind = $5, images = $6, archived_at = $7, updated_at = $8,
            destination_mode = $9, destinations = $10, minimum_age = $11, registration_number = $12, charity_url = $13,
            size_guide = $14, allergens = $15, ingredients = $16
      where account_id = $1 and id = $2`,
    [
      ctx.account_id,
      row.id,
      row.name,
      row.description,
      row.kind,
      JSON.stringify(row.images),
      row.archived_at,
      row.updated_at,
      row.destination_mode,
      row.destinations,
      row.minimum_age,
      row.registration_number,
      row.charity_url,
      row.size_guide && JSON.stringify(row.size_guide),
      row.allergens,
      row.ingredients,
    ],
  )

/** Updates existing variants, including their positions. */
export const updateVariants = (
  ctx: TxContext,
  rows: readonly (Omit<AdminVariantRow, 'product_id' | 'translations'> & { position: number })[],
): Promise<unknown> =>
  ctx.query(
    `update catalogue.variant v
        set sku = n.sku, name = n.name, images = n.images, position = n.position, archived_at = n.archived_at,
            ${variantDetailNames.map((name) => `${name} = n.${name}`).join(', ')}
       from unnest($2::uuid[], $3::text[], $4::text[], $5::jsonb[], $6::int[], $7::timestamptz[],
                   ${unnestVariantDetails(8)})
         as n (id, sku, name, images, position, archived_at, ${detailColumns})
      where v.account_id = $1 and v.id = n.id`,
    [
      ctx.account_id,
      rows.map(({ id }) => id),
      rows.map(({ sku }) => sku),
      rows.map(({ name }) => name),
      rows.map(({ images }) => JSON.stringify(images)),
      rows.map(({ position }) => position),
      rows.map(({ archived_at }) => archived_at),
      ...variantDetailNames.map((name) => rows.map((row) => row[name])),
    ],
  )

/** A warehouse with the facts that restrict changes to it. */
export interface ListedWarehouse extends WarehouseWithAddress {
  /** True once stock was stored in the warehouse or a parcel was sent from it. */
  is_used: boolean
  has_stock: boolean
}

export const findWarehouses = (ctx: TxContext): Promise<ListedWarehouse[]> =>
  ctx.query<ListedWarehouse>(
    `select w.id, w.name, w.country, w.address,
            exists (select from catalogue.stock_level s
                     where s.account_id = w.account_id and s.warehouse_id = w.id) as is_used,
            exists (select from catalogue.stock_level s
                     where s.account_id = w.account_id and s.warehouse_id = w.id and s.available > 0)
              or exists (select from catalogue.reservation r
                          where r.account_id = w.account_id and r.warehouse_id = w.id) as has_stock
       from catalogue.warehouse w
      where w.account_id = $1 and w.archived_at is null order by w.name, w.id`,
    [ctx.account_id],
  )

/** Parcels and stock that refer to the warehouse do not wait for the lock. */
export const lockWarehouse = (ctx: TxContext, id: string): Promise<unknown> =>
  ctx.query('select from catalogue.warehouse where account_id = $1 and id = $2 for no key update', [
    ctx.account_id,
    id,
  ])

export const updateWarehouse = (
  ctx: TxContext,
  { id, name, country, address }: WarehouseWithAddress,
): Promise<unknown> =>
  ctx.query(
    'update catalogue.warehouse set name = $3, country = $4, address = $5 where account_id = $1 and id = $2',
    [ctx.account_id, id, name, country, address && JSON.stringify(address)],
  )

/** Returns a warehouse, archived or not. */
export const findWarehouse = (
  ctx: TxContext,
  id: string,
): Promise<WarehouseWithAddress | undefined> =>
  ctx.queryFirst<WarehouseWithAddress>(
    'select id, name, country, address from catalogue.warehouse where account_id = $1 and id = $2',
    [ctx.account_id, id],
  )

export const archiveWarehouse = (ctx: TxContext, id: string): Promise<unknown> =>
  ctx.query('update catalogue.warehouse set archived_at = $3 where account_id = $1 and id = $2', [
    ctx.account_id,
    id,
    ctx.now,
  ])

type StockKey = { variant_id: string; warehouse_id: string }

const keyArrays = (keys: readonly StockKey[]) => [
  keys.map(({ variant_id }) => variant_id),
  keys.map(({ warehouse_id }) => warehouse_id),
]

/** Inserts empty stock levels in the lock order. Existing levels stay. */
export const insertMissingLevels = (ctx: TxContext, keys: readonly StockKey[]): Promise<unknown> =>
  ctx.query(
    `insert into catalogue.stock_level (account_id, variant_id, warehouse_id, available)
     select $1, k.variant_id, k.warehouse_id, 0
       from unnest($2::uuid[], $3::uuid[]) as k (variant_id, warehouse_id)
      order by k.variant_id, k.warehouse_id
     on conflict (account_id, variant_id, warehouse_id) do nothing`,
    [ctx.account_id, ...keyArrays(keys)],
  )

/** Locks these stock levels until the transaction ends, in the lock order that all transactions use. */
export const lockStockLevels = (
  ctx: TxContext,
  keys: readonly StockKey[],
): Promise<(StockKey & { available: number })[]> =>
  ctx.query(
    `select s.variant_id, s.warehouse_id, s.available from catalogue.stock_level s
      where s.account_id = $1
        and (s.variant_id, s.warehouse_id) in (select * from unnest($2::uuid[], $3::uuid[]))
      order by s.variant_id, s.warehouse_id for update`,
    [ctx.account_id, ...keyArrays(keys)],
  )

/** Returns the keys that can have a stock level: a physical variant and a warehouse of this account. */
export const findValidKeys = (ctx: TxContext, keys: readonly StockKey[]): Promise<StockKey[]> =>
  ctx.query<StockKey>(
    `select w.variant_id, w.warehouse_id from unnest($2::uuid[], $3::uuid[]) as w (variant_id, warehouse_id)
       join catalogue.variant v on v.account_id = $1 and v.id = w.variant_id
       join catalogue.product p on p.account_id = $1 and p.id = v.product_id and p.kind = 'physical'
       join catalogue.warehouse h on h.account_id = $1 and h.id = w.warehouse_id and h.archived_at is null`,
    [ctx.account_id, ...keyArrays(keys)],
  )
