import type { Image } from '#contract'
import type { TxContext } from '#platform/postgres'
import { publishedImages } from './images.ts'
import type { Kind } from './tables.ts'

/** Something that can be given at this moment, whatever campaigns there are. */
export interface ShelfItem {
  variant_id: string
  product_name: string
  variant_name: string
  kind: Kind
  images: readonly Image[]
  /** In all warehouses together. */
  available: number
}

const most = 500

/** What is on the shelf: the variants of all products that are not archived, by name. */
export async function shelf(ctx: TxContext): Promise<ShelfItem[]> {
  const rows = await ctx.query<ShelfItem & { product_images: readonly Image[] }>(
    `select v.id as variant_id, p.name as product_name, v.name as variant_name, p.kind, v.images,
            p.images as product_images,
            coalesce((select sum(s.available) from catalogue.stock_level s
                       where s.account_id = v.account_id and s.variant_id = v.id), 0) as available
       from catalogue.variant v
       join catalogue.product p on p.account_id = v.account_id and p.id = v.product_id
      where v.account_id = $1 and p.archived_at is null and v.archived_at is null
      order by p.name, p.id, v.position limit $2`,
    [ctx.account_id, most],
  )
  const { origin } = ctx.deployment
  return rows.map(({ product_images, images, ...row }) => ({
    ...row,
    images: publishedImages(images.length > 0 ? images : product_images, origin),
  }))
}
