import { formatEscapedRows } from '#platform/lib/csv'
import { languages } from '#platform/lib/languages'
import type { TxContext } from '#platform/postgres/database'
import { escapeFormula } from '#platform/tables/index'
import * as adminStore from '../admin-store.ts'
import { findTranslatedLanguages } from '../translation-store.ts'
import { columnNames, stockPrefix } from './columns.ts'
import { formatRow } from './format-row.ts'
import * as importStore from './import-store.ts'
import { translationColumns } from './translation-columns.ts'
import { warehouseLabels } from './warehouse-labels.ts'

/** The position of the export after a page. */
export type ExportCursor = { product_id: string; position: number; id: string }

const pageSize = 500

export async function exportHeader(ctx: TxContext): Promise<string> {
  const warehouses = warehouseLabels(await adminStore.findWarehouses(ctx))
  return toCsv([
    [...(await exportColumns(ctx)), ...warehouses.map(({ label }) => `${stockPrefix}${label}`)],
  ])
}

async function exportColumns(ctx: TxContext): Promise<string[]> {
  const translated = await findTranslatedLanguages(ctx)
  return [
    ...columnNames,
    ...translationColumns(languages.filter((each) => translated.includes(each))),
  ]
}

/** Returns a page of the export, and the cursor of the next page; undefined after the last one. */
export async function exportPage(
  ctx: TxContext,
  after: ExportCursor | undefined,
): Promise<{ csv: string; next: ExportCursor | undefined }> {
  const variants = await importStore.findExportPage(ctx, after, pageSize)
  const last = variants.at(-1)
  const products = new Map(
    (
      await adminStore.findProducts(ctx, [...new Set(variants.map(({ product_id }) => product_id))])
    ).map((product) => [product.id, product]),
  )
  const stock = await adminStore.findStockByVariant(
    ctx,
    variants.map(({ id }) => id),
  )
  const levels = new Map(
    stock.map((each) => [`${each.variant_id} ${each.warehouse_id}`, String(each.available)]),
  )
  const warehouses = await adminStore.findWarehouses(ctx)
  const columns = await exportColumns(ctx)
  const rows = variants.flatMap((variant) => {
    const product = products.get(variant.product_id)
    if (product === undefined) return []
    const cells = formatRow(product, variant, ctx.deployment.origin)
    const counts = warehouses.map(({ id }) => levels.get(`${variant.id} ${id}`) ?? '')
    return [[...columns.map((name) => cells[name] ?? ''), ...counts]]
  })
  return { csv: toCsv(rows), next: variants.length < pageSize ? undefined : last }
}

const toCsv = (rows: readonly (readonly string[])[]): string =>
  formatEscapedRows(rows.map((row) => row.map(escapeFormula)))
