import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#platform/postgres/database'
import { layoutFor, localizerFor, parseRequestedLanguage } from './context.ts'
import { acceptedLanguages, createLocalizers } from './i18n/localizer.ts'
import { readAssets } from './pages/assets.ts'
import { type LegalLinks, sendPage } from './pages/layout.ts'
import { notFoundPage } from './pages/status-pages.ts'

/** The first segments of the paths that exist on the host of an account: the pages of recipients, and what they load. */
const recipientPath = /^\/(r|l|try|reminders|pages|images)([/?]|$)/i

/**
 * Limits the hosts of accounts to the pages of recipients. Neither the web app nor an API exists there, so no cookie of a user
 * and no request of a script can reach them. The caller installs it before any route. `replyNotFound` shows a page without
 * a brand on such a host, and returns undefined on every other name.
 */
export function guardAccountHosts(
  app: FastifyInstance,
  { db, legalLinks = {} }: { db: Database; legalLinks?: LegalLinks },
) {
  const deps = { db, legalLinks, assets: readAssets(), getLocalizer: createLocalizers() }
  const isAccountHost = ({ hostname }: FastifyRequest) =>
    db.deployment.hosts?.accountOf(hostname) !== undefined
  const sendNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const localizer = localizerFor(deps, {
      requestedLanguage: parseRequestedLanguage(request),
      preferredLanguages: acceptedLanguages(request.headers['accept-language']),
    })
    const to = (language: string) => `?lang=${language}`
    return sendPage(
      reply,
      layoutFor(deps, localizer, undefined, { kind: 'link', to }),
      notFoundPage(localizer),
    )
  }
  app.addHook('onRequest', async (request, reply) => {
    if (!recipientPath.test(request.url) && isAccountHost(request))
      return sendNotFound(request, reply)
  })
  return {
    replyNotFound: (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined =>
      isAccountHost(request) ? sendNotFound(request, reply) : undefined,
  }
}
