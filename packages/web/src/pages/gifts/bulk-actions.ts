import type { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import type { BulkResult } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { reportFinished } from '#web/components/finished-work.ts'
import { openModal } from '#web/components/modals.ts'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/i18n/gifts.ts'
import { RejectedList } from './rejected-list.tsx'

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
  const count = (bulk.path === 'expire-at' ? bulk.gifts : ids).length
  const result: BulkResult = { succeeded: [], rejected: [] }
  for (let first = 0; first < count && !signal?.aborted; first += batchSize) {
    onProgress?.(first)
    const { succeeded, rejected } = await runBatch(bulk, ids, first)
    result.succeeded.push(...succeeded)
    result.rejected.push(...rejected)
  }
  return result
}

function runBatch(bulk: BulkAction, ids: readonly string[], first: number): Promise<BulkResult> {
  const batch = <T>(items: readonly T[]) => items.slice(first, first + batchSize)
  switch (bulk.path) {
    case 'expire-at':
      return api.post('/gift-requests/bulk/expire-at', { gifts: batch(bulk.gifts) })
    case 'extend':
      return api.post('/gift-requests/bulk/extend', { ids: batch(ids), days: bulk.days })
    default:
      return api.post(`/gift-requests/bulk/${bulk.path}`, { ids: batch(ids) })
  }
}

/** Shows how many gifts succeeded, and the others grouped by reason. */
export function showResult(label: string, { succeeded, rejected }: BulkResult): void {
  const all = succeeded.length + rejected.length
  const values = { label, done: succeeded.length, all }
  if (all > 1) reportFinished(t('{label}: {done} of {all} gifts', values), '/gift-requests')
  if (rejected.length === 0) {
    toast(t('{label}: {done} of {all}.', values))
    return
  }
  openModal({
    title: t('{label}: {done} of {all}', values),
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
