/**
 * The mailbox of a development instance. It shows every email in the form that its recipient sees, including
 * links, and needs no authentication. Therefore the mailbox exists only in staging. It must also be enabled
 * by BESTOW_MAILBOX, or there must be no mail server and the service must listen on loopback. In all other
 * cases it returns 404.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#contract'
import * as mail from '#email'
import { isId } from '#platform/lib/ids'
import type { OutgoingEmail } from '#platform/lib/mail-transport'
import { ALL_ACCOUNTS, type Database, readTransaction } from '#platform/postgres/database'
import { type EmailView, listPage, messagePage, parseView } from './pages.ts'

export interface MailboxOptions {
  db: Database
  sending: mail.SenderConfig
  /** Renders an email in the format in which it is sent. */
  toRawMessage(email: OutgoingEmail): Promise<string>
}

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"
/**
 * The policy of an email. It may show images and open links to other sites. It runs no scripts and cannot see
 * its parent page.
 */
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' http: https: data:; frame-ancestors 'self'"

const pageSize = 50

type MailboxRequest = { Params: { id: string }; Querystring: Record<string, string | undefined> }

export { bounceWebhook } from './bounce-webhook.ts'
export { smsWebhook } from './sms-webhook.ts'

export const mailbox =
  ({ db, sending, toRawMessage }: MailboxOptions) =>
  async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (request, reply) => {
      reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .header('x-content-type-options', 'nosniff')
        .header('x-robots-tag', 'noindex')
      if (!isLocalHost(request, db.deployment.origin)) return sendNotFound(reply)
    })

    app.get<MailboxRequest>('/mailbox', async ({ query }, reply) => {
      const { before } = query
      const filter = {
        limit: pageSize + 1,
        ...(before !== undefined && isId(before) ? { before } : {}),
      }
      const messages = await readTransaction(db, ALL_ACCOUNTS, (ctx) => mail.list(ctx, filter))
      return sendHtml(reply, listPage(messages.slice(0, pageSize), messages.length > pageSize))
    })

    app.get<MailboxRequest>('/mailbox/:id', async ({ params, query }, reply) => {
      const view = parseView(query)
      const email = await readTransaction(db, ALL_ACCOUNTS, (ctx) =>
        mail.findAsRecipient(ctx, params.id),
      )
      if (email === undefined) return sendNotFound(reply)
      return sendHtml(reply, messagePage(email, view, await sourceFor(params.id, view)))
    })

    app.get<MailboxRequest>('/mailbox/:id/html', async ({ params, query }, reply) => {
      const email = await readTransaction(db, ALL_ACCOUNTS, (ctx) =>
        mail.findAsRecipient(ctx, params.id),
      )
      if (email?.rendered === undefined) return sendNotFound(reply)
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', mailPolicy)
        .send(forceColorScheme(email.rendered.html, parseView(query).scheme))
    })

    async function sourceFor(id: string, { part }: EmailView): Promise<string | undefined> {
      if (part !== 'source') return undefined
      const outgoing = await readTransaction(db, ALL_ACCOUNTS, (ctx) =>
        mail.findOutgoing(ctx, id, sending),
      )
      return outgoing === undefined ? undefined : toRawMessage(outgoing)
    }
  }

/**
 * Returns whether a request uses an allowed host name. This protects against DNS rebinding: if a foreign name
 * points to this machine, the request has that name as its host.
 */
function isLocalHost({ hostname }: FastifyRequest, origin: string): boolean {
  const allowedHosts = ['localhost', '127.0.0.1', '[::1]', '::1', new URL(origin).hostname]
  return allowedHosts.includes(hostname.toLowerCase())
}

function sendNotFound(reply: FastifyReply) {
  const apiError = new ApiError('not_found')
  return reply.code(apiError.status).send({ errors: apiError.errors() })
}

const sendHtml = (reply: FastifyReply, text: string) =>
  reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy).send(text)

/**
 * Changes an email so that it has the given color scheme, regardless of the browser's scheme. Links open in a
 * new tab.
 */
const forceColorScheme = (markup: string, scheme: EmailView['scheme']): string =>
  markup
    .replaceAll(
      /@media \(prefers-color-scheme: ?dark\)/g,
      scheme === 'dark' ? '@media all' : '@media not all',
    )
    .replace('<head>', '<head><base target="_blank">')
