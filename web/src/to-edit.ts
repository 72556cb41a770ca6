import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Tagged } from './api.ts'

/**
 * One thing for a form, with the tag that notices somebody else's change. It is asked for anew when the form is opened;
 * after that nothing changes below whoever fills it in, whatever else asks for it, until they `reload`.
 */
export function useToEdit<T>(key: readonly string[], path: string) {
  const [kept, setKept] = useState<{ path: string; data: Tagged<T> }>()
  const { data, error, refetch } = useQuery({
    queryKey: [...key, 'edit'],
    queryFn: () => api.getTagged<T>(path),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (data !== undefined && kept?.path !== path) setKept({ path, data })
  const reload = async () => {
    const { data: theirs } = await refetch()
    if (theirs !== undefined) setKept({ path, data: theirs })
  }
  return { data: kept?.path === path ? kept.data : undefined, error, reload }
}
