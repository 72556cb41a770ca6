import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#contract'

/** A mebibyte: the most that a request may carry. */
export const bodyLimit = 1024 * 1024

const json = /^application\/json\s*(;|$)/i

/**
 * Bodies are kept as the bytes that came, whatever their type: the route is judged first, and the
 * same bytes are what an idempotency key remembers.
 */
export function keepBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
    done(null, body),
  )
}

/** The JSON value in the body of a request. */
export function readBody({ headers, body }: FastifyRequest): unknown {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  if (!json.test(headers['content-type'] ?? '')) throw new Refusal('unsupported_media_type')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : 'it is not UTF-8'
    throw new Refusal('invalid_json', { message: `The body is not valid JSON: ${why}.` })
  }
}

/** For operations that take no members: an empty body, or an empty object. */
export function readEmptyBody(request: FastifyRequest): void {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) return
  const body = readBody(request)
  const names = typeof body === 'object' && body !== null ? Object.keys(body) : ['']
  if (names.length === 0) return
  throw new Refusal('unknown_parameter', {
    problems: names.map((param) => ({
      code: 'unknown_parameter',
      param,
      message: 'is not a parameter of this operation',
    })),
  })
}
