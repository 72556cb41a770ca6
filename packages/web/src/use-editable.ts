import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

/**
 * Loads a resource with its ETag for a form. The query has its own key and runs again only with `refetch`, so
 * that background updates do not change a form that is being edited.
 */
export const useEditable = <T>(path: string) =>
  useQuery({
    queryKey: ['edit', path],
    queryFn: () => api.getWithEtag<T>(path),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
