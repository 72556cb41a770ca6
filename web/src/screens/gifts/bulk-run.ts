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

const batchSize = 50

interface Run {
  /** Called before each batch, with how many gifts are done with. */
  onProgress?: (done: number) => void
  /** Stops between two batches. */
  signal?: AbortSignal
}

/** However many there are, a batch at a time; what was done stays done if a batch fails. */
export async function runInBatches(
  bulk: Bulk,
  ids: readonly string[] = [],
  { onProgress, signal }: Run = {},
): Promise<Outcome> {
  const { path } = bulk
  const items: readonly unknown[] = bulk.path === 'expire-at' ? bulk.gifts : ids
  const outcome: Outcome = { done: [], refused: [] }
  for (let first = 0; first < items.length && !signal?.aborted; first += batchSize) {
    onProgress?.(first)
    const batch = items.slice(first, first + batchSize)
    const body =
      bulk.path === 'expire-at'
        ? { gifts: batch }
        : { ids: batch, ...(bulk.path === 'extend' && { days: bulk.days }) }
    const { done, refused } = await api.post<Outcome>(`/gift-requests/bulk/${path}`, body)
    outcome.done.push(...done)
    outcome.refused.push(...refused)
  }
  return outcome
}

/** How many it was really done with; and why not with the others, by reason. */
export function tellOutcome(what: string, { done, refused }: Outcome): void {
  const count = (number: number) => number.toLocaleString('en')
  const all = done.length + refused.length
  if (refused.length === 0) {
    toast(`${what}: ${count(done.length)} of ${count(all)}.`)
    return
  }
  modals.open({
    title: `${what}: ${count(done.length)} of ${count(all)}`,
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
