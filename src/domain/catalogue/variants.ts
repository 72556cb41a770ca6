import type { TxContext } from '#platform/postgres/database'
import { toAbsoluteImages } from './image-urls.ts'
import { toProductDetails } from './product-details.ts'
import type { ShippingDetails } from './shipping-details.ts'
import * as store from './store.ts'
import type { Variant } from './tables.ts'

/** Returns the account's variants by id, with absolute image URLs. */
export async function variantsById(
  ctx: TxContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Variant>> {
  const { origin } = ctx.deployment
  const rows = await store.findVariants(ctx, ids)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        sku: row.sku,
        name: row.name,
        images: toAbsoluteImages(row.images, origin),
        product: {
          id: row.product_id,
          name: row.product_name,
          description: row.description,
          kind: row.kind,
          images: toAbsoluteImages(row.product_images, origin),
          destination_mode: row.destination_mode,
          destinations: row.destinations,
          minimum_age: row.minimum_age,
          registration_number: row.registration_number,
          charity_url: row.charity_url,
          ...toProductDetails(row),
        },
        donation: {
          donation_amount_minor: row.donation_amount_minor,
          donation_currency: row.donation_currency,
          donation_cap: row.donation_cap,
        },
      },
    ]),
  )
}

/**
 * Returns the account's variants by id like `variantsById`, but reads each of them once in a transaction. Only for transactions that
 * do not change products.
 */
export async function memoizedVariantsById(
  ctx: TxContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Variant>> {
  const key = `variants of ${ctx.account_id}`
  const known = (ctx.memo.get(key) as Map<string, Variant | undefined> | undefined) ?? new Map()
  ctx.memo.set(key, known)
  const missing = [...new Set(ids)].filter((id) => !known.has(id))
  if (missing.length > 0) {
    const found = await variantsById(ctx, missing)
    for (const id of missing) known.set(id, found.get(id))
  }
  return new Map(
    ids.flatMap((id): [string, Variant][] => {
      const variant = known.get(id)
      return variant === undefined ? [] : [[id, variant]]
    }),
  )
}

/** Returns the shipping details by variant id, also of archived variants. */
export async function shippingDetailsById(
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<ReadonlyMap<string, ShippingDetails>> {
  const rows = await store.findShippingDetails(ctx, variant_ids)
  return new Map(rows.map(({ id, ...details }) => [id, details]))
}
