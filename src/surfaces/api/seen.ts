import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as access from '#access'
import { presentedIn } from './gate.ts'

/** What the request log keeps of a request: no body, no query, and of ids in the path only their names. */
export function seenOf(request: FastifyRequest, reply: FastifyReply): access.Seen {
  const { routeOptions, refusal } = request
  return {
    request_id: request.id,
    method: request.method,
    path: routeOptions.url ?? wordsOf(request.url),
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

/** Where no route is, somebody may have put anything: of such a path, only what reads like a word of ours is kept. */
const wordsOf = (url: string): string => {
  const [path = ''] = url.split('?', 1)
  return path
    .split('/')
    .map((part) => (/^[a-z_.-]{0,40}$/.test(part) ? part : '…'))
    .slice(0, 8)
    .join('/')
}

const wordOf = ({ code, param }: { code: string; param?: string }) =>
  param !== undefined && isName(param) ? `${code} ${param}` : code

/** Names of members and parameters, and the one header that has rules. What a caller made up for one is not told: it may be anything. */
const isName = (param: string): boolean =>
  /^[a-z_]{1,40}(\.([a-z_]{1,40}|\d{1,4}))*$|^Idempotency-Key$/.test(param)
