import { answerRequests } from '#platform/lib/answer-requests'
import type { PackingDocument } from './documents.ts'
import { createPdfRenderer } from './render.ts'

/* The entry point of the worker thread: renders one document after the other. */

const render = createPdfRenderer()

answerRequests(async (document: PackingDocument) => new Uint8Array(await render(document)))
