import type { Image } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { insertRow, insertRows } from '#platform/postgres/table'
import type { ProductRules } from './destinations.ts'
import {
  type CharityDetails,
  type DonationDetails,
  donationDetailNames,
} from './donation-details.ts'
import type { ProductDetails } from './product-details.ts'
import type { ProductKind } from './product-kind.ts'
import { type ShippingDetails, shippingDetailNames } from './shipping-details.ts'
import type { NewProduct, NewVariant, Warehouse, WarehouseWithAddress } from './tables.ts'
import { pickVariantDetails, type VariantDetails } from './variant-details.ts'

export const insertWarehouse = (ctx: TxContext, warehouse: WarehouseWithAddress) =>
  insertRow(ctx, 'catalogue.warehouse', {
    ...warehouse,
    account_id: ctx.account_id,
    created_at: ctx.now,
  })

export const insertProduct = (
  ctx: TxContext,
  {
    id,
    name,
    description,
    kind,
    images,
    ...rules
  }: Omit<NewProduct, 'variants'> & ProductRules & CharityDetails & ProductDetails & { id: string },
) =>
  insertRow(ctx, 'catalogue.product', {
    account_id: ctx.account_id,
    id,
    name,
    description,
    kind,
    images: JSON.stringify(images),
    destination_mode: rules.destination_mode,
    destinations: rules.destinations,
    minimum_age: rules.minimum_age,
    registration_number: rules.registration_number,
    charity_url: rules.charity_url,
    size_guide: rules.size_guide,
    allergens: rules.allergens,
    ingredients: rules.ingredients,
    created_at: ctx.now,
    updated_at: ctx.now,
  })

/** Returns the creation time of the first product. Returns null for an account without products. */
export async function firstProductAt(ctx: TxContext): Promise<Date | null> {
  const [row] = await ctx.query<{ created_at: Date }>(
    'select created_at from catalogue.product where account_id = $1 order by created_at limit 1',
    [ctx.account_id],
  )
  return row?.created_at ?? null
}

export const hasProducts = (ctx: TxContext): Promise<boolean> =>
  ctx.hasRows('select from catalogue.product where account_id = $1 limit 1', [ctx.account_id])

export async function insertVariants(
  ctx: TxContext,
  product_id: string,
  variants: readonly (NewVariant & VariantDetails & { id: string; position: number })[],
): Promise<void> {
  const rows = variants.map(({ id, sku, name, images, position, ...variant }) => ({
    ...pickVariantDetails(variant),
    account_id: ctx.account_id,
    id,
    product_id,
    sku,
    name,
    images: JSON.stringify(images),
    position,
  }))
  await insertRows(ctx, 'catalogue.variant', rows)
}

interface VariantRow extends ProductRules, CharityDetails, ProductDetails, DonationDetails {
  id: string
  sku: string
  name: string
  images: readonly Image[]
  product_id: string
  product_name: string
  description: string
  kind: ProductKind
  product_images: readonly Image[]
}

export const findVariants = (ctx: TxContext, ids: readonly string[]): Promise<VariantRow[]> =>
  ctx.query<VariantRow>(
    `select v.id, v.sku, v.name, v.images, v.product_id, p.name as product_name, p.description, p.kind,
            p.images as product_images, p.destination_mode, p.destinations, p.minimum_age, p.registration_number,
            p.charity_url, p.size_guide, p.allergens, p.ingredients, ${donationDetailNames.map((name) => `v.${name}`).join(', ')}
       from catalogue.variant v
       join catalogue.product p on p.account_id = v.account_id and p.id = v.product_id
      where v.account_id = $1 and v.id = any($2)`,
    [ctx.account_id, ids],
  )

/** Writes any number of stock levels with one statement. */
export async function upsertStock(
  ctx: TxContext,
  levels: readonly { variant_id: string; warehouse_id: string; available: number }[],
): Promise<void> {
  await ctx.query(
    `insert into catalogue.stock_level (account_id, variant_id, warehouse_id, available)
     select $1, l.variant_id, l.warehouse_id, l.available
       from unnest($2::uuid[], $3::uuid[], $4::int[]) as l (variant_id, warehouse_id, available)
     on conflict (account_id, variant_id, warehouse_id) do update set available = excluded.available`,
    [
      ctx.account_id,
      levels.map(({ variant_id }) => variant_id),
      levels.map(({ warehouse_id }) => warehouse_id),
      levels.map(({ available }) => available),
    ],
  )
}

/**
 * Adds to the stock of one warehouse. Updates the rows in the order in which all transactions lock stock, so
 * that no deadlock occurs.
 */
export async function addStock(
  ctx: TxContext,
  warehouse_id: string,
  lines: readonly { variant_id: string; quantity: number }[],
): Promise<void> {
  await ctx.query(
    `insert into catalogue.stock_level as s (account_id, variant_id, warehouse_id, available)
     select $1, l.variant_id, $2, l.quantity
       from unnest($3::uuid[], $4::int[]) as l (variant_id, quantity) order by l.variant_id
     on conflict (account_id, variant_id, warehouse_id)
       do update set available = s.available + excluded.available`,
    [
      ctx.account_id,
      warehouse_id,
      lines.map(({ variant_id }) => variant_id),
      lines.map(({ quantity }) => quantity),
    ],
  )
}

export const findStock = (ctx: TxContext, variant_ids: readonly string[]) =>
  ctx.query<Warehouse & { variant_id: string; available: number; team_id: string | null }>(
    `select s.variant_id, s.available, w.id, w.name, w.country, w.team_id
       from catalogue.stock_level s
       join catalogue.warehouse w on w.account_id = s.account_id and w.id = s.warehouse_id
      where s.account_id = $1 and s.variant_id = any($2)
      order by s.variant_id, w.name, w.id`,
    [ctx.account_id, variant_ids],
  )

/** Finds the variants that have these SKUs. */
export async function findSkuOwners(ctx: TxContext, skus: readonly string[]) {
  const rows = await ctx.query<{
    sku: string
    variant_id: string
    variant_name: string
    product_id: string
    product_name: string
  }>(
    `select v.sku, v.id as variant_id, v.name as variant_name, p.id as product_id, p.name as product_name
       from catalogue.variant v
       join catalogue.product p on p.account_id = v.account_id and p.id = v.product_id
      where v.account_id = $1 and v.sku = any($2)`,
    [ctx.account_id, skus],
  )
  return new Map(rows.map((row) => [row.sku, row]))
}

export const findShippingDetails = (
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<(ShippingDetails & { id: string })[]> =>
  ctx.query(
    `select id, ${shippingDetailNames.join(', ')} from catalogue.variant where account_id = $1 and id = any($2)`,
    [ctx.account_id, variant_ids],
  )
