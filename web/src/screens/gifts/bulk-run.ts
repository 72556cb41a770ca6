import { modals } from '@mantine/modals'
import type { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { api } from '#web/api.ts'
import { toast } from '#web/blocks/toast.tsx'
import { RefusedList } from './refused-list.tsx'

export interface Outcome {
  done: { id: string; reference: string; expires_at?: string }[]
  refused: { id: string; reference: string | null; message: string }[]
}

export type Bulk =
  | { path: 'cancel' | 'remind' }
  | { path: 'extend'; days: number }
  | { path: 'expire-at'; gifts: readonly { id: string; expires_at: string }[] }

const most = 50 // in one call

/** However many there are, a part at a time; what was done stays done if one of the parts fails. */
export async function inParts(bulk: Bulk, ids: readonly string[] = []): Promise<Outcome> {
  const { path } = bulk
  const things: readonly unknown[] = bulk.path === 'expire-at' ? bulk.gifts : ids
  const outcome: Outcome = { done: [], refused: [] }
  for (let first = 0; first < things.length; first += most) {
    const part = things.slice(first, first + most)
    const body =
      bulk.path === 'expire-at'
        ? { gifts: part }
        : { ids: part, ...(bulk.path === 'extend' && { days: bulk.days }) }
    const { done, refused } = await api.post<Outcome>(`/gift-requests/bulk/${path}`, body)
    outcome.done.push(...done)
    outcome.refused.push(...refused)
  }
  return outcome
}

/** How many it was really done with; and of each of the others, why not. */
export function tellOutcome(what: string, { done, refused }: Outcome): void {
  const all = done.length + refused.length
  if (refused.length === 0) {
    toast(`${what}: ${done.length} of ${all}.`)
    return
  }
  modals.open({
    title: `${what}: ${done.length} of ${all}`,
    children: createElement(RefusedList, { refused }),
  })
}

export async function reloadGifts(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['list', '/gift-requests'] }),
    client.invalidateQueries({ queryKey: ['gift-counts'] }),
    client.invalidateQueries({ queryKey: ['gift'] }),
  ])
}
