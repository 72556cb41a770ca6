import type { TxContext } from '#platform/postgres/database'
import * as adminStore from '../admin-store.ts'
import { rejectDuplicateSku } from '../create-product.ts'
import { imageUrls } from '../image-urls.ts'
import { markPicturesUsed } from '../pictures.ts'
import { setStock } from '../stock.ts'
import { saveProductTranslations, saveVariantTranslations } from '../translation-store.ts'
import { stockPrefix } from './columns.ts'
import type { CsvFile } from './csv-file.ts'
import * as importStore from './import-store.ts'
import { type ImportPlan, planImport } from './plan-import.ts'

/**
 * Locks what the file can change, then plans the import: nothing in the plan changes until the transaction ends. Imports of
 * an account run one after the other. The locks are in the order of all transactions: products, then stock.
 *
 * One transaction writes the whole file: after a failure between groups of rows, the catalogue would match no file.
 */
export async function planImportForUpdate(ctx: TxContext, file: CsvFile): Promise<ImportPlan> {
  await importStore.lockImports(ctx)
  const cells = (name: string) => file.rows.flatMap((row) => row.cells.get(name) ?? [])
  const skus = cells('sku')
  const variants = await importStore.findVariantsOf(ctx, skus, [...new Set(cells('product_name'))])
  await importStore.lockProducts(ctx, [...new Set(variants.map(({ product_id }) => product_id))])
  if (file.columns.some((column) => column.startsWith(stockPrefix)))
    await importStore.lockStock(ctx, skus)
  return planImport(ctx, file)
}

/** Writes a plan without errors. */
export async function applyImport(ctx: TxContext, plan: ImportPlan): Promise<void> {
  const { newProducts, changedProducts, newVariants, changedVariants, stock } = plan
  if (newProducts.length > 0) await importStore.insertProducts(ctx, newProducts)
  if (changedProducts.length > 0) await importStore.updateProducts(ctx, changedProducts)
  if (newVariants.length > 0)
    await importStore.insertVariants(ctx, newVariants).catch(rejectDuplicateSku)
  if (changedVariants.length > 0) await adminStore.updateVariants(ctx, changedVariants)
  await saveProductTranslations(ctx, [...newProducts, ...changedProducts])
  await saveVariantTranslations(ctx, [...newVariants, ...changedVariants])
  if (stock.length > 0) await setStock(ctx, stock)
  const rows = [...newProducts, ...changedProducts, ...newVariants, ...changedVariants]
  markPicturesUsed(ctx, imageUrls(rows.flatMap(({ images }) => images)))
}
