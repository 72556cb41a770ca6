import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as catalogue from '#catalogue'
import type { FieldError } from '#contract'
import * as gifting from '#gifting'
import { newId } from '#platform/lib/ids'
import { type PageDeps, parseRequest, redirect } from './context.ts'
import { countUpload } from './error-handler.ts'
import {
  type GiftContext,
  loadGift,
  runForRecipient,
  sendGiftPage,
  viaLink,
} from './gift-context.ts'
import { allValues } from './pages/form.ts'
import { type HelpForm, helpPage, proveForHelpPage } from './pages/help-page.ts'
import { errorPage } from './pages/status-pages.ts'
import { maxUploadBytes, parseMultipart, readFiles, UploadTooLargeError } from './upload.ts'
import { createUploadBudget } from './upload-budget.ts'

/*
 * Problem reports of recipients. Only a browser with a recipient proof gets the form and sends it (decision 100): the bytes of
 * an upload are read after that check.
 */

type Request = FastifyRequest<{ Params: { code: string } }>

/** Shows the form, or how to get access to it. */
export function showHelp(context: GiftContext): FastifyReply {
  const { localizer, urls, gift } = context
  if (!gifting.canReport(gift)) return redirect(context, urls.to())
  if (!context.isRecipient)
    return sendGiftPage(context, proveForHelpPage(localizer, urls, gift), viaLink(context, 'help'))
  const form = { id: newId(context.now), problem: '', text: '', drafts: [], errors: [] }
  return showForm(context, form)
}

const showForm = (context: GiftContext, form: HelpForm): FastifyReply =>
  sendGiftPage(
    context,
    helpPage(context.localizer, context.urls, context.gift, form),
    viaLink(context, 'help'),
  )

/** Registers the upload in a scope of its own: no other page accepts files. */
export const helpUpload =
  (deps: PageDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    const budget = createUploadBudget(maxConcurrentBytes)
    const { scale } = catalogue.createPictureScaler()
    app.addContentTypeParser('multipart/form-data', (request: FastifyRequest, body: Readable) =>
      parseMultipart(request.headers['content-type'] ?? '', body, budget),
    )
    const contexts = new WeakMap<FastifyRequest, GiftContext>()
    app.post('/r/:code/help', {
      bodyLimit: maxUploadBytes,
      onRequest: async (request: Request, reply) => {
        const context = await loadGift(deps, parseRequest(request, reply, '/r'))
        if (context === undefined || !context.isRecipient || !gifting.canReport(context.gift))
          return reply.header('connection', 'close').redirect(request.url, 303)
        if (isTooLarge(request)) return showTooLarge(context)
        await countUpload(deps, request.ip, request.params.code, uploadBytes(request))
        contexts.set(request, context)
      },
      errorHandler: (error, request) => {
        const context = contexts.get(request)
        if (context !== undefined && isTooLargeError(error)) return showTooLarge(context)
        throw error
      },
      handler: async (request: Request, reply) => {
        const context = contexts.get(request)
        if (context === undefined) throw new Error('the request has no gift')
        const { form } = parseRequest(request, reply, '/r')
        return report(
          { ...context, form },
          await gifting.parsePhotos(readFiles(request.body), scale),
        )
      },
    })
  }

/** Limits the memory of the uploads that are read at the same time. */
const maxConcurrentBytes = 256_000_000

/** A request that does not say its length can have the largest. */
const uploadBytes = ({ headers }: FastifyRequest) =>
  Number(headers['content-length'] ?? maxUploadBytes)

const isTooLarge = (request: FastifyRequest) => uploadBytes(request) > maxUploadBytes

const isTooLargeError = (error: unknown) =>
  error instanceof UploadTooLargeError ||
  (error as { code?: unknown }).code === 'FST_ERR_CTP_BODY_TOO_LARGE'

/** The browser's Back restores the text. */
function showTooLarge(context: GiftContext): FastifyReply {
  const { t } = context.localizer
  const { request, reply } = context
  // the rest of a form whose length is known and allowed is received and dropped, so that the client reads the response
  if (request.headers['content-length'] === undefined || isTooLarge(request))
    reply.header('connection', 'close')
  const texts = [t('help.tooLargeHeading'), t('help.tooLargeLead')] as const
  const page = errorPage(context.localizer, ...texts, { status: 413 })
  return sendGiftPage(context, page, viaLink(context, 'help'))
}

async function report(
  context: GiftContext,
  { photos, errors: photoErrors }: gifting.ParsedPhotos,
): Promise<FastifyReply> {
  const { form, urls, gift, localizer } = context
  const [id = '', problem = '', text = ''] = ['id', 'problem', 'text'].map((name) => form.get(name))
  const input = { id, problem, text, photos, photoErrors, draft_ids: allValues(form, 'draft') }
  const outcome = await runForRecipient(context, (ctx, gift_id) =>
    gifting.reportProblem(ctx, gift_id, input),
  )
  if (outcome?.kind === 'limited') {
    const texts = [
      localizer.t('help.limitHeading'),
      localizer.t('help.limitLead', { sender: gift.sender.name }),
    ] as const
    const page = errorPage(localizer, ...texts, { status: 429 })
    return sendGiftPage(context, page, viaLink(context, 'help'))
  }
  if (outcome?.kind !== 'invalid') return redirect(context, `${urls.to('?notice=reported')}#help`)
  const { drafts, errors } = outcome
  return showForm(context, { id: toFormId(context, id, errors), problem, text, drafts, errors })
}

/** The form keeps its id, unless that is invalid. */
const toFormId = ({ now }: GiftContext, id: string, errors: readonly FieldError[]): string =>
  errors.some(({ param }) => param === 'id') ? newId(now) : id
