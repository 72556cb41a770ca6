import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  Refusal,
  type ResourceType,
  refuseBeyondBounds,
  refuseDeepText,
  refuseIfAny,
} from '#contract'

/** A mebibyte: the most that a request may carry. */
const bodyLimit = 1024 * 1024

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

/** The members in the body of a request, wherever its version keeps them, for operations that take no parameters beside. */
export function readBody(request: FastifyRequest, type: ResourceType): unknown {
  refuseParameters(request)
  return request.version.read(type, readJson(request))
}

/** What reading a body came to: its members, or why it is refused. */
export type Reading = { members: unknown } | { refusal: Refusal }

/** The same for whoever looks ahead: what cannot be read is for the route to refuse. */
export function tryBody(request: FastifyRequest, type: ResourceType): Reading {
  try {
    return { members: readBody(request, type) }
  } catch (refusal) {
    if (refusal instanceof Refusal) return { refusal }
    throw refusal
  }
}

export function membersOf(reading: Reading): unknown {
  if ('refusal' in reading) throw reading.refusal
  return reading.members
}

/** The rows in the body of a request. */
export const readRows = (request: FastifyRequest, type: ResourceType): unknown[] =>
  request.version.readMany(type, readJson(request))

function readJson({ headers, body, version }: FastifyRequest): unknown {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  if (!version.takes(headers['content-type'] ?? '')) {
    const { contentType } = version
    throw new Refusal('unsupported_media_type', { message: `Send the body as ${contentType}.` })
  }
  const value = parse(bytes)
  refuseBeyondBounds(value)
  return value
}

function parse(bytes: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    refuseDeepText(text)
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof Refusal) throw error
    const why = error instanceof SyntaxError ? error.message : 'it is not UTF-8'
    throw new Refusal('invalid_json', { message: `The body is not valid JSON: ${why}.` })
  }
}

/** For operations that take no members: an empty body, or an empty object. */
export function readEmptyBody(request: FastifyRequest): void {
  refuseParameters(request)
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) return
  request.version.readNothing(readJson(request))
}

/** Whoever sends `dry_run` to an operation that has none must not learn of it by what was done. */
function refuseParameters({ query }: FastifyRequest): void {
  refuseIfAny(
    Object.keys(query as object).map((param) => ({
      code: 'unknown_parameter' as const,
      param,
      message: 'is not a parameter of this operation',
    })),
    400,
  )
}
