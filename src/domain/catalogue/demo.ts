import type { TxContext } from '#platform/postgres'
import { demoImages } from './demo/pictures.ts'
import { demoProducts, demoStock, demoWarehouses } from './demo/products.ts'
import { createProduct } from './products.ts'
import { createWarehouse, setStock } from './stock.ts'
import * as store from './store.ts'

/** Whether the account has anything to give. */
export const isStocked = (ctx: TxContext): Promise<boolean> => store.isAnyProduct(ctx)

export const firstProductAt = (ctx: TxContext): Promise<Date | null> => store.firstProductAt(ctx)

/** The ids of the demo catalogue's variants, by SKU. */
export type DemoVariants = ReadonlyMap<string, string>

/** Gives the account the demo catalogue: products, pictures, warehouses and what is in them. */
export async function createDemo(ctx: TxContext): Promise<DemoVariants> {
  const variants = new Map<string, string>()
  for (const product of demoProducts) {
    const pictured = product.variants.map((one) => ({ ...one, images: demoImages('', one.sku) }))
    const images = pictured[0]?.images ?? []
    const made = await createProduct(ctx, { ...product, images, variants: pictured })
    for (const { id, sku } of made.variants) variants.set(sku, id)
  }
  const warehouses = new Map<string, string>()
  for (const { key, name, country } of demoWarehouses)
    warehouses.set(key, (await createWarehouse(ctx, { name, country })).id)
  const levels = demoStock.flatMap(({ sku, warehouse, available }) => {
    const variant_id = variants.get(sku)
    const warehouse_id = warehouses.get(warehouse)
    return variant_id === undefined || warehouse_id === undefined
      ? []
      : [{ variant_id, warehouse_id, available }]
  })
  await setStock(ctx, levels)
  return variants
}
