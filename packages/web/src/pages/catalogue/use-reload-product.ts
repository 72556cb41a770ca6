import { useQueryClient } from '@tanstack/react-query'

/** Invalidates every query that contains the product. */
export function useReloadProduct(id: string): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['product', id] }),
      client.invalidateQueries({ queryKey: ['codes'] }),
      client.invalidateQueries({ queryKey: ['list', '/catalogue/products'] }),
      client.invalidateQueries({ queryKey: ['campaign-choices'] }),
      client.invalidateQueries({ queryKey: ['attention'] }),
    ])
}
