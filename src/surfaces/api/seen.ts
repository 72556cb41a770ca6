import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as access from '#access'
import { presentedIn } from './gate.ts'

/** What the request log keeps of a request: no body, no query, and of ids in the path only their names. */
export function seenOf(request: FastifyRequest, reply: FastifyReply): access.Seen {
  const { routeOptions, refusal } = request
  return {
    request_id: request.id,
    method: request.method,
    path: routeOptions.url ?? request.url.split('?', 1)[0] ?? '',
    status: reply.statusCode,
    ms: reply.elapsedTime,
    version: request.apiVersion,
    errors: refusal === undefined ? [] : refusal.errors().slice(0, 10).map(wordOf),
    caller: request.caller,
    headers: () => ({
      ...presentedIn(request),
      authorization: request.headers.authorization,
    }),
  }
}

const wordOf = ({ code, param }: { code: string; param?: string }) =>
  param === undefined ? code : `${code} ${param}`
