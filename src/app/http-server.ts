import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { ApiError } from '#contract'
import { findReadableLink } from '#http/redeem'
import type { Log } from '#platform/observability/log'
import { RequestLogger } from '#platform/observability/request-logger'
import { handleClientError, rejectBadRequest, replyToError } from './bad-requests.ts'

/** Timeouts for clients, in milliseconds. */
export interface ServerTimeouts {
  /** To send the headers. */
  headersMs: number
  /** To send the whole request. */
  requestMs: number
  /** The interval between two checks for timeouts. */
  checkIntervalMs: number
}

const defaultTimeouts: ServerTimeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkIntervalMs: 2_000,
}

/**
 * Creates the HTTP server that every HTTP module registers on. Each response has a `Request-Id`, and each request
 * logs one line.
 */
export function createServer(
  log: Log,
  timeouts: ServerTimeouts = defaultTimeouts,
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
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkIntervalMs,
      requireHostHeader: false, // the onRequest hook below rejects such a request, in the error format of the API
    },
    clientErrorHandler: handleClientError,
    routerOptions: { maxParamLength: 500, ignoreDuplicateSlashes: false },
    frameworkErrors: (error, request, reply) =>
      replyNotFound(error, request as FastifyRequest, reply as FastifyReply),
    forceCloseConnections: 'idle',
    return503OnClosing: false, // requests on open connections are served until the server has closed
  }) as unknown as FastifyInstance
  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', request.id)
    checkHostHeader(request, reply)
  })
  // No route has this method. Rejects it before Fastify validates the body.
  app.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true })
  app.setErrorHandler(replyToError)
  app.server.on('checkExpectation', (_request, response) =>
    rejectBadRequest(response, 'The only supported expectation is 100-continue.', 417),
  )
  app.addHook('onResponse', async (request, reply) => logResponse(request, reply))
  closeConnections(app)
  return app
}

/** Rejects a request with no header `Host`, or with several. HTTP/1.0 does not require one. */
function checkHostHeader(request: FastifyRequest, reply: FastifyReply): void {
  const { httpVersion, headers, rawHeaders } = request.raw
  const isMissing = headers.host === undefined && httpVersion !== '1.0'
  if (!isMissing && countHeader('host', rawHeaders) < 2) return
  reply.hijack()
  rejectBadRequest(reply.raw, isMissing ? 'Send the header Host.' : 'Send the header Host once.')
}

/** Counts how often a header was sent. Node uses the first value of some duplicate headers, and joins others. */
function countHeader(name: string, rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const each = rawHeaders[at] ?? ''
    if (each.length === name.length && each.toLowerCase() === name) count += 1
  }
  return count
}

function logResponse(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? null,
      api_version: request.apiVersion, // omitted for requests without a version
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    },
    'answered',
  )
}

const idleCheckIntervalMs = 50 // milliseconds

/**
 * After the server starts to close, every response contains `Connection: close`. Connections whose response had
 * already started are closed when they become idle, because a client could keep them open without limit. Node does
 * not count a connection without any request as idle: browsers and HTTP clients open such connections in advance.
 */
function closeConnections(app: FastifyInstance): void {
  let isClosing = false
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const closeIdle = () => {
    app.server.closeIdleConnections()
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
  app.addHook('preClose', async () => {
    isClosing = true
    const interval = setInterval(closeIdle, idleCheckIntervalMs)
    app.server.once('close', () => clearInterval(interval))
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}

/** Returns 404 for an unreadable URL. That of a link redirects to its readable beginning, such as a code before a cut `%E2%80`. */
function replyNotFound(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  // neither message nor stack, because both repeat the URL, which the client chose
  const link = findReadableLink(request.url)
  if (link !== undefined && request.method === 'GET') {
    void reply.code(302).header('request-id', request.id).header('location', link).send()
    return
  }
  request.log.info({ code: (error as { code?: string }).code }, 'the request could not be parsed')
  const apiError = new ApiError('not_found')
  void reply
    .code(apiError.status)
    .header('request-id', request.id)
    .header('content-type', 'application/json')
    .send(JSON.stringify({ errors: apiError.errors() }))
}
