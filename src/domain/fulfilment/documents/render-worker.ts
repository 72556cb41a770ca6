import { parentPort } from 'node:worker_threads'
import type { RenderReply, RenderRequest } from './document-renderer.ts'
import { createPdfRenderer } from './render.ts'

/* The entry point of the worker thread: renders one document after the other. */

const render = createPdfRenderer()
let previous: Promise<void> = Promise.resolve()

parentPort?.on('message', (request: RenderRequest) => {
  previous = previous.then(() => reply(request))
})

async function reply({ id, document }: RenderRequest): Promise<void> {
  try {
    const pdf = await render(document)
    post({ id, pdf: new Uint8Array(pdf) })
  } catch (error) {
    post({ id, failedAt: listFrames(error) })
  }
}

const post = (message: RenderReply): void => parentPort?.postMessage(message)

/** Returns the stack without the message, which could contain an address. */
const listFrames = (error: unknown): string =>
  String(error instanceof Error ? error.stack : '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
