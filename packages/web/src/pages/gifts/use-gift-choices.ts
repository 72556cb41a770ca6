import { useRead } from '#web/use-read.ts'

/**
 * Loads the campaigns, senders and countries of the account's gifts, for filters. Returns undefined until
 * they are loaded.
 */
export const useGiftChoices = () =>
  useRead('/gift-requests/choices', undefined, { staleTime: 60_000 }).data

/** Converts rows with names to the options of a filter. */
export const toFilterOptions = (rows: readonly { id: string; name: string }[] = []) =>
  rows.map(({ id, name }) => ({ value: id, label: name }))
