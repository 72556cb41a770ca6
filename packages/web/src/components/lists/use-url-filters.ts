import { useNavigate, useSearch } from '@tanstack/react-router'

/** The query parameters of the URL as strings: each filter is a link that can be shared. */
export function useUrlFilters(): {
  filters: Readonly<Record<string, string>>
  set: (change: Record<string, string | undefined>) => void
} {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const filters = Object.fromEntries(
    Object.entries(search).map(([name, value]) => [name, String(value)]),
  )
  return {
    filters,
    set: (change) => {
      const next = { ...filters, ...change }
      const nonEmpty = Object.fromEntries(Object.entries(next).filter(([, value]) => value))
      void navigate({ to: '.', search: nonEmpty, replace: true })
    },
  }
}
