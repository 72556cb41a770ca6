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
import { findDuplicateMember } from '#platform/lib/json-members'

/** A mebibyte: the most that a request may carry. */
const maxBytes = 1024 * 1024

/**
 * Bodies are kept as the bytes that came, whatever their type: the route is judged first, and the
 * same bytes are what an idempotency key remembers.
 */
export function parseAsBuffer(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: maxBytes },
    (_request, body, done) => done(null, body),
  )
}

/** The members of a body, and what is wrong with the request beside them. Validation adds to the problems. */
export interface ParsedBody {
  members: unknown
  problems: FieldError[]
}

/** Reads the body of an operation that takes no parameters, wherever its version keeps the members. */
export function parseBody(request: FastifyRequest, type: ResourceType): ParsedBody {
  const problems = findUnexpectedParameters(request)
  return { members: request.version.parseResource(type, parseJson(request)), problems }
}

/** Like `readBody`, for a caller that looks ahead: returns the error in place of throwing it. */
export function parseBodySafe(
  request: FastifyRequest,
  type: ResourceType,
): ParsedBody | { apiError: ApiError } {
  try {
    return parseBody(request, type)
  } catch (apiError) {
    if (apiError instanceof ApiError) return { apiError }
    throw apiError
  }
}

/** The rows in the body of a request. */
export const parseRows = (request: FastifyRequest, type: ResourceType): ParsedRows =>
  request.version.parseResources(type, parseJson(request))

function parseJson({ headers, body, version }: FastifyRequest): unknown {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  if (!version.acceptsContentType(headers['content-type'] ?? '')) {
    const { contentType } = version
    throw new ApiError('unsupported_media_type', {
      message: `Send the body as ${contentType}, in UTF-8.`,
    })
  }
  const { value, text } = decodeJson(bytes)
  assertJsonLimits(value)
  const name = findDuplicateMember(text)
  if (name !== undefined)
    throw new ApiError('invalid_json', {
      message: `The body has the member ${JSON.stringify(name.slice(0, 60))} twice in one object. Send it once.`,
    })
  return value
}

function decodeJson(bytes: Buffer): { value: unknown; text: string } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    assertTextDepth(text)
    return { value: JSON.parse(text), text }
  } catch (error) {
    if (error instanceof ApiError) throw error
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8'
    throw new ApiError('invalid_json', { message: `The body is not valid JSON: ${reason}.` })
  }
}

/** For operations that take no members: no body, or an empty object. */
export function parseEmptyBody(request: FastifyRequest): void {
  const problems = findUnexpectedParameters(request)
  if (Buffer.isBuffer(request.body) && request.body.length > 0)
    problems.push(...request.version.parseEmptyBody(parseJson(request)))
  throwIfAny(problems)
}

/** For operations without parameters: rejects each one that was sent. */
export const rejectParameters = (request: FastifyRequest): void =>
  throwIfAny(findUnexpectedParameters(request))

/** A client that sends `dry_run` to an operation without it must not find out by what was done. */
export const findUnexpectedParameters = (
  { query }: FastifyRequest,
  known: readonly string[] = [],
): FieldError[] =>
  toUnknownParameterErrors(
    Object.keys(query as object).filter((name) => !known.includes(name)),
    'query',
  )
