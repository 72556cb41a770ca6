import type { Product, Variant, VariantContent } from '#web/admin-api.ts'
import { useRead } from '#web/use-read.ts'

export const useProduct = (id: string) => useRead(`/products/${id}`)

export const useWarehouses = () => useRead('/warehouses')

/** Returns the available stock of a variant in all warehouses. */
export const getAvailable = ({ stock_levels }: Variant): number =>
  stock_levels.reduce((sum, { available }) => sum + available, 0)

/** The stock below which a variant is low in stock. The server uses the same number. */
const lowStockThreshold = 5

export const isLowStock = ({ kind, archived_at, variants }: Product): boolean =>
  kind === 'physical' &&
  archived_at === null &&
  variants.some(
    (variant) => variant.archived_at === null && getAvailable(variant) <= lowStockThreshold,
  )

/** Returns whether each gift of a variant needs an imported code or a link of its own. */
export const needsCode = ({ delivery, is_link_per_gift }: VariantContent): boolean =>
  delivery === 'code' || (delivery === 'link' && is_link_per_gift)
