import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'

/** The campaigns, senders and countries of the account's gifts, for filters. Undefined until they are loaded. */
export const useGiftChoices = () =>
  useQuery({
    queryKey: ['gift-choices'],
    queryFn: () => api.get('/gift-requests/choices'),
    staleTime: 60_000,
  }).data

/** Converts named rows to the options of a filter. */
export const toFilterOptions = (rows: readonly { id: string; name: string }[] = []) =>
  rows.map(({ id, name }) => ({ value: id, label: name }))
