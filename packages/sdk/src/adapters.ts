import type { WebhookHeaders } from './construct-event.ts'
import type { ApiVersion, NewestVersion } from './generated/versions.ts'
import { createReceiver, type ReceiverOptions } from './receiver.ts'

/*
 * Handlers that receive webhooks in common servers. Each handler reads the raw bytes of the body itself,
 * because a parsed body breaks the signature. A handler needs no body parser, and no body parser may run
 * before it.
 */

const defaultMaxBytes = 5 * 1024 * 1024

/**
 * Creates a handler for Deno, Bun, Workers, Hono and Next.js route handlers. It works with any server that
 * passes a `Request` and expects a `Response`.
 */
export function fetchHandler<V extends ApiVersion = NewestVersion>(
  options: ReceiverOptions<V>,
): (request: Request) => Promise<Response> {
  const receive = createReceiver(options)
  const { maxBytes = defaultMaxBytes } = options
  return async (request) => {
    if (request.method !== 'POST')
      return new Response(null, { status: 405, headers: { allow: 'POST' } })
    const isLarge = Number(request.headers.get('content-length') ?? 0) > maxBytes
    const body = isLarge ? undefined : await readAll(streamChunks(request.body), maxBytes)
    if (body === undefined) return new Response('too_large', { status: 413 })
    const { status, reason } = await receive(body, request.headers)
    return new Response(reason, { status })
  }
}

/**
 * The part of a Node request that the handler uses. Express and Next.js set `body` after they parse the
 * request.
 */
export interface NodeRequest extends AsyncIterable<Uint8Array | string> {
  readonly method?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly readableDidRead?: boolean
  readonly body?: unknown
  readonly rawBody?: unknown
}

/** The part of a Node response that the handler uses. */
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(text?: string): unknown
}

/**
 * Creates a handler for `node:http`, Express and Next.js API routes. The handler reads the body itself.
 * `express.raw()` may run before the handler. If a JSON parser ran before it, the handler responds with 500
 * and names the reason.
 */
export function nodeHandler<V extends ApiVersion = NewestVersion>(
  options: ReceiverOptions<V>,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  const receive = createReceiver(options)
  const { maxBytes = defaultMaxBytes } = options
  return async (request, response) => {
    const end = (status: number, text?: string) => {
      response.statusCode = status
      response.end(text)
    }
    if (request.method !== 'POST') {
      response.setHeader('allow', 'POST')
      return end(405)
    }
    const isLarge = Number(request.headers['content-length'] ?? 0) > maxBytes
    const body = isLarge ? undefined : await readNodeBody(request, maxBytes).catch(() => null)
    if (body === null) return end(400) // the client aborted the request
    if (body === undefined) {
      response.setHeader('connection', 'close')
      return end(413, 'too_large')
    }
    const { status, reason } = await receive(body as Uint8Array, request.headers)
    end(status, reason)
  }
}

/**
 * Reads the body of a Node request. If other code has already read the stream, the function returns `rawBody`
 * or `body`. If neither exists, the bytes are lost.
 */
async function readNodeBody(request: NodeRequest, maxBytes: number): Promise<unknown> {
  if (request.rawBody !== undefined) return request.rawBody
  if (request.readableDidRead !== true) return readAll(request, maxBytes)
  return request.body ?? {}
}

/** The part of a Fastify instance that the plugin uses. */
export interface FastifyLike {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parse: (request: unknown, body: unknown) => Promise<unknown>,
  ): unknown
  post(
    path: string,
    handler: (
      request: { body: unknown; headers: Record<string, string | string[] | undefined> },
      reply: { code(status: number): { send(text: string): unknown } },
    ) => Promise<unknown>,
  ): unknown
}

/**
 * Creates a Fastify plugin with one route: `app.register(webhooks.fastifyPlugin({ path: '/webhooks', … }))`.
 * The plugin reads raw bytes for its own route only. Other routes still parse JSON.
 */
export function fastifyPlugin<V extends ApiVersion = NewestVersion>(
  options: ReceiverOptions<V> & { path: string },
): (app: FastifyLike) => Promise<void> {
  const receive = createReceiver(options)
  const { maxBytes = defaultMaxBytes, path } = options
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: maxBytes },
      async (_request, body) => body,
    )
    app.post(path, async ({ body, headers }, reply) => {
      const { status, reason } = await receive(
        (body ?? '') as Uint8Array,
        headers as WebhookHeaders,
      )
      return reply.code(status).send(reason)
    })
  }
}

/** Reads all bytes. Returns undefined if there are more than `maxBytes`. */
async function readAll(
  chunks: AsyncIterable<Uint8Array | string>,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk
    size += bytes.length
    if (size > maxBytes) return undefined
    parts.push(bytes)
  }
  const result = new Uint8Array(size)
  let offset = 0
  for (const part of parts) {
    result.set(part, offset)
    offset += part.length
  }
  return result
}

/** Reads the chunks of a stream one after the other. Some runtimes cannot iterate over a stream directly. */
async function* streamChunks(
  stream: ReadableStream<Uint8Array> | null,
): AsyncGenerator<Uint8Array> {
  if (stream === null) return
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel()
  }
}
