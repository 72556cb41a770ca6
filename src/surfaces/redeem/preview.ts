import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as campaigns from '#campaigns'
import * as gifting from '#gifting'
import { readTransaction, type TxContext } from '#platform/postgres'
import { choosePage } from './choose-page.ts'
import { callOf, type Desk, frameFor, tongueFor } from './desk.ts'
import { unknownPage } from './ended-page.ts'
import { sendMailFrame } from './preview-mail.ts'
import { type Sheet, sendSheet } from './sheet.ts'
import type { Tongue } from './tongue.ts'
import { trackPage } from './track-page.ts'
import { unwrapPage } from './unwrap-page.ts'
import { waysFrom } from './ways.ts'

/*
 * What a sender sees before anything is sent: the recipient's own pages and mail, made of what a sealed
 * token says. The admin area shows them in a frame; the mail that somebody sends themselves as a test
 * leads here too. Nothing is written, and nothing on these pages leads anywhere.
 */

type Request = FastifyRequest<{ Params: { code: string } }>

/** Registers `/preview`: with POST for a frame, where the token may be long, with GET for a link. */
export async function previewRoutes(app: FastifyInstance, desk: Desk): Promise<void> {
  app.addHook('onSend', async (_request, reply, payload) => {
    allowFrame(reply)
    return typeof payload === 'string' ? payload.replace(script, '') : payload
  })
  app.post('/preview', (request, reply) => {
    const { of, show } = (request.body ?? {}) as Record<string, unknown>
    return answer(desk, request as Request, reply, String(of ?? ''), String(show ?? ''))
  })
  app.get('/preview', (request, reply) => {
    const { of, show } = request.query as Record<string, unknown>
    return answer(desk, request as Request, reply, String(of ?? ''), String(show ?? ''))
  })
}

/** A frame in which nothing runs would complain about it; the pages are whole without. */
const script = /<script src="[^"]+" defer><\/script>\n?/

/** Our own pages may show it in a frame; nobody else's. */
function allowFrame(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  reply.header(
    'content-security-policy',
    policy
      .replace(`frame-ancestors 'none'`, `frame-ancestors 'self'`)
      .replace(`form-action 'self'`, `form-action 'none'`),
  )
  reply.header('x-frame-options', 'SAMEORIGIN')
}

async function answer(
  desk: Desk,
  request: Request,
  reply: FastifyReply,
  token: string,
  show: string,
): Promise<FastifyReply> {
  const { db } = desk
  const { deployment: installation } = db
  const call = callOf(request, reply, '/r')
  const nobodys = { kind: 'link', to: () => '#' } as const
  const preview = gifting.decodePreviewToken(installation, token, db.clock())
  if (preview === undefined) {
    const frame = frameFor(desk, tongueFor(desk, call), undefined, nobodys)
    return sendSheet(reply, frame, unknownPage(frame.tongue))
  }
  return readTransaction(db, preview.account_id, async (ctx) => {
    if (show === 'mail') {
      const { rendered } = await gifting.previewEmail(ctx, preview, '#')
      return sendMailFrame(reply, rendered.html)
    }
    const visit = await gifting.previewPage(ctx, preview)
    const voice = { ...visit, manner: preview.look ?? (await mannerOf(ctx, visit)) }
    // the sender's browser says nothing about the recipient's language
    const tongue = tongueFor(desk, { ...call, wishes: [] }, voice)
    const sheet = sheetFor(tongue, visit, installation.origin, show)
    return sendSheet(reply, frameFor(desk, tongue, voice, nobodys), sheet)
  })
}

function sheetFor(
  tongue: Tongue,
  visit: gifting.RedemptionPage,
  origin: string,
  show: string,
): Sheet {
  const ways = waysFrom('#', undefined)
  if (visit.is_direct)
    return trackPage(tongue, ways, visit, {
      origin,
      parcels: [],
      isDone: false,
      mending: undefined,
      note: { mayChange: false },
    })
  return show === 'choose'
    ? choosePage(tongue, ways, visit, { origin, isFresh: false })
    : unwrapPage(tongue, ways, visit)
}

async function mannerOf(ctx: TxContext, { account_id, campaign }: gifting.RedemptionPage) {
  if (campaign === null) return undefined
  return (await campaigns.communicationSettingsById(ctx, [{ account_id, id: campaign.id }])).get(
    campaign.id,
  )
}
