import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  ApiError,
  assertJsonLimits,
  assertTextDepth,
  type BodyDefinition,
  type FieldError,
  type ParsedRows,
  type ResourceType,
  throwIfAny,
  toUnknownParameterErrors,
} from '#contract'
import { findDuplicateMember } from '#platform/lib/json-members'

/** The maximum size of a request body: one mebibyte. */
const maxBytes = 1024 * 1024

/**
 * Makes the server store bodies as raw bytes, regardless of their type. The server matches the route before
 * it parses the body. It also computes the idempotency fingerprint from these bytes.
 */
export function parseAsBuffer(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: maxBytes },
    (_request, body, done) => done(null, body),
  )
}

/** The members of a body, and the errors outside of the body. Validation adds its own errors later. */
export interface ParsedBody {
  members: unknown
  problems: FieldError[]
}

/** Parses the body of an operation without query parameters. The API version decides the format. */
export function parseBody(request: FastifyRequest, type: ResourceType): ParsedBody {
  const problems = findUnexpectedParameters(request)
  return { members: request.version.parseResource(type, parseJson(request)), problems }
}

/**
 * Parses a body in the same way as `parseBody`, but returns the error instead of throwing it. Prefetching
 * uses this function.
 */
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

/** Parses the rows of a batch request. */
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
      message: `The body has the field ${JSON.stringify(name.slice(0, 60))} twice in one object. Send it once.`,
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

/** The validated members of a body, and whether the query string asks for a dry run. */
export interface OperationInput<T> {
  members: T
  isDryRun: boolean
}

/**
 * Parses and validates the body of an operation with documented parameters. Throws all errors of the query
 * string and the body at once. The function reads only the parameter `dry_run`. The route reads the other
 * parameters.
 */
export function parseOperationBody<T>(
  request: FastifyRequest,
  type: ResourceType,
  body: BodyDefinition<T>,
): OperationInput<T> {
  const { isDryRun, problems } = parseDryRun(request)
  const isEmpty = !Buffer.isBuffer(request.body) || request.body.length === 0
  const given =
    isEmpty && body.isOptional ? {} : request.version.parseResource(type, parseJson(request))
  const { members, fieldErrors } = body.parse(given)
  throwIfAny([...problems, ...fieldErrors])
  return { members, isDryRun }
}

/**
 * Parses the parameter `dry_run` if the operation has it, and reports unknown parameters of the query string.
 */
export function parseDryRun(request: FastifyRequest): {
  isDryRun: boolean
  problems: FieldError[]
} {
  const known = (request.routeOptions.config.operation?.query ?? []).map(({ name }) => name)
  const problems = findUnexpectedParameters(request, known)
  const { dry_run = 'false' } = request.query as Record<string, unknown>
  if (!known.includes('dry_run')) return { isDryRun: false, problems }
  if (dry_run !== 'true' && dry_run !== 'false')
    problems.push({
      code: 'invalid',
      param: 'dry_run',
      message: 'must be true or false',
      in: 'query',
    })
  return { isDryRun: dry_run === 'true', problems }
}

/**
 * Checks the body of an operation without members. The function accepts no body or an empty object, and
 * rejects everything else.
 */
export function parseEmptyBody(request: FastifyRequest): void {
  const problems = findUnexpectedParameters(request)
  if (Buffer.isBuffer(request.body) && request.body.length > 0)
    problems.push(...request.version.parseEmptyBody(parseJson(request)))
  throwIfAny(problems)
}

/** Rejects every query parameter. Operations without parameters use this function. */
export const rejectParameters = (request: FastifyRequest): void =>
  throwIfAny(findUnexpectedParameters(request))

/**
 * Finds unknown query parameters. If a client sends `dry_run` to an operation without it, the client must get
 * an error and not a real change.
 */
const findUnexpectedParameters = (
  { query }: FastifyRequest,
  known: readonly string[] = [],
): FieldError[] =>
  toUnknownParameterErrors(
    Object.keys(query as object).filter((name) => !known.includes(name)),
    'query',
  )
