import type { BulkSendRow, CancelScope, RowCheck, RowResult, SendOptions } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { withRetries } from '#web/components/feedback/with-retries.ts'
import { reloadAfterSeries } from '#web/query-client.ts'
import { countOccurrences, type RecipientRow, toRequestRow } from './recipient-rows.ts'

const batchSize = 50 // rows in each request

/** The progress of a run. */
export interface Progress {
  done: number
  total: number
  /** The number of rows per second, if it can be measured. */
  rate: number
}

interface BatchRequest<T> {
  post: (body: { options: SendOptions; rows: BulkSendRow[] }) => Promise<{ rows: T[] }>
  options: SendOptions
  rows: readonly RecipientRow[]
  hasAddress: boolean
  /** The indexes of the rows to send. They refer to `rows`. */
  indexes: readonly number[]
  onProgress: (results: ReadonlyMap<number, T>, progress: Progress) => void
  signal: AbortSignal
}

/**
 * Checks or sends rows in batches. If the connection is lost during a batch, the function sends the batch
 * again. The server recognizes rows that it has already sent, and does not send them twice. The abort signal
 * stops the run between two batches.
 */
async function postInBatches<T>(request: BatchRequest<T>): Promise<void> {
  const { post, options, rows, hasAddress, indexes, onProgress, signal } = request
  const occurrenceByRow = countOccurrences(rows)
  const startedAtMs = performance.now()
  let done = 0
  for (let first = 0; first < indexes.length && !signal.aborted; first += batchSize) {
    const batch = indexes.slice(first, first + batchSize)
    const body = {
      options,
      rows: batch.flatMap((index) => {
        const row = rows[index]
        return row === undefined ? [] : [toRequestRow(row, occurrenceByRow[index] ?? 0, hasAddress)]
      }),
    }
    const response = await withRetries(() => post(body), signal)
    done += batch.length
    const rate = done / Math.max(0.001, (performance.now() - startedAtMs) / 1000)
    const pairs = batch.flatMap((index, at): [number, T][] => {
      const result = response.rows[at]
      return result === undefined ? [] : [[index, result]]
    })
    onProgress(new Map(pairs), { done, total: indexes.length, rate })
  }
}

export const checkRows = (request: Omit<BatchRequest<RowCheck>, 'post'>): Promise<void> =>
  postInBatches({ ...request, post: (body) => api.post('/send/check', body) })

export const sendRows = (
  bulk_send_id: string,
  request: Omit<BatchRequest<RowResult>, 'post'>,
): Promise<void> =>
  postInBatches({ ...request, post: (body) => api.post('/send', { ...body, bulk_send_id }) })

/** Saves the invalid rows together with the send, so that the page of the send lists them. */
export const saveFailedRows = (
  bulk_send_id: string,
  request: Omit<BatchRequest<never>, 'post' | 'onProgress'>,
): Promise<void> =>
  postInBatches<never>({
    ...request,
    onProgress: () => undefined,
    post: async (body) => {
      await api.post(`/sends/${bulk_send_id}/failed-rows`, body)
      return { rows: [] }
    },
  })

/** Cancels the gifts of a send in batches until all are cancelled. Returns how many gifts were cancelled. */
export const cancelSend = (
  id: string,
  scope: CancelScope,
  onProgress: (cancelled: number, remaining: number) => void = () => undefined,
): Promise<number> =>
  reloadAfterSeries(async () => {
    const { signal } = new AbortController()
    const cancel = () => api.post(`/sends/${id}/cancel`, { scope })
    let total = 0
    for (;;) {
      const { cancelled, remaining } = await withRetries(cancel, signal)
      total += cancelled
      onProgress(total, remaining)
      if (remaining === 0) return total
    }
  })
