import { useQuery } from '@tanstack/react-query'
import type { Product, Variant } from '#web/admin-api.ts'
import { api } from '#web/api.ts'

/** A product with the ETag that detects concurrent changes. */
export const useProduct = (id: string) =>
  useQuery({
    queryKey: ['product', id],
    queryFn: () => api.get(`/catalogue/products/${id}`),
  })

export const useWarehouses = () =>
  useQuery({
    queryKey: ['warehouses'],
    queryFn: () => api.get('/catalogue/warehouses'),
  })

/** Stock of a variant in all warehouses. */
export const getAvailable = ({ stock_levels }: Variant): number =>
  stock_levels.reduce((sum, { available }) => sum + available, 0)

/** The low-stock threshold; the server uses the same number. */
const lowStockThreshold = 5

export const isLowStock = ({ kind, archived_at, variants }: Product): boolean =>
  kind === 'physical' &&
  archived_at === null &&
  variants.some(
    (variant) => variant.archived_at === null && getAvailable(variant) <= lowStockThreshold,
  )
