import { labelFonts } from '#connectors/label-fonts'
import { createPdfRenderer, type PackingDocument } from '#fulfilment/documents'
import { answerRequests } from '#platform/lib/answer-requests'

/* The entry point of the worker thread: renders one document after the other. It loads no other part of the service. */

const render = createPdfRenderer(labelFonts)

answerRequests(async (document: PackingDocument) => new Uint8Array(await render(document)))
