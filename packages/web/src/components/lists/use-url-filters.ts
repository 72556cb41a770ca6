import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * Returns the query parameters of the URL as strings, and a function that changes them. The URL contains each
 * filter, so that users can share a link to the filtered list.
 */
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
