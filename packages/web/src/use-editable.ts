import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { PathOf, ReplyAt } from './admin-api.ts'
import { readWithEtag, type WithEtag } from './api.ts'

/**
 * Loads a resource with its ETag for a form. The query has its own key and runs again only with `refetch`, so
 * that background updates do not change a form while the user edits it.
 */
export function useEditable<Path extends PathOf<'GET'>>(
  path: Path,
): UseQueryResult<WithEtag<ReplyAt<'GET', Path>>>
export function useEditable(path: string): UseQueryResult {
  return useQuery({
    queryKey: ['edit', path],
    queryFn: () => readWithEtag(path),
    staleTime: 'static',
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
