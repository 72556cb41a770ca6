import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as gifting from '#gifting'
import { readTransaction } from '#platform/postgres/database'
import * as sends from '#sends'
import { layoutFor, localizerFor, type PageDeps, parseRequest } from './context.ts'
import { sendEmailHtml } from './email-html.ts'
import { sendMedia } from './greeting-routes.ts'
import { type Localizer, probableCountry } from './i18n/localizer.ts'
import { choosePage } from './pages/choose-page.ts'
import { type Page, sendPage } from './pages/layout.ts'
import { notFoundPage } from './pages/status-pages.ts'
import { trackPage } from './pages/track-page.ts'
import { unwrapPage } from './pages/unwrap-page.ts'
import { createPageUrls, type PageUrls } from './pages/urls.ts'
import { applyColorScheme, parseColorScheme } from './preview-scheme.ts'
import { findCommunication, translateGift } from './translate-gift.ts'

/*
 * The previews of the recipient pages and emails. Their data come from an encrypted token. The web app shows
 * the previews in a frame, and test emails link to them. A preview writes nothing, and its links and forms
 * have no target.
 */

type Request = FastifyRequest<{ Params: { code: string } }>

/** Registers the routes of `/preview`. POST is for frames, where the token may be long. GET is for links. */
export async function previewRoutes(app: FastifyInstance, deps: PageDeps): Promise<void> {
  app.addHook('onSend', async (request, reply, payload) => {
    allowFraming(reply)
    if (typeof payload !== 'string') return payload
    const scheme = parseColorScheme((request.body as Record<string, unknown> | null)?.scheme)
    const page = payload.replace(script, '')
    return scheme === undefined ? page : applyColorScheme(reply, page, scheme)
  })
  app.post('/preview', (request, reply) => {
    const { token, show } = (request.body ?? {}) as Record<string, unknown>
    return sendPreview(deps, request as Request, reply, String(token ?? ''), String(show ?? ''))
  })
  app.get('/preview/media', (request, reply) => {
    const { token } = request.query as Record<string, unknown>
    return sendPreviewMedia(deps, reply, String(token ?? ''))
  })
  app.get('/preview', (request, reply) => {
    const { token, show } = request.query as Record<string, unknown>
    return sendPreview(deps, request as Request, reply, String(token ?? ''), String(show ?? ''))
  })
}

/**
 * The pattern of the script tag, which is removed from previews. A sandboxed frame would log an error for it,
 * and the pages work without it.
 */
const script = /<script src="[^"]+" defer><\/script>\n?/

/** Allows the page in frames of the same origin, and forbids it in frames of all other origins. */
function allowFraming(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  reply.header(
    'content-security-policy',
    policy
      .replace(`frame-ancestors 'none'`, `frame-ancestors 'self'`)
      .replace(`form-action 'self'`, `form-action 'none'`),
  )
  reply.header('x-frame-options', 'SAMEORIGIN')
}

async function sendPreview(
  deps: PageDeps,
  request: Request,
  reply: FastifyReply,
  token: string,
  show: string,
): Promise<FastifyReply> {
  const { db } = deps
  const { deployment } = db
  const pageRequest = parseRequest(request, reply, '/r')
  const noLanguageSwitch = { kind: 'link', to: () => '#' } as const
  const preview = sends.decodePreviewToken(deployment, token, db.clock())
  if (preview === undefined) {
    const layout = layoutFor(deps, localizerFor(deps, pageRequest), undefined, noLanguageSwitch)
    return sendPage(reply, layout, notFoundPage(layout.localizer))
  }
  return readTransaction(db, preview.account_id, async (ctx) => {
    if (show === 'mail') {
      const { rendered } = await sends.previewEmail(ctx, preview, '#')
      return sendEmailHtml(reply, rendered.html)
    }
    const gift = await sends.previewPage(ctx, preview)
    const { campaign_overrides } = preview
    const communication = campaign_overrides
      ? { ...campaign_overrides, ...sends.toTranslatable(preview, campaign_overrides) }
      : await findCommunication(ctx, gift)
    const branding = { ...gift, communication }
    // The code ignores the languages of the sender's browser, because the recipient may read another
    // language.
    const localizer = localizerFor(deps, { ...pageRequest, preferredLanguages: [] }, branding)
    const texts = await translateGift(ctx, gift, communication, localizer.language)
    const page = buildPage(
      localizer,
      { ...gift, ...texts },
      { origin: deployment.origin, show, token },
    )
    return sendPage(reply, layoutFor(deps, localizer, branding, noLanguageSwitch), page)
  })
}

/** Sends the photo or the video of a preview. */
async function sendPreviewMedia(
  { db }: PageDeps,
  reply: FastifyReply,
  token: string,
): Promise<FastifyReply> {
  const preview = sends.decodePreviewToken(db.deployment, token, db.clock())
  if (preview === undefined) return sendMedia(db, reply, '', null)
  const { account_id } = preview
  const { media } = await readTransaction(db, account_id, (ctx) =>
    sends.previewGreeting(ctx, preview),
  )
  return sendMedia(db, reply, account_id, media)
}

function buildPage(
  localizer: Localizer,
  gift: gifting.RedemptionPage,
  { origin, show, token }: { origin: string; show: string; token: string },
): Page {
  const mediaUrl = `/preview/media?${new URLSearchParams({ token })}`
  const urls: PageUrls = {
    ...createPageUrls('#', undefined),
    to: (page) => (page === 'media' ? mediaUrl : '#'),
  }
  if (gift.is_direct)
    return trackPage(localizer, urls, gift, {
      origin,
      parcels: [],
      now: gift.created_at,
      isDone: false,
      changeability: undefined,
      pendingChange: undefined,
      note: { canChange: false },
    })
  return show === 'choose'
    ? choosePage(localizer, urls, gift, {
        origin,
        isFresh: false,
        destination: { country: probableCountry([], localizer.language) },
      })
    : unwrapPage(localizer, urls, gift)
}
