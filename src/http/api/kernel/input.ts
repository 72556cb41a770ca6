import type { FastifyRequest } from 'fastify'
import { ApiError } from '#contract'
import { acceptsIdempotencyKey, type Operation, type QueryParameters } from '#contract/operation'
import { parseEmptyBody, parseOperationBody, rejectParameters } from './body.ts'

/** The parsed query and body of a request. The operation declares their types. */
export interface Input {
  query: unknown
  body: unknown
  isDryRun: boolean
}

const nothing: Input = { query: undefined, body: undefined, isDryRun: false }

/**
 * Checks the tier, parses the declared query and body, and rejects everything undeclared. If a body or a
 * query has no declared parser, the handler parses it.
 */
export function parseInput(operation: Operation, request: FastifyRequest): Input {
  const { query, request: body } = operation
  const isUser = request.grant.user !== undefined
  if (operation.tier === 'enterprise') requireEnterprise(request)
  if (acceptsIdempotencyKey(operation)) {
    if (body === undefined) parseEmptyBody(request)
    const definition = isUser ? (body?.appBody ?? body?.body) : body?.body
    if (body === undefined || definition === undefined) return nothing
    const { members, isDryRun } = parseOperationBody(request, body.type, definition)
    return { ...nothing, body: members, isDryRun }
  }
  if (query === undefined) rejectParameters(request)
  return hasParser(query)
    ? { ...nothing, query: query.parse(request.query, isUser, request.apiVersion) }
    : nothing
}

const hasParser = (query: Operation['query']): query is QueryParameters<unknown> =>
  query !== undefined && 'parse' in query

export function requireEnterprise({ grant }: FastifyRequest): void {
  if (grant.tier !== 'enterprise') throw new ApiError('plan_required')
}
