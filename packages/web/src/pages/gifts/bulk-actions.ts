import { modals } from '@mantine/modals'
import type { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { api } from '#web/api.ts'
import { toast } from '#web/components/toast.tsx'
import { RejectedList } from './rejected-list.tsx'

export interface BulkResult {
  succeeded: { id: string; reference: string; expires_at?: string }[]
  rejected: { id: string; reference: string | null; message: string }[]
}

export type BulkAction =
  | { path: 'cancel' | 'remind' | 'send-again' }
  | { path: 'extend'; days: number }
  | { path: 'expire-at'; gifts: readonly { id: string; expires_at: string }[] }

const batchSize = 50

interface RunOptions {
  /** Called before each batch with the number of processed gifts. */
  onProgress?: (done: number) => void
  /** Stops the run between two batches. */
  signal?: AbortSignal
}

/** Runs an action in batches. If a batch fails, the previous batches stay applied. */
export async function runInBatches(
  bulk: BulkAction,
  ids: readonly string[] = [],
  { onProgress, signal }: RunOptions = {},
): Promise<BulkResult> {
  const { path } = bulk
  const items: readonly unknown[] = bulk.path === 'expire-at' ? bulk.gifts : ids
  const result: BulkResult = { succeeded: [], rejected: [] }
  for (let first = 0; first < items.length && !signal?.aborted; first += batchSize) {
    onProgress?.(first)
    const batch = items.slice(first, first + batchSize)
    const body =
      bulk.path === 'expire-at'
        ? { gifts: batch }
        : { ids: batch, ...(bulk.path === 'extend' && { days: bulk.days }) }
    const { succeeded, rejected } = await api.post<BulkResult>(`/gift-requests/bulk/${path}`, body)
    result.succeeded.push(...succeeded)
    result.rejected.push(...rejected)
  }
  return result
}

/** Shows how many gifts succeeded, and the others grouped by reason. */
export function showResult(label: string, { succeeded, rejected }: BulkResult): void {
  const count = (number: number) => number.toLocaleString('en')
  const all = succeeded.length + rejected.length
  if (rejected.length === 0) {
    toast(`${label}: ${count(succeeded.length)} of ${count(all)}.`)
    return
  }
  modals.open({
    title: `${label}: ${count(succeeded.length)} of ${count(all)}`,
    children: createElement(RejectedList, { rejected }),
  })
}

export async function reloadGifts(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['list', '/gift-requests'] }),
    client.invalidateQueries({ queryKey: ['gift-counts'] }),
    client.invalidateQueries({ queryKey: ['gift'] }),
  ])
}
