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
 * The problem reports of recipients. Only a browser with a recipient proof gets the form and can send it
 * (decision 100). The server reads the bytes of an upload only after this check.
 */

type Request = FastifyRequest<{ Params: { code: string } }>

/**
 * Shows the form to report a problem. A visitor without a recipient proof sees how to get access to the form.
 */
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

/** Registers the upload in a separate scope, so that no other page accepts files. */
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

/**
 * The maximum size in bytes of all uploads that the server reads at the same time. It limits the memory of
 * these uploads.
 */
const maxConcurrentBytes = 256_000_000

/**
 * Returns the length of an upload in bytes. If the request does not state its length, the function assumes
 * the maximum length.
 */
const uploadBytes = ({ headers }: FastifyRequest) =>
  Number(headers['content-length'] ?? maxUploadBytes)

const isTooLarge = (request: FastifyRequest) => uploadBytes(request) > maxUploadBytes

const isTooLargeError = (error: unknown) =>
  error instanceof UploadTooLargeError ||
  (error as { code?: unknown }).code === 'FST_ERR_CTP_BODY_TOO_LARGE'

/**
 * Shows the page for an upload that is too large. The Back button of the browser restores the text of the
 * form.
 */
function showTooLarge(context: GiftContext): FastifyReply {
  const { t } = context.localizer
  const { request, reply } = context
  // If the length of a form is known and allowed, the server receives the rest of the form and ignores it, so
  // that the client can read the response. Otherwise the server closes the connection.
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

/** Returns the id of the form for the next try. The id stays the same unless it is invalid. */
const toFormId = ({ now }: GiftContext, id: string, errors: readonly FieldError[]): string =>
  errors.some(({ param }) => param === 'id') ? newId(now) : id
