import { sha256 } from '#platform/crypto/encryption'
import { getAccountLimits } from '#platform/postgres/account-limits'
import type { TxContext } from '#platform/postgres/database'
import * as adminStore from '../admin-store.ts'
import { stockPrefix } from './columns.ts'
import type { CellError, CsvFile } from './csv-file.ts'
import { formatRow } from './format-row.ts'
import { groupRows, type ProductGroup } from './group-rows.ts'
import { createPictureLookup } from './import-pictures.ts'
import * as importStore from './import-store.ts'
import {
  createErrorList,
  type ErrorList,
  type ImportRow,
  parseRows,
  toScannedSku,
} from './parse-rows.ts'
import { type PlanInput, planProduct } from './plan-product.ts'
import { maxVariants, type PlannedVariant, planVariants } from './plan-variants.ts'
import { warehouseLabels } from './warehouse-labels.ts'

/** The changes that an import makes for one row of the file. */
interface RowChange {
  line: number
  sku: string
  is_new: boolean
  columns: readonly { column: string; from: string; to: string }[]
}

interface Counts {
  created: number
  changed: number
  unchanged: number
}

/** The rows that the import writes, and the report about them. */
export interface ImportPlan {
  newProducts: readonly adminStore.ProductRow[]
  changedProducts: readonly adminStore.ProductRow[]
  newVariants: readonly importStore.ImportVariant[]
  changedVariants: readonly importStore.ImportVariant[]
  stock: readonly { variant_id: string; warehouse_id: string; available: number }[]
  /** The existing variants that can change the size of an offering. */
  changedVariantIds: readonly string[]
  /** The variants that campaigns can no longer offer. */
  archivedVariantIds: readonly string[]
  rows: number
  products: Counts
  variants: Counts
  changes: readonly RowChange[]
  errors: readonly CellError[]
  /** The URLs in cells whose pictures are not loaded yet. */
  missing_pictures: readonly string[]
  /** Identifies the changes. The same file and an unchanged catalogue give the same digest. */
  digest: string
}

/** Compares a file with the catalogue. Only reads from the database; the caller has locked the rows. */
export async function planImport(ctx: TxContext, file: CsvFile): Promise<ImportPlan> {
  const errors = createErrorList(file.errors)
  const warehouses = warehouseLabels(await adminStore.findWarehouses(ctx))
  const rows = parseRows(file, new Map(warehouses.map(({ id, label }) => [label, id])), errors)
  const current = await readCurrent(ctx, rows)
  await rejectSimilarSkus(ctx, rows, current.variantsBySku, errors)
  const groups = groupRows(rows, current, errors)
  const input: PlanInput = {
    ctx,
    errors,
    pictures: await createPictureLookup(ctx, rows),
    missingPictures: new Map(),
  }
  const planned = planGroups(input, groups, current.variants)
  await checkProductLimit(ctx, groups, errors)
  const labels = new Map(warehouses.map(({ id, label }) => [id, label]))
  return toPlan(input, planned, { labels, stock: current.stock, rows: file.rows.length })
}

/**
 * Adds an error for a new SKU that differs from an existing one only in upper and lower case. A scanner could
 * not tell the two apart.
 */
async function rejectSimilarSkus(
  ctx: TxContext,
  rows: readonly ImportRow[],
  known: ReadonlyMap<string, unknown>,
  errors: ErrorList,
): Promise<void> {
  const added = rows.filter(({ sku }) => !known.has(sku))
  const skus = await importStore.findSkusWithoutCase(
    ctx,
    added.map(({ sku }) => toScannedSku(sku)),
  )
  const similar = new Map(skus.map((sku) => [toScannedSku(sku), sku]))
  for (const row of added) {
    const other = similar.get(toScannedSku(row.sku))
    if (other !== undefined)
      errors.add(
        row,
        'sku',
        `differs from the SKU ${other} in upper and lower case only, which scanners ignore; write it as there, or use another one`,
      )
  }
}

async function readCurrent(ctx: TxContext, rows: readonly ImportRow[]) {
  const names = new Set(rows.flatMap(({ product }) => product.product_name ?? []))
  const variants = await importStore.findVariantsOf(
    ctx,
    rows.map(({ sku }) => sku),
    [...names],
  )
  const productIds = [...new Set(variants.map(({ product_id }) => product_id))]
  const products = await adminStore.findProducts(ctx, productIds)
  const variantsBySku = new Map(variants.map((variant) => [variant.sku, variant]))
  const ids = rows.flatMap(({ sku }) => variantsBySku.get(sku)?.id ?? [])
  const stock = new Map(
    (await adminStore.findStockByVariant(ctx, ids)).map((each) => [
      `${each.variant_id} ${each.warehouse_id}`,
      each.available,
    ]),
  )
  return { variants, variantsBySku, stock, products: new Map(products.map((row) => [row.id, row])) }
}

interface PlannedGroup {
  was: adminStore.ProductRow | undefined
  is: adminStore.ProductRow
  variants: PlannedVariant[]
  /** All variants of an existing product, also those that are not in the file. */
  existing: readonly importStore.ImportVariant[]
}

function planGroups(
  input: PlanInput,
  groups: readonly ProductGroup[],
  variants: readonly importStore.ImportVariant[],
): PlannedGroup[] {
  const byProduct = Map.groupBy(variants, ({ product_id }) => product_id)
  let index = 0
  return groups.flatMap((group): PlannedGroup[] => {
    const is = planProduct(input, group, index)
    if (is === undefined) return []
    const existing = byProduct.get(is.id) ?? []
    const planned = planVariants(input, group, is, existing, index)
    index += group.rows.length
    const added = planned.filter(({ was }) => was === undefined)
    const tooMany = added[Math.max(0, maxVariants - existing.length)]
    if (tooMany !== undefined)
      input.errors.add(
        tooMany.row,
        'sku',
        `is one too many: a product has at most ${maxVariants} variants`,
      )
    return [{ was: group.existing, is, variants: planned, existing }]
  })
}

