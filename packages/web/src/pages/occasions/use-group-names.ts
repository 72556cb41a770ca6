import { useRead } from '#web/use-read.ts'

/** Returns a function that finds the names of groups of contacts. */
export function useGroupNames() {
  const { data } = useRead('/contact-groups', undefined, { staleTime: 60_000 })
  const names = new Map((data?.data ?? []).map(({ id, name }) => [id, name]))
  return (ids: readonly string[]): string[] => ids.flatMap((id) => names.get(id) ?? [])
}
