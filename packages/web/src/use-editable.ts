import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

/**
 * One thing for a form, with the tag that notices somebody else's change. It is asked for anew when the form is opened,
 * and after that only by `refetch`: it has a key of its own, so that nothing changes below whoever fills it in.
 */
export const useEditable = <T>(path: string) =>
  useQuery({
    queryKey: ['edit', path],
    queryFn: () => api.getWithEtag<T>(path),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
