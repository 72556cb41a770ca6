import { workerModule } from '#platform/lib/project-files'
import { createWorkerThread } from '#platform/lib/worker-thread'
import type { PackingDocument } from './documents.ts'

/** Renders documents in a worker thread, so that no other request waits for a page. */
export interface DocumentRenderer {
  /** Returns a PDF. Rejects with `too_many_requests` when too many documents wait, of all accounts or of this one. */
  render(account_id: string, document: PackingDocument): Promise<Buffer>
  close(): Promise<void>
}

export function createDocumentRenderer(): DocumentRenderer {
  const thread = createWorkerThread<PackingDocument, Uint8Array>({
    module: workerModule('src/app/render-worker.ts'),
    work: 'rendering a document',
    // the largest document takes about two seconds on one slow core
    timeoutMs: 60_000,
    maxMemoryMb: 512,
    busyMessage: 'Other documents are being printed. Retry in a few seconds.',
  })
  return {
    async render(account_id, document) {
      const pdf = await thread.run(account_id, document)
      return Buffer.from(pdf.buffer)
    },
    close: () => thread.close(),
  }
}
