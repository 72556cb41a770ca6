import { randomUUID } from 'node:crypto'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { ApiError } from '#contract'
import type { Log } from '#platform/log'
import { RequestLogger } from '#platform/request-log'
import { answerMalformed, refuseMalformed, replyToError } from './malformed.ts'

/** How long a client may take, in milliseconds. */
export interface Patience {
  /** To send its headers. */
  headers: number
  /** To send the whole request. */
  request: number
  /** Between two looks at who is late. */
  look: number
}

const usual: Patience = { headers: 10_000, request: 30_000, look: 2_000 }

/**
 * The HTTP server that every surface registers on. Each answer carries its `Request-Id`, and each
 * request leaves one line in the log.
 */
export function createServer(
  log: Log,
  patience: Patience = usual,
  trustedProxies: readonly string[] = [],
): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    childLoggerFactory: (_log, known) =>
      new RequestLogger(log, known) as unknown as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    genReqId: () => randomUUID(),
    requestTimeout: patience.request,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: patience.headers,
      connectionsCheckingInterval: patience.look,
      requireHostHeader: false, // a request without one is answered below, in our own words
    },
    clientErrorHandler: answerMalformed,
    routerOptions: { maxParamLength: 500, ignoreDuplicateSlashes: false },
    frameworkErrors: (error, request, reply) =>
      answerPlainly(error, request as FastifyRequest, reply as FastifyReply),
    forceCloseConnections: 'idle',
    return503OnClosing: false, // what still comes on an open connection is answered like any other
  }) as unknown as FastifyInstance
  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', request.id)
    const { httpVersion, headers, rawHeaders } = request.raw
    const isMissing = headers.host === undefined && httpVersion !== '1.0'
    if (!isMissing && countOf('host', rawHeaders) < 2) return
    reply.hijack()
    refuseMalformed(reply.raw, isMissing ? 'Send the header Host.' : 'Send the header Host once.')
  })
  // No route has this method. Fastify would check its body before it finds that out.
  app.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true })
  app.setErrorHandler(replyToError)
  app.server.on('checkExpectation', (_request, response) =>
    refuseMalformed(response, 'The only expectation known here is 100-continue.', 417),
  )
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        api_version: request.apiVersion, // left out where there is none
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    )
  })
  closeSoon(app)
  return app
}

/** How often a header was sent. Node keeps the first value of some that come twice, and joins others. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const each = rawHeaders[at] ?? ''
    if (each.length === name.length && each.toLowerCase() === name) count += 1
  }
  return count
}

const betweenLooks = 50 // milliseconds

/**
 * Once the server closes, every answer says that it is the last one of its connection. A connection
 * whose answer had begun by then would stay open for as long as its client likes, and so would we.
 */
function closeSoon(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    const looking = setInterval(() => app.server.closeIdleConnections(), betweenLooks)
    app.server.once('close', () => clearInterval(looking))
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}

/** A URL that cannot be read names nothing. */
function answerPlainly(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  // neither message nor stack: both repeat the URL, which the client chose
  request.log.info({ code: (error as { code?: string }).code }, 'a request that could not be read')
  const refusal = new ApiError('not_found')
  void reply
    .code(refusal.status)
    .header('request-id', request.id)
    .header('content-type', 'application/json')
    .send(JSON.stringify({ errors: refusal.errors() }))
}
