import type { BulkSendRow, CancelScope, RowCheck, RowResult, SendOptions } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { withRetries } from '#web/components/feedback/with-retries.ts'
import { reloadAfterSeries } from '#web/query-client.ts'
import { countOccurrences, type RecipientRow, toRequestRow } from './recipient-rows.ts'

const maxBatchRows = 50
const maxBatchBytes = 900_000 // the server takes bodies of 1 MiB

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
  format: Parameters<typeof toRequestRow>[2]
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
  const { post, options, rows, format, indexes, onProgress, signal } = request
  const occurrenceByRow = countOccurrences(rows)
  const startedAtMs = performance.now()
  const toBody = (index: number): BulkSendRow | undefined =>
    rows[index] && toRequestRow(rows[index], occurrenceByRow[index] ?? 0, format)
  let done = 0
  while (done < indexes.length && !signal.aborted) {
    const batchRows = takeBatch(indexes.slice(done, done + maxBatchRows), toBody)
    const batch = indexes.slice(done, done + batchRows.length)
    const response = await withRetries(() => post({ options, rows: batchRows }), signal)
    done += batch.length
    const rate = done / Math.max(0.001, (performance.now() - startedAtMs) / 1000)
    const pairs = batch.flatMap((index, at): [number, T][] => {
      const result = response.rows[at]
      return result === undefined ? [] : [[index, result]]
    })
    onProgress(new Map(pairs), { done, total: indexes.length, rate })
  }
}

/** Returns the first of these rows that fit in a request, at least one. Long messages make rows large. */
function takeBatch(
  indexes: readonly number[],
  toBody: (index: number) => BulkSendRow | undefined,
): BulkSendRow[] {
  const batch: BulkSendRow[] = []
  let bytes = 0
  for (const index of indexes) {
    const row = toBody(index)
    if (row === undefined) throw new Error('a batch names a row that is not in the list')
    bytes += new TextEncoder().encode(JSON.stringify(row)).length
    if (batch.length > 0 && bytes > maxBatchBytes) break
    batch.push(row)
  }
  return batch
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
