import { randomUUID } from 'node:crypto'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { Refusal } from '#contract'
import type { Log } from '#platform/log'

const slowestHeaders = 10_000 // milliseconds for a client to send its headers
const slowestRequest = 30_000 // and the whole request

/**
 * The HTTP server that every surface registers on. Each answer carries its `Request-Id`, and each
 * request leaves one line in the log.
 */
export function createServer(log: Log): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    requestTimeout: slowestRequest,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: slowestHeaders, connectionsCheckingInterval: 2_000 },
    routerOptions: { maxParamLength: 500, ignoreDuplicateSlashes: false },
    frameworkErrors: (error, request, reply) =>
      answerPlainly(error, request as FastifyRequest, reply as FastifyReply),
    forceCloseConnections: 'idle',
    return503OnClosing: false, // what still comes on an open connection is answered like any other
  }) as unknown as FastifyInstance
  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    )
  })
  closeSoon(app)
  return app
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
  request.log.info({ err: error }, 'a request that could not be read')
  const refusal = new Refusal('not_found')
  void reply
    .code(refusal.status)
    .header('request-id', request.id)
    .header('content-type', 'application/json')
    .send(JSON.stringify({ errors: refusal.errors() }))
}
