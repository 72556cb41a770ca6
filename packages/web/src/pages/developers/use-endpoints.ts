import { useQuery } from '@tanstack/react-query'
import type { Endpoint } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { collectPages } from '#web/collect-pages.ts'
import { endpointName, shortEndpointUrl } from '#web/components/formats/endpoint-name.tsx'

/** Returns all endpoints of the account; undefined while they load. */
export function useEndpoints(isNeeded = true) {
  const { data } = useQuery({
    queryKey: ['endpoints'],
    queryFn: () => collectPages((after) => api.get('/endpoints', { limit: 100, after })),
    enabled: isNeeded,
    staleTime: 30_000,
  })
  return data
}

/** Returns the name of an endpoint with its address, for a list to choose from. */
export const endpointOptionLabel = ({
  url,
  description,
}: Pick<Endpoint, 'url' | 'description'>): string =>
  description === ''
    ? endpointName({ url, description })
    : `${description} (${shortEndpointUrl(url)})`
