import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as gifting from '#gifting'
import { inTransaction, readTransaction } from '#platform/postgres/database'
import {
  isServedHere,
  layoutFor,
  localizerFor,
  type PageDeps,
  parseRequestedLanguage,
} from './context.ts'
import { acceptedLanguages, type Localizer } from './i18n/localizer.ts'
import { type Page, sendPage } from './pages/layout.ts'
import { remindersPage, remindersStoppedPage } from './pages/reminders-page.ts'
import { errorPage } from './pages/status-pages.ts'
import { parseLinkToken } from './unclean-links.ts'

/*
 * The URL in the `List-Unsubscribe` header of invitations and reminders (RFC 8058). A mail server that opens
 * it with GET changes nothing. A POST request stops the reminders. It comes from a mail server with any body
 * and without cookies, or from the button on the page.
 */

type Request = FastifyRequest<{ Params: { token: string } }>

export async function reminderRoutes(app: FastifyInstance, deps: PageDeps): Promise<void> {
  // RFC 8058 allows multipart/form-data. The body contains no information that the URL does not contain.
  app.addContentTypeParser('multipart/form-data', { bodyLimit: 4096 }, (_request, body, done) => {
    body.resume()
    body.once('end', () => done(null, {}))
  })
  app.get('/reminders/:token', (request: Request, reply) =>
    respond(deps, request, reply, (target) =>
      readTransaction(deps.db, target.account_id, (ctx) => gifting.findForReminders(ctx, target)),
    ),
  )
  app.post('/reminders/:token', (request: Request, reply) =>
    respond(deps, request, reply, (target) =>
      inTransaction(deps.db, target.account_id, (ctx) => gifting.stopReminders(ctx, target)),
    ),
  )
}

async function respond(
  deps: PageDeps,
  request: Request,
  reply: FastifyReply,
  run: (target: gifting.ReminderTarget) => Promise<gifting.Gift | undefined>,
): Promise<FastifyReply> {
  const target = gifting.parseReminderToken(
    deps.db.deployment,
    parseLinkToken(request.params.token),
  )
  const gift = target && isServedHere(deps, request, target) ? await run(target) : undefined
  const requestedLanguage = parseRequestedLanguage(request)
  const preferredLanguages = acceptedLanguages(request.headers['accept-language'])
  const localizer = localizerFor(deps, { requestedLanguage, preferredLanguages })
  const path = request.url.replace(/\?.*$/s, '')
  const layout = layoutFor(deps, localizer, undefined, {
    kind: 'link',
    to: (language) => `${path}?lang=${language}`,
  })
  return sendPage(reply, layout, pageFor(localizer, path, gift, request.method === 'POST'))
}

function pageFor(
  localizer: Localizer,
  path: string,
  gift: gifting.Gift | undefined,
  isDone: boolean,
): Page {
  const { t } = localizer
  if (gift === undefined)
    return errorPage(localizer, t('reminders.invalidHeading'), t('reminders.invalidLead'), {
      status: 404,
    })
  return isDone
    ? remindersStoppedPage(localizer, gift.sender_name)
    : remindersPage(localizer, gift.sender_name, path)
}
