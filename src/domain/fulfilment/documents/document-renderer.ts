import { Worker } from 'node:worker_threads'
import { ApiError } from '#contract'
import type { PackingDocument } from './documents.ts'

export interface RenderRequest {
  id: number
  document: PackingDocument
}

export type RenderReply = { id: number; pdf: Uint8Array } | { id: number; failedAt: string }

/** Renders documents in a worker thread, so that no other request waits for a page. */
export interface DocumentRenderer {
  /** Returns a PDF. Throws `too_many_requests` when too many documents wait already. */
  render(document: PackingDocument): Promise<Buffer>
  close(): Promise<void>
}

interface Pending {
  resolve(pdf: Buffer): void
  reject(error: Error): void
}

/** Limits the memory of waiting documents. */
const maxPending = 20
/** The largest document takes about two seconds on one slow core. */
const timeoutMs = 60_000
/** The thread caches fonts, and ends when no document arrives for this time. */
const idleMs = 5 * 60_000

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions share the worker and the pending documents
export function createDocumentRenderer(): DocumentRenderer {
  const pending = new Map<number, Pending>()
  let worker: Worker | undefined
  let lastId = 0
  let timer: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = new Worker(new URL('./render-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    started.on('message', settle)
    started.on('error', () => stop(started, 'the thread that renders documents has failed'))
    started.on('exit', () => stop(started, 'the thread that renders documents has ended'))
    return started
  }

  /** Drops the worker and rejects its documents. The next document starts another one. */
  function stop(stopped: Worker, reason: string): void {
    if (worker !== stopped) return
    worker = undefined
    clearTimeout(timer)
    for (const { reject } of pending.values()) reject(new Error(reason))
    pending.clear()
    void stopped.terminate()
  }

  function settle(reply: RenderReply): void {
    const document = pending.get(reply.id)
    pending.delete(reply.id)
    if ('pdf' in reply) document?.resolve(Buffer.from(reply.pdf.buffer))
    else document?.reject(new Error(`a document could not be rendered\n${reply.failedAt}`))
    watch()
  }

  /** Limits the time of the next document, or the idle time. */
  function watch(): void {
    clearTimeout(timer)
    const current = worker
    if (current === undefined) return
    const isIdle = pending.size === 0
    if (isIdle) current.unref()
    else current.ref()
    const reason = isIdle ? 'idle' : 'rendering a document has timed out'
    timer = setTimeout(() => stop(current, reason), isIdle ? idleMs : timeoutMs).unref()
  }

  return {
    render(document) {
      if (pending.size >= maxPending) return Promise.reject(tooMany())
      const id = ++lastId
      worker ??= start()
      worker.postMessage({ id, document } satisfies RenderRequest)
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject })
        watch()
      })
    },
    async close() {
      if (worker !== undefined) stop(worker, 'the service is stopping')
    },
  }
}

const tooMany = () =>
  new ApiError('too_many_requests', {
    message: 'Other documents are being printed. Retry in a few seconds.',
  })
