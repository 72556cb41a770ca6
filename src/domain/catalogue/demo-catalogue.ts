import type { TxContext } from '#platform/postgres/database'
import { createProduct } from './create-product.ts'
import { demoCloseUps, demoImages } from './demo/demo-images.ts'
import { demoProducts } from './demo/demo-products.ts'
import { demoWarehouses, listDemoStock } from './demo/demo-stock.ts'
import { demoTranslations } from './demo/demo-translations.ts'
import { setStock } from './stock.ts'
import * as store from './store.ts'
import { saveProductTranslations, saveVariantTranslations } from './translation-store.ts'
import { variantsById } from './variants.ts'
import { createWarehouse } from './warehouses.ts'

export const hasProducts = (ctx: TxContext): Promise<boolean> => store.hasProducts(ctx)

export const firstProductAt = (ctx: TxContext): Promise<Date | null> => store.firstProductAt(ctx)

/** Maps the SKUs of the demo catalogue to variant ids. */
export type DemoVariants = ReadonlyMap<string, string>

/**
 * Creates the demo catalogue in the account: products, pictures, warehouses and stock. The company is the
 * sender on labels. Some stock has run out, except for samples in the account of a user.
 */
export async function createDemoCatalogue(
  ctx: TxContext,
  { company = demoCompany, hasShortages = true } = {},
): Promise<DemoVariants> {
  const variants = new Map<string, string>()
  for (const product of demoProducts) {
    const withImages = product.variants.map((variant) => ({
      ...variant,
      images: demoImages('', variant.sku),
    }))
    const { closeUps, ...fields } = product
    const images = [...(withImages[0]?.images ?? []), ...demoCloseUps('', closeUps)]
    const created = await createProduct(ctx, { ...fields, images, variants: withImages })
    for (const { id, sku } of created.variants) variants.set(sku, id)
  }
  const warehouses = new Map<string, string>()
  for (const { key, address, ...warehouse } of demoWarehouses) {
    const name = address.name.replace(demoCompany, () => company)
    const withAddress = { ...warehouse, address: { ...address, name, country: warehouse.country } }
    warehouses.set(key, (await createWarehouse(ctx, withAddress)).id)
  }
  const levels = listDemoStock({ hasShortages }).flatMap(({ sku, warehouse, available }) => {
    const variant_id = variants.get(sku)
    const warehouse_id = warehouses.get(warehouse)
    return variant_id === undefined || warehouse_id === undefined
      ? []
      : [{ variant_id, warehouse_id, available }]
  })
  await setStock(ctx, levels)
  return variants
}

/** The name of the demo company. The texts of the demo mention it as the sender. */
export const demoCompany = 'Larkfield'

/** Translates some products of the demo catalogue. */
export async function translateDemoCatalogue(
  ctx: TxContext,
  variants: DemoVariants,
): Promise<void> {
  const byId = await variantsById(ctx, [...variants.values()])
  for (const { product, skus } of demoTranslations) {
    const translated = Object.entries(skus).flatMap(([sku, names]) => {
      const variant = byId.get(variants.get(sku) ?? '')
      return variant === undefined ? [] : [{ variant, names }]
    })
    const id = translated[0]?.variant.product.id
    if (id === undefined) continue
    await saveProductTranslations(ctx, [{ id, translations: product }])
    await saveVariantTranslations(
      ctx,
      translated.map(({ variant, names: { de, fr, ar } }) => ({
        id: variant.id,
        translations: { de: { name: de }, fr: { name: fr }, ar: { name: ar } },
      })),
    )
  }
}
