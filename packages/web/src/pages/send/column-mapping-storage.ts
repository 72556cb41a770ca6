import type { Mapping } from './recipient-columns.ts'

/*
 * Stores the mapping of columns for each header row. Later files of the same format then get the same mapping
 * automatically.
 */

const storageKey = 'bestow.send.columns'
const maxMappings = 30

type StoredMappings = [header: string, mapping: Mapping][]

function loadAll(): StoredMappings {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '[]') as StoredMappings
  } catch {
    return []
  }
}

const headerKey = (header: readonly string[]) =>
  header.map((name) => name.trim().toLowerCase()).join('\t')

export const loadMapping = (header: readonly string[]): Mapping | undefined =>
  loadAll().find(([savedKey]) => savedKey === headerKey(header))?.[1]

export function saveMapping(header: readonly string[], mapping: Mapping): void {
  const others = loadAll().filter(([savedKey]) => savedKey !== headerKey(header))
  try {
    localStorage.setItem(
      storageKey,
      JSON.stringify([[headerKey(header), mapping], ...others].slice(0, maxMappings)),
    )
  } catch {
    // If the browser cannot store the mapping, the user chooses the columns again.
  }
}
