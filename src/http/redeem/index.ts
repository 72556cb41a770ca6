/**
 * The pages of those who get the gifts: `{origin}/r/{code}` for one gift, `{origin}/l/{code}` for a
 * one-link, and the QR codes of both; and `{origin}/preview`, on which senders see them beforehand.
 *
 * - desk    what all pages are made with
 * - call    one request for a page behind a link, with what it found there
 * - tongue  how a page speaks: texts, dates and names in the reader's language
 * - ways    where the pages of one link are
 * - sheet   one page; the frame is what stands around it
 *
 * Pages are complete without a script and load nothing from elsewhere. A GET only reads and sets no
 * cookie, so whatever opens links in mails changes nothing. The two cookies are in `cookies.ts`.
 */
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#platform/postgres/database'
import { createPageDeps, type PageDepsOptions } from './context.ts'
import { installGuards } from './error-handler.ts'
import { giftRoutes } from './gift-routes.ts'
import { oneLinkRoutes } from './one-link-routes.ts'
import { assetRoutes } from './pages/assets.ts'
import { previewRoutes } from './preview-routes.ts'
import { qrCodeRoutes } from './qr-code-routes.ts'

export interface RedeemOptions extends PageDepsOptions {
  db: Database
}

/** Registers at the root of the origin. */
export function redeem({ db, ...options }: RedeemOptions) {
  return async (app: FastifyInstance): Promise<void> => {
    const deps = createPageDeps(db, options)
    await app.register(cookie)
    await app.register(formbody, { bodyLimit: 64 * 1024 })
    assetRoutes(app, deps.assets)
    await app.register(async (pageApp) => {
      installGuards(pageApp, deps)
      qrCodeRoutes(pageApp, deps)
      giftRoutes(pageApp, deps)
      oneLinkRoutes(pageApp, deps)
      await pageApp.register((previewApp) => previewRoutes(previewApp, deps))
    })
  }
}
