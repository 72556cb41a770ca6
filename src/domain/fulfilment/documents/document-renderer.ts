import { ApiError } from '#contract'
import { createWorkerThread } from '#platform/lib/worker-thread'
import type { PackingDocument } from './documents.ts'

/** Renders documents in a worker thread, so that no other request waits for a page. */
export interface DocumentRenderer {
  /** Returns a PDF. Throws `too_many_requests` when too many documents wait already. */
  render(document: PackingDocument): Promise<Buffer>
  close(): Promise<void>
}

/** Limits the memory of waiting documents. */
const maxPending = 20

export function createDocumentRenderer(): DocumentRenderer {
  const thread = createWorkerThread<PackingDocument, Uint8Array>({
    module: new URL('./render-worker.ts', import.meta.url),
    work: 'rendering a document',
    // the largest document takes about two seconds on one slow core
    timeoutMs: 60_000,
    maxMemoryMb: 512,
  })
  return {
    async render(document) {
      if (thread.countPending() >= maxPending) throw tooMany()
      const pdf = await thread.run(document)
      return Buffer.from(pdf.buffer)
    },
    close: () => thread.close(),
  }
}

const tooMany = () =>
  new ApiError('too_many_requests', {
    message: 'Other documents are being printed. Retry in a few seconds.',
  })
