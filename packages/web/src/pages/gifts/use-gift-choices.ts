import { useRead } from '#web/use-read.ts'

/** The campaigns, senders and countries of the account's gifts, for filters. Undefined until they are loaded. */
export const useGiftChoices = () =>
  useRead('/gift-requests/choices', undefined, { staleTime: 60_000 }).data

/** Converts named rows to the options of a filter. */
export const toFilterOptions = (rows: readonly { id: string; name: string }[] = []) =>
  rows.map(({ id, name }) => ({ value: id, label: name }))
