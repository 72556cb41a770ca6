import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConnectorRegistry } from '#connections'
import { ApiError, orNotFound } from '#contract'
import * as mail from '#email'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'

export interface SmsWebhookOptions {
  db: Database
  /** The inbox of the provider of the installation. */
  inbox: mail.TextInbox | undefined
  /** The connectors whose connections have inboxes of their own. */
  connectors: ConnectorRegistry
}

const maxBytes = 64 * 1024

type ConnectionRequest = { Params: { connection_id: string } }

/**
 * Creates the plugin for the requests of providers of text messages: `POST /sms/inbound` for a reply such as STOP, and
 * `POST /sms/status/{id}.{code}` for the status of a message. The provider of a connection uses the same paths below
 * `/sms/connections/{id}`, and reaches only the account of the connection. Each request must have a valid signature. The
 * service stores only the choice from a reply.
 */
export const smsWebhook =
  ({ db, inbox, connectors }: SmsWebhookOptions) =>
  async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_, body, done) =>
      done(null, body),
    )
    const open = async ({ connection_id }: ConnectionRequest['Params']) =>
      orNotFound(
        await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
          mail.openTextInbox(ctx, connection_id, connectors),
        ),
      )
    const prefix = '/sms/connections/:connection_id'
    app.post<ConnectionRequest>(`${prefix}/inbound`, async (request, reply) =>
      receiveReply(db, await open(request.params), request, reply),
    )
    app.post<ConnectionRequest>(`${prefix}/status/:ref`, async (request, reply) =>
      receiveStatus(db, await open(request.params), request, reply),
    )
    if (inbox === undefined) return
    const ofInstallation = { account_id: ALL_ACCOUNTS, inbox }
    app.post('/sms/inbound', (request, reply) => receiveReply(db, ofInstallation, request, reply))
    app.post('/sms/status/:ref', (request, reply) =>
      receiveStatus(db, ofInstallation, request, reply),
    )
  }

async function receiveReply(
  db: Database,
  ref: mail.TextInboxRef,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const report = parse(db, ref, request)
  if (report.kind === 'choice')
    await inTransaction(db, ref.account_id, (ctx) =>
      mail.recordOptOut(ctx, report.phone, report.isStopped),
    )
  const { type, body } = ref.inbox.noReply
  return reply.type(type).send(body)
}

async function receiveStatus(
  db: Database,
  ref: mail.TextInboxRef,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const report = parse(db, ref, request)
  const [id = '', code = ''] = (request.params as { ref: string }).ref.split('.')
  if (report.kind === 'failed')
    await inTransaction(db, ref.account_id, (ctx) =>
      mail.recordLostText(ctx, { id, code, reason: report.reason }),
    )
  return reply.code(204).send()
}

/** Throws unless the request comes from the provider, which signs the public URL. */
function parse(
  { deployment }: Database,
  { inbox }: mail.TextInboxRef,
  { url, headers, body }: FastifyRequest,
): Exclude<mail.TextReport, { kind: 'forged' }> {
  const report = inbox.parse({
    url: `${deployment.origin}${url}`,
    headers,
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  })
  if (report.kind === 'forged') throw new ApiError('unauthorized')
  return report
}
