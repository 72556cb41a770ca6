import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as qrcode from 'qrcode'
import * as gifting from '#gifting'
import { ALL_ACCOUNTS, type Database, readTransaction } from '#platform/postgres/database'
import type { PageDeps } from './context.ts'
import { recordMiss } from './error-handler.ts'

type Request = FastifyRequest<{ Params: { code: string } }>

/**
 * The QR code of a link: black on white with its quiet zone, so that any phone reads it from any
 * print, and a quarter of it may be lost to folds and stains.
 */
const options = { errorCorrectionLevel: 'Q', margin: 4 } as const

/** `/l/{code}/qr.svg`, `qr.png` and the same for a gift's own link. A link that opens nothing has none. */
export function qrCodeRoutes(app: FastifyInstance, deps: PageDeps): void {
  const { db } = deps
  const finders = {
    '/r': (code: string) => gifting.findByLink(db, code),
    '/l': (code: string) =>
      readTransaction(db, ALL_ACCOUNTS, (ctx) => gifting.findOneLinkByCode(ctx, code)),
  }
  for (const [root, find] of Object.entries(finders)) {
    const withLink =
      (send: (url: string, reply: FastifyReply) => Promise<FastifyReply>) =>
      async ({ params: { code }, ip }: Request, reply: FastifyReply) => {
        if (/^[0-9A-Za-z]{1,64}$/.test(code) && (await find(code)) !== undefined)
          return send(`${db.deployment.origin}${root}/${code}`, withHeaders(reply))
        await recordMiss(deps, ip)
        return reply.code(404).type('text/plain; charset=utf-8').send('There is nothing here.')
      }
    app.get(`${root}/:code/qr.svg`, withLink(sendSvg))
    app.get(
      `${root}/:code/qr.png`,
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
  reply.type('image/svg+xml').send(await qrcode.toString(url, { ...options, type: 'svg' }))

/** Large enough for a poster. Many people look at few codes, and drawing one is work: they are remembered. */
async function renderPng({ deployment: { cache } }: Database, url: string): Promise<Buffer> {
  const cached = cache.get(`qr ${url}`) as Buffer | undefined
  if (cached !== undefined) return cached
  const png = await qrcode.toBuffer(url, { ...options, type: 'png', scale: 16 })
  cache.set(`qr ${url}`, png)
  return png
}