async function checkProductLimit(
  ctx: TxContext,
  groups: readonly ProductGroup[],
  errors: ErrorList,
): Promise<void> {
  const added = groups.filter(({ existing }) => existing === undefined)
  if (added.length === 0) return
  const limit = getAccountLimits(ctx.deployment).products
  const free = limit - (await importStore.countProducts(ctx))
  const row = added[Math.max(0, free)]?.rows[0]
  if (row === undefined) return
  const message = `is one product too many: an account may have ${limit}. The operator can raise BESTOW_MAX_PRODUCTS`
  errors.add(row, 'product_name', message)
}

interface PlanContext {
  labels: ReadonlyMap<string, string>
  stock: ReadonlyMap<string, number>
  rows: number
}

function toPlan(
  { ctx, errors, missingPictures }: PlanInput,
  planned: readonly PlannedGroup[],
  context: PlanContext,
): ImportPlan {
  const { origin } = ctx.deployment
  const compared = planned.map((group) => compareGroup(group, origin, context, errors))
  const changes = compared.flatMap((each) => each.changes).toSorted((a, b) => a.line - b.line)
  const newProducts = planned.filter(({ was }) => was === undefined).map(({ is }) => is)
  const changedProducts = compared.filter((each) => each.isChanged).map((each) => each.product)
  const newVariants = compared.flatMap((each) => each.newVariants)
  const changedVariants = compared.flatMap((each) => each.changedVariants)
  const variantCount = planned.reduce((sum, { variants }) => sum + variants.length, 0)
  return {
    newProducts,
    changedProducts,
    newVariants,
    changedVariants,
    stock: compared.flatMap((each) => each.stock),
    changedVariantIds: planned.flatMap(({ existing }, index) =>
      compared[index]?.isChanged ? existing.map(({ id }) => id) : [],
    ),
    archivedVariantIds: planned.flatMap(findArchived),
    rows: context.rows,
    products: count(planned.length, newProducts.length, changedProducts.length),
    variants: count(variantCount, newVariants.length, changedVariants.length),
    changes,
    errors: errors.errors.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    missing_pictures: [...missingPictures.keys()],
    digest: sha256(JSON.stringify(changes)).toString('hex', 0, 16),
  }
}

const count = (all: number, created: number, changed: number): Counts => ({
  created,
  changed,
  unchanged: all - created - changed,
})

/** Compares the texts of all cells before and after the import. */
function compareGroup(
  { was, is, variants }: PlannedGroup,
  origin: string,
  context: PlanContext,
  errors: ErrorList,
) {
  const productWas = was ?? is
  const compared = variants.map((variant) => {
    const after = formatRow(is, variant.is, origin)
    const before =
      variant.was === undefined ? undefined : formatRow(productWas, variant.was, origin)
    const stock = planStock(is, variant, context, errors)
    const columns = [
      ...Object.entries(after).flatMap(([column, to]) => {
        const from = before?.[column as keyof typeof after] ?? ''
        return from === to ? [] : [{ column, from, to }]
      }),
      ...stock.map(({ column, from, to }) => ({ column, from, to })),
    ]
    const { line, sku } = variant.row
    return { variant, stock, change: { line, sku, is_new: variant.was === undefined, columns } }
  })
  const isProductChanged = was !== undefined && !isEqual(was, is)
  const changedVariants = variants.filter(
    (each) => each.was !== undefined && !isEqual(each.was, each.is),
  )
  const newVariants = variants.filter((each) => each.was === undefined)
  return {
    product: is,
    // A change of a variant also counts as a change of its product, so that open forms detect it.
    isChanged:
      was !== undefined && (isProductChanged || changedVariants.length + newVariants.length > 0),
    newVariants: newVariants.map((each) => each.is),
    changedVariants: changedVariants.map((each) => each.is),
    stock: compared.flatMap((each) => each.stock.map(({ level }) => level)),
    changes: compared.map(({ change }) => change).filter(({ columns }) => columns.length > 0),
  }
}

/** Returns the variants that the import archives, and the variants of the products that it archives. */
function findArchived({ was, is, variants, existing }: PlannedGroup): string[] {
  const isProductArchived = was !== undefined && was.archived_at === null && is.archived_at !== null
  if (isProductArchived) return existing.map(({ id }) => id)
  return variants.flatMap((each) =>
    each.was !== undefined && each.was.archived_at === null && each.is.archived_at !== null
      ? [each.is.id]
      : [],
  )
}

const isEqual = (one: object, other: object): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const kindNames = { digital: 'digital products', donation: 'donations' } as const

function planStock(
  product: adminStore.ProductRow,
  { row, is, was }: PlannedVariant,
  { labels, stock }: PlanContext,
  errors: ErrorList,
) {
  return [...row.stock].flatMap(([warehouse_id, available]) => {
    const column = `${stockPrefix}${labels.get(warehouse_id)}`
    if (product.kind !== 'physical') {
      errors.add(row, column, `must be empty: ${kindNames[product.kind]} have no stock`)
      return []
    }
    const current = was === undefined ? undefined : stock.get(`${is.id} ${warehouse_id}`)
    if (current === available) return []
    const from = current === undefined ? '' : String(current)
    const level = { variant_id: is.id, warehouse_id, available }
    return [{ column, from, to: String(available), level }]
  })
}
