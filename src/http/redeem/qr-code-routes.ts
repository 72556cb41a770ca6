import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as gifting from '#gifting'
import * as oneLinks from '#one-links'
import { recipientOrigin } from '#platform/deployment'
import { lazyPackage } from '#platform/lib/lazy-package'
import { frequentRoute } from '#platform/observability/request-logger'
import { ALL_ACCOUNTS, type Database, readTransaction } from '#platform/postgres/database'
import * as sends from '#sends'
import { isServedHere, type PageDeps } from './context.ts'
import { recordMiss } from './error-handler.ts'
import { isCode } from './unclean-links.ts'

const loadQrCode = lazyPackage<typeof import('qrcode')>('qrcode')

type Request = FastifyRequest<{ Params: { code: string } }>

/**
 * The options of QR codes. The codes are black on white with a quiet zone of four modules, so that scans from
 * print are reliable. Error correction level Q tolerates damage to a quarter of the code, such as folds and
 * stains.
 */
const options = { errorCorrectionLevel: 'Q', margin: 4 } as const

/**
 * Registers the routes `qr.svg` and `qr.png` after `/l/{code}`, `/r/{code}` and `/try/{code}`. For an unknown code, the
 * response is 404.
 */
export function qrCodeRoutes(app: FastifyInstance, deps: PageDeps): void {
  const { db } = deps
  const finders = {
    '/r': (code: string) => gifting.findByLink(db, code),
    '/l': (code: string) =>
      readTransaction(db, ALL_ACCOUNTS, (ctx) => oneLinks.findByCode(ctx, code)),
    '/try': (code: string) =>
      readTransaction(db, ALL_ACCOUNTS, (ctx) => sends.findPreviewLink(ctx, code)),
  }
  for (const [root, find] of Object.entries(finders)) {
    const withLink =
      (send: (url: string, reply: FastifyReply) => Promise<FastifyReply>) =>
      async (request: Request, reply: FastifyReply) => {
        const { code } = request.params
        const link = isCode(code) ? await find(code) : undefined
        if (link !== undefined && isServedHere(deps, request, link))
          return send(
            `${recipientOrigin(db.deployment, link.account_id)}${root}/${code}`,
            withHeaders(reply),
          )
        await recordMiss(deps, request.ip)
        return reply.code(404).type('text/plain; charset=utf-8').send('Not found.')
      }
    app.get(`${root}/:code/qr.svg`, frequentRoute, withLink(sendSvg))
    app.get(
      `${root}/:code/qr.png`,
      frequentRoute,
      withLink(async (url, reply) => reply.type('image/png').send(await renderPng(db, url))),
    )
  }
}

const withHeaders = (reply: FastifyReply) =>
  reply.headers({
    'cache-control': 'private, max-age=3600',
    'content-security-policy': "default-src 'none'",
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  })

const sendSvg = async (url: string, reply: FastifyReply) =>
  reply.type('image/svg+xml').send(await loadQrCode().toString(url, { ...options, type: 'svg' }))

/**
 * Renders the code large enough for a poster. The result is cached, because rendering is expensive and most
 * requests load the same few codes.
 */
async function renderPng({ deployment: { cache } }: Database, url: string): Promise<Buffer> {
  const cached = cache.get(`qr ${url}`) as Buffer | undefined
  if (cached !== undefined) return cached
  const png = await loadQrCode().toBuffer(url, { ...options, type: 'png', scale: 16 })
  cache.set(`qr ${url}`, png)
  return png
}
