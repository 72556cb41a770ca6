import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  ApiError,
  assertJsonLimits,
  assertTextDepth,
  type FieldError,
  type ParsedRows,
  type ResourceType,
  throwIfAny,
  toUnknownParameterErrors,
} from '#contract'
import { findDuplicateMember } from '#platform/json-members'

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

/** The members of a body, and what is wrong with the request beside them. Validation adds to the problems. */
export interface ParsedBody {
  members: unknown
  problems: FieldError[]
}

/** Reads the body of an operation that takes no parameters, wherever its version keeps the members. */
export function readBody(request: FastifyRequest, type: ResourceType): ParsedBody {
  const problems = unexpectedParameters(request)
  return { members: request.version.parseResource(type, readJson(request)), problems }
}

/** Like `readBody`, for a caller that looks ahead: returns the error in place of throwing it. */
export function tryBody(
  request: FastifyRequest,
  type: ResourceType,
): ParsedBody | { refusal: ApiError } {
  try {
    return readBody(request, type)
  } catch (refusal) {
    if (refusal instanceof ApiError) return { refusal }
    throw refusal
  }
}

/** The rows in the body of a request. */
export const readRows = (request: FastifyRequest, type: ResourceType): ParsedRows =>
  request.version.parseResources(type, readJson(request))

function readJson({ headers, body, version }: FastifyRequest): unknown {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  if (!version.acceptsContentType(headers['content-type'] ?? '')) {
    const { contentType } = version
    throw new ApiError('unsupported_media_type', {
      message: `Send the body as ${contentType}, in UTF-8.`,
    })
  }
  const { value, text } = parse(bytes)
  assertJsonLimits(value)
  const name = findDuplicateMember(text)
  if (name !== undefined)
    throw new ApiError('invalid_json', {
      message: `The body has the member ${JSON.stringify(name.slice(0, 60))} twice in one object. Send it once.`,
    })
  return value
}

function parse(bytes: Buffer): { value: unknown; text: string } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    assertTextDepth(text)
    return { value: JSON.parse(text), text }
  } catch (error) {
    if (error instanceof ApiError) throw error
    const why = error instanceof SyntaxError ? error.message : 'it is not UTF-8'
    throw new ApiError('invalid_json', { message: `The body is not valid JSON: ${why}.` })
  }
}

/** For operations that take no members: no body, or an empty object. */
export function readEmptyBody(request: FastifyRequest): void {
  const problems = unexpectedParameters(request)
  if (Buffer.isBuffer(request.body) && request.body.length > 0)
    problems.push(...request.version.parseEmptyBody(readJson(request)))
  throwIfAny(problems)
}

/** For operations without parameters: rejects each one that was sent. */
export const refuseParameters = (request: FastifyRequest): void =>
  throwIfAny(unexpectedParameters(request))

/** A client that sends `dry_run` to an operation without it must not find out by what was done. */
export const unexpectedParameters = (
  { query }: FastifyRequest,
  known: readonly string[] = [],
): FieldError[] =>
  toUnknownParameterErrors(
    Object.keys(query as object).filter((name) => !known.includes(name)),
    'query',
  )
