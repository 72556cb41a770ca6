import type { Image } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import type { ProductRules } from './destinations.ts'
import { toAbsoluteImages } from './image-urls.ts'
import type { ProductKind } from './product-kind.ts'

/** An item that can be given now, in any campaign. */
export interface AvailableItem extends ProductRules {
  variant_id: string
  product_name: string
  variant_name: string
  kind: ProductKind
  images: readonly Image[]
  /** The total over the warehouses. */
  available: number
}

const maxItems = 500

/**
 * Returns the variants of all products that are not archived, ordered by name. The stock of `without_warehouses` does not
 * count.
 */
export async function listAvailableItems(
  ctx: TxContext,
  without_warehouses: readonly string[] = [],
): Promise<AvailableItem[]> {
  const rows = await ctx.query<AvailableItem & { product_images: readonly Image[] }>(
    `select v.id as variant_id, p.name as product_name, v.name as variant_name, p.kind, v.images,
            p.images as product_images, p.destination_mode, p.destinations, p.minimum_age,
            coalesce((select sum(s.available) from catalogue.stock_level s
                       where s.account_id = v.account_id and s.variant_id = v.id and s.warehouse_id <> all($3)), 0) as available
       from catalogue.variant v
       join catalogue.product p on p.account_id = v.account_id and p.id = v.product_id
      where v.account_id = $1 and p.archived_at is null and v.archived_at is null
      order by p.name, p.id, v.position limit $2`,
    [ctx.account_id, maxItems, without_warehouses],
  )
  const { origin } = ctx.deployment
  return rows.map(({ product_images, images, ...row }) => ({
    ...row,
    images: toAbsoluteImages(images.length > 0 ? images : product_images, origin),
  }))
}
