/**
 * The recipient pages: `{origin}/r/{code}` for one gift, `{origin}/l/{code}` for a one-link, the QR codes of
 * both, `{origin}/preview`, which shows senders the pages in advance, and `{origin}/try/{code}`, on which they
 * go through them.
 *
 * - `PageDeps`     dependencies of all pages
 * - `PageRequest`  one request to a page of a link; `GiftContext` adds the gift
 * - `Localizer`    texts, dates and names in the language of the reader
 * - `PageUrls`     URLs of the pages of one link
 * - `Page`         title and content; `Layout` adds header, footer and language menu
 *
 * The pages work without scripts and load nothing from other origins. A GET request only reads data and sets
 * no cookie, so the link scanners of mail servers change nothing. `cookies.ts` describes the three cookies.
 */
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#platform/postgres/database'
import { createPageDeps, type PageDepsOptions } from './context.ts'
import { installGuards } from './error-handler.ts'
import { giftRoutes } from './gift-routes.ts'
import { helpUpload } from './help-routes.ts'
import { oneLinkRoutes } from './one-link-routes.ts'
import { assetRoutes, pictureRoutes } from './pages/assets.ts'
import { previewRoutes } from './preview-routes.ts'
import { qrCodeRoutes } from './qr-code-routes.ts'
import { reminderRoutes } from './reminder-routes.ts'
import { tryRoutes } from './try-routes.ts'
import { uncleanLinkRoutes } from './unclean-links.ts'

export { guardAccountHosts } from './account-hosts.ts'

export interface RedeemOptions extends PageDepsOptions {
  db: Database
}

/** Creates the plugin with all recipient pages. The caller registers it at the root of the origin. */
export function redeem({ db, ...options }: RedeemOptions) {
  return async (app: FastifyInstance): Promise<void> => {
    const deps = createPageDeps(db, options)
    await app.register(cookie)
    await app.register(formbody, { bodyLimit: 64 * 1024 })
    assetRoutes(app, deps.assets)
    pictureRoutes(app)
    await app.register(async (pageApp) => {
      installGuards(pageApp, deps)
      qrCodeRoutes(pageApp, deps)
      giftRoutes(pageApp, deps)
      oneLinkRoutes(pageApp, deps)
      tryRoutes(pageApp, deps)
      uncleanLinkRoutes(pageApp, deps)
      await pageApp.register(helpUpload(deps))
      await pageApp.register((reminderApp) => reminderRoutes(reminderApp, deps))
      await pageApp.register((previewApp) => previewRoutes(previewApp, deps))
    })
  }
}
