import type { Mapping } from './read-list.ts'

/* Files of one kind come again: which column was what is remembered by their heads. */

const key = 'bestow.send.columns'
const most = 30

type Remembered = [head: string, mapping: Mapping][]

function all(): Remembered {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as Remembered
  } catch {
    return []
  }
}

const named = (head: readonly string[]) => head.map((name) => name.trim().toLowerCase()).join('\t')

export const recallMapping = (head: readonly string[]): Mapping | undefined =>
  all().find(([known]) => known === named(head))?.[1]

export function rememberMapping(head: readonly string[], mapping: Mapping): void {
  const others = all().filter(([known]) => known !== named(head))
  try {
    localStorage.setItem(key, JSON.stringify([[named(head), mapping], ...others].slice(0, most)))
  } catch {
    // a browser that keeps nothing asks again
  }
}
