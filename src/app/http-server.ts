import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { ApiError } from '#contract'
import type { Log } from '#platform/observability/log'
import { RequestLogger } from '#platform/observability/request-logger'
import { handleClientError, rejectBadRequest, replyToError } from './bad-requests.ts'
import { drainAfterResponse } from './lingering-close.ts'
import { maxSegmentLength, toOriginForm } from './request-target.ts'

/** Timeouts for clients, in milliseconds. */
export interface ServerTimeouts {
  /** The time that a client has to send the headers. */
  headersMs: number
  /** The time that a client has to send the whole request. */
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
 * Creates the HTTP server on which every HTTP module registers its routes. Each response has a `Request-Id`,
 * and each request logs one line. A successful request of a frequent route logs it at level debug.
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
      requireHostHeader: false, // an onRequest hook rejects a request without Host, in the API's error format
    },
    clientErrorHandler: handleClientError,
    rewriteUrl: toOriginForm,
    routerOptions: { maxParamLength: 3 * maxSegmentLength, ignoreDuplicateSlashes: false },
    forceCloseConnections: 'idle',
    return503OnClosing: false, // serves requests on open connections until the server has closed
  }) as unknown as FastifyInstance
  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', request.id)
    checkHeaders(request, reply)
  })
  app.addHook('preParsing', async (request, reply) => checkContentEncoding(request, reply))
  // Registers the method QUERY, which no route has, so that it is rejected before Fastify validates the body.
  app.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true })
  app.setErrorHandler(replyToError)
  app.server.on('checkExpectation', (_request, response) =>
    rejectBadRequest(response, 'The only supported expectation is 100-continue.', 417),
  )
  app.server.on('checkContinue', (request, response) => {
    continueWhenRead(request, response)
    app.server.emit('request', request, response)
  })
  app.addHook('onResponse', async (request, reply) => logResponse(request, reply))
  closeConnections(app)
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!raw.complete && reply.getHeader('connection') === 'close') drainAfterResponse(raw.socket)
  })
  return app
}

/** Rejects a request whose headers contradict each other, or that lacks the header `Host`. */
function checkHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const problem = findHeaderProblem(request.raw)
  if (problem === undefined) return
  reply.hijack()
  rejectBadRequest(reply.raw, problem.message, problem.status)
}

/**
 * Finds a problem in the headers of a request. HTTP/1.0 does not require `Host`. Node itself ignores every
 * transfer coding except `chunked`.
 */
function findHeaderProblem({
  httpVersion,
  headers,
  rawHeaders,
}: IncomingMessage): { message: string; status?: number } | undefined {
  if (headers.host === undefined && httpVersion !== '1.0')
    return { message: 'Send the header Host.' }
  if (countHeader('host', rawHeaders) > 1) return { message: 'Send the header Host once.' }
  if (headers['content-type'] !== undefined && countHeader('content-type', rawHeaders) > 1)
    return { message: 'Send the header Content-Type once.' }
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked')
    return { message: 'The only supported Transfer-Encoding is chunked.', status: 501 }
  return undefined
}

/** Rejects a compressed body (RFC 9110, 15.5.16). The route has already checked who sends the body. */
function checkContentEncoding({ raw: { headers } }: FastifyRequest, reply: FastifyReply): void {
  const codings = headers['content-encoding']
  if (codings === undefined || !hasBody(headers)) return
  if (codings.split(',').every((coding) => coding.trim().toLowerCase() === 'identity')) return
  reply.header('accept-encoding', 'identity')
  throw new ApiError('unsupported_media_type', {
    message: 'Send the body without Content-Encoding: compressed bodies are not supported.',
  })
}

const hasBody = (headers: IncomingMessage['headers']) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/**
 * Responds to `Expect: 100-continue` when the route begins to read the body, so that a client
 * does not send a rejected body.
 */
function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  request.once('resume', () => {
    if (!response.headersSent) response.writeContinue()
  })
}

/**
 * Counts how often a request contains a header. Node uses the first value of some duplicate headers, and
 * joins the values of others.
 */
function countHeader(name: string, rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const each = rawHeaders[at] ?? ''
    if (each.length === name.length && each.toLowerCase() === name) count += 1
  }
  return count
}

/** Logs a response. Successful responses of frequent routes have the level debug, because they would bury all others. */
function logResponse(request: FastifyRequest, reply: FastifyReply): void {
  const { isFrequent = false } = request.routeOptions.config
  const level = isFrequent && reply.statusCode < 400 ? 'debug' : 'info'
  request.log[level](
    {
      method: request.method,
      route: request.routeOptions.url ?? null,
      api_version: request.apiVersion, // not logged for requests without a version
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    },
    'answered',
  )
}

const idleCheckIntervalMs = 50 // between two checks for idle connections, in milliseconds

/**
 * Closes the connections of a server that closes. From that time, every response contains `Connection:
 * close`. Connections whose response had already started are closed when they become idle, because a client
 * could leave them open without limit. Also closes connections without any request, which Node does not count
 * as idle. Browsers and HTTP clients open such connections in advance.
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
