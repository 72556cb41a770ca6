import type { WebhookHeaders } from './construct-event.ts'
import type { ApiVersion, NewestVersion } from './generated/versions.ts'
import { createReceiver, type ReceiverOptions } from './receiver.ts'

/*
 * Receivers for the usual servers. Each takes the raw bytes by itself, because that is where things go
 * wrong: no body parser has to be set up for it, and none must have run before it.
 */

const defaultMaxBytes = 5 * 1024 * 1024

/** For Deno, Bun, Workers, Hono, Next.js route handlers: whatever answers a `Request` with a `Response`. */
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

/** What we need of a request of Node. Express and Next.js put `body` on it when they have parsed it. */
export interface NodeRequest extends AsyncIterable<Uint8Array | string> {
  readonly method?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly readableDidRead?: boolean
  readonly body?: unknown
  readonly rawBody?: unknown
}

/** What we need of an answer of Node. */
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(text?: string): unknown
}

/**
 * For `node:http`, Express and Next.js API routes. It reads the body by itself; `express.raw()` before it
 * does no harm. A JSON parser before it does: then it answers 500 and says so.
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
    if (body === null) return end(400) // it broke off
    if (body === undefined) {
      response.setHeader('connection', 'close')
      return end(413, 'too_large')
    }
    const { status, reason } = await receive(body as Uint8Array, request.headers)
    end(status, reason)
  }
}

/** Whoever has read the stream before us has the bytes, or has thrown them away. */
async function readNodeBody(request: NodeRequest, maxBytes: number): Promise<unknown> {
  if (request.rawBody !== undefined) return request.rawBody
  if (request.readableDidRead !== true) return readAll(request, maxBytes)
  return request.body ?? {}
}

/** What we need of a Fastify instance. */
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
 * A Fastify plugin with one route: `app.register(webhooks.fastifyPlugin({ path: '/webhooks', … }))`. It
 * keeps the raw bytes for this route only; the other routes go on parsing JSON.
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

/** All bytes, or undefined when there are too many. */
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

/** Not every runtime lets one iterate over a stream. */
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
