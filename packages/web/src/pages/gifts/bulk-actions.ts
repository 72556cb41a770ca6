import { modals } from '@mantine/modals'
import type { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { api } from '#web/api.ts'
import { toast } from '#web/components/toast.tsx'
import { RejectedList } from './rejected-list.tsx'

export interface BulkResult {
  done: { id: string; reference: string; expires_at?: string }[]
  refused: { id: string; reference: string | null; message: string }[]
}

export type BulkAction =
  | { path: 'cancel' | 'remind' }
  | { path: 'extend'; days: number }
  | { path: 'expire-at'; gifts: readonly { id: string; expires_at: string }[] }

const batchSize = 50

interface RunOptions {
  /** Called before each batch, with how many gifts are done with. */
  onProgress?: (done: number) => void
  /** Stops between two batches. */
  signal?: AbortSignal
}

/** However many there are, a batch at a time; what was done stays done if a batch fails. */
export async function runInBatches(
  bulk: BulkAction,
  ids: readonly string[] = [],
  { onProgress, signal }: RunOptions = {},
): Promise<BulkResult> {
  const { path } = bulk
  const items: readonly unknown[] = bulk.path === 'expire-at' ? bulk.gifts : ids
  const result: BulkResult = { done: [], refused: [] }
  for (let first = 0; first < items.length && !signal?.aborted; first += batchSize) {
    onProgress?.(first)
    const batch = items.slice(first, first + batchSize)
    const body =
      bulk.path === 'expire-at'
        ? { gifts: batch }
        : { ids: batch, ...(bulk.path === 'extend' && { days: bulk.days }) }
    const { done, refused } = await api.post<BulkResult>(`/gift-requests/bulk/${path}`, body)
    result.done.push(...done)
    result.refused.push(...refused)
  }
  return result
}

/** How many it was really done with; and why not with the others, by reason. */
export function showResult(label: string, { done, refused }: BulkResult): void {
  const count = (number: number) => number.toLocaleString('en')
  const all = done.length + refused.length
  if (refused.length === 0) {
    toast(`${label}: ${count(done.length)} of ${count(all)}.`)
    return
  }
  modals.open({
    title: `${label}: ${count(done.length)} of ${count(all)}`,
    children: createElement(RejectedList, { rejected: refused }),
  })
}

export async function reloadGifts(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['list', '/gift-requests'] }),
    client.invalidateQueries({ queryKey: ['gift-counts'] }),
    client.invalidateQueries({ queryKey: ['gift'] }),
  ])
}
