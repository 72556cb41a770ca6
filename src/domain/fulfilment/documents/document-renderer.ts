import * as catalogue from '#catalogue'
import { workerModule } from '#platform/lib/project-files'
import { createWorkerThread } from '#platform/lib/worker-thread'
import { photoPixels } from './card-photo.ts'
import type { PackingDocument } from './documents.ts'

/** Renders documents in a worker thread, so that no other request waits for a page. */
export interface DocumentRenderer {
  /** Returns a PDF. Rejects with `too_many_requests` when too many documents wait, of all accounts or of this one. */
  render(account_id: string, document: PackingDocument): Promise<Buffer>
  close(): Promise<void>
}

export function createDocumentRenderer(): DocumentRenderer {
  const scaler = catalogue.createPictureScaler()
  let isClosed = false
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
      // The thread counts the documents that wait, so those without photos reach it at once.
      const hasPhotos = Object.keys(document.photos).length > 0
      const scaled = hasPhotos ? await scalePhotos(scaler, document) : document
      if (isClosed) throw new Error('the service is stopping')
      const pdf = await thread.run(account_id, scaled)
      return Buffer.from(pdf.buffer)
    },
    close() {
      isClosed = true
      return thread.close()
    },
  }
}

/** Scales photos to the resolution of the print, one after the other. Leaves out what cannot be decoded. */
async function scalePhotos(
  scaler: catalogue.PictureScaler,
  document: PackingDocument,
): Promise<PackingDocument> {
  const photos: Record<string, Uint8Array> = {}
  for (const [id, photo] of Object.entries(document.photos)) {
    const content = await scaler.scale(Buffer.from(photo), photoPixels)
    if (content !== undefined) photos[id] = content
  }
  return { ...document, photos }
}
