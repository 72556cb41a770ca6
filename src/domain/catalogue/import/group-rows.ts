import type { ProductRow } from '../admin-store.ts'
import type { ImportVariant } from './import-store.ts'
import type { ErrorList, ImportRow } from './parse-rows.ts'

/** The rows of one product, in the order of the file. */
export interface ProductGroup {
  /** Undefined for a new product. */
  existing: ProductRow | undefined
  rows: ImportRow[]
}

export interface CurrentCatalogue {
  products: ReadonlyMap<string, ProductRow>
  variantsBySku: ReadonlyMap<string, ImportVariant>
}

/**
 * Groups the rows by product. A known SKU belongs to its product. A new SKU belongs to the product of the same name: of
 * other rows of the file, or else of the account. Without such a product, its rows form a new one.
 */
export function groupRows(
  rows: readonly ImportRow[],
  { products, variantsBySku }: CurrentCatalogue,
  errors: ErrorList,
): ProductGroup[] {
  const idsByFileName = new Map<string, Set<string>>()
  for (const { sku, product } of rows) {
    const id = variantsBySku.get(sku)?.product_id
    if (id !== undefined && product.product_name !== undefined)
      addTo(idsByFileName, product.product_name, id)
  }
  const idsByName = new Map<string, Set<string>>()
  for (const { id, name } of products.values()) addTo(idsByName, name, id)
  const groups = new Map<string, ProductGroup>()
  for (const row of rows) {
    const key = findKey(row, variantsBySku, idsByFileName, idsByName, errors)
    if (key === undefined) continue
    const group = groups.get(key) ?? { existing: products.get(key), rows: [] }
    group.rows.push(row)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function findKey(
  row: ImportRow,
  variantsBySku: CurrentCatalogue['variantsBySku'],
  idsByFileName: ReadonlyMap<string, ReadonlySet<string>>,
  idsByName: ReadonlyMap<string, ReadonlySet<string>>,
  errors: ErrorList,
): string | undefined {
  const id = variantsBySku.get(row.sku)?.product_id
  if (id !== undefined) return id
  const { product_name } = row.product
  if (product_name === undefined) {
    if (!errors.errors.some(({ line, column }) => line === row.line && column === 'product_name'))
      errors.add(row, 'product_name', 'is required for a new SKU')
    return undefined
  }
  const ids = [...(idsByFileName.get(product_name) ?? idsByName.get(product_name) ?? [])]
  if (ids.length > 1) {
    const message = `is the name of ${ids.length} products, so a new SKU cannot be added; rename one of them first`
    errors.add(row, 'product_name', message)
    return undefined
  }
  return ids[0] ?? `new ${product_name}`
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const values = map.get(key) ?? new Set()
  values.add(value)
  map.set(key, values)
}
