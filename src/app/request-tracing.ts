import type { FastifyInstance } from 'fastify'
import type { HttpClient } from '#platform/http-client/http-client'
import { batchLookups } from '#platform/lib/batch-lookups'
import type { MailTransport } from '#platform/lib/mail-transport'
import type { Span, Tracing } from '#platform/observability/tracing'
import { ALL_ACCOUNTS, type Database, readTransaction } from '#platform/postgres/database'
import * as webhooks from '#webhooks'

/*
 * Connects tracing to the service. Lower layers know tracing only in transactions and events, which store
 * their parent span. No span contains a name, an address, a body or a path with a code.
 */

declare module 'fastify' {
  interface FastifyRequest {
    span?: Span
  }
}

const untracedRoutes = ['/healthz', '/readyz', '/metrics']

/** Creates a span for each request, with the caller's `traceparent` as its parent, and logs the trace id. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url
    if (untracedRoutes.includes(route ?? '')) return done()
    const { traceparent } = request.headers
    const parent = typeof traceparent === 'string' ? traceparent : undefined
    const span = tracing.startSpan(`${request.method} ${route ?? 'unknown'}`, {
      kind: 'server',
      parent,
      isParentRemote: parent !== undefined,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'bestow.request_id': request.id,
      },
    })
    request.span = span
    request.log = request.log.child({ trace_id: span.trace_id })
    span.runInContext(done)
  })
  // Body listeners run outside the request's context, so the hook restores the context.
  app.addHook('preValidation', (request, _reply, done) =>
    request.span === undefined ? done() : request.span.runInContext(done),
  )
  app.addHook('onResponse', async ({ span }, { statusCode }) => {
    const problem = statusCode >= 500 ? String(statusCode) : undefined
    span?.end({ 'http.response.status_code': statusCode }, problem)
  })
}

/** Creates a span for each delivery attempt, in the trace of the API call that emitted the event. */
export function traceOutbound(client: HttpClient, tracing: Tracing, db: Database): HttpClient {
  const findTraceParent = batchLookups((ids: readonly string[]) =>
    readTransaction(db, ALL_ACCOUNTS, (ctx) => webhooks.findTraceContexts(ctx, ids)),
  )
  return {
    ...client,
    async post(url, body, headers, tls) {
      const event_id = headerValue(headers, 'Service-Webhook-Event-Id')
      const parent =
        event_id === undefined ? undefined : await findTraceParent(event_id).catch(() => undefined)
      const span = tracing.startSpan('deliver webhook', {
        kind: 'client',
        parent,
        attributes: {
          'server.address': new URL(url).hostname,
          'bestow.event_id': event_id,
          'bestow.event_type': headerValue(headers, 'Service-Webhook-Event-Type'),
        },
      })
      const result = await span.runInContext(() => client.post(url, body, headers, tls))
      const { status, phase, error } = result
      span.end({ 'http.response.status_code': status, 'bestow.phase': phase }, error)
      return result
    },
  }
}

/** Creates a span for each email that is sent to a mail server. */
export function traceMail(transport: MailTransport, tracing: Tracing): MailTransport {
  return {
    ...transport,
    async send(mail, deadline) {
      const attributes = { 'bestow.message_id': mail.message_id }
      const span = tracing.startSpan('send mail', { kind: 'client', attributes })
      const result = await span.runInContext(() => transport.send(mail, deadline))
      span.end({}, result.isAccepted ? undefined : 'refused')
      return result
    },
  }
}

const headerValue = (headers: readonly string[], name: string): string | undefined =>
  headers[headers.indexOf(name) + 1 || headers.length]
