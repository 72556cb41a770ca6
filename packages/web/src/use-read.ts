import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { PathOf, QueryAt, ReplyAt } from './admin-api.ts'
import { type Query, readPage } from './api.ts'

/**
 * Reads data with an operation of the admin API. The path and the query are the cache key, so equal reads of
 * a page share one request.
 */
export function useRead<Path extends PathOf<'GET'>>(
  path: Path,
  query?: QueryAt<Path>,
  options?: Omit<UseQueryOptions<ReplyAt<'GET', Path>>, 'queryKey' | 'queryFn'>,
): UseQueryResult<ReplyAt<'GET', Path>>
export function useRead(path: string, query: Query = {}, options?: object): UseQueryResult {
  return useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => readPage(path, query, signal),
    ...options,
  })
}
