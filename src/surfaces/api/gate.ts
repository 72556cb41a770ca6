import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as access from '#access'
import { type ApiVersion, apiVersions, isApiVersion, Refusal } from '#contract'
import type { Limiter } from './limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set by the gate before any route of the API sees the request. */
    caller: access.Caller
    apiVersion: ApiVersion
  }
}

const oneAnswer = new Refusal('unauthorized')

/**
 * What every request passes before its route: version, then token, then limit (decisions §1). Only
 * the root of the API may leave the version out.
 */
export function gate(authenticate: access.Authenticate, limit: Limiter, root: string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    request.apiVersion = versionOf(request, root)
    const caller = await authenticate(bearerOf(request.headers.authorization))
    if (caller === undefined) throw oneAnswer
    request.caller = caller
    await limit(caller.token_id, reply)
  }
}

function versionOf(request: FastifyRequest, root: string): ApiVersion {
  const asked = request.headers['service-api-version']
  if (asked === undefined && isRoot(request, root)) return apiVersions[0]
  if (typeof asked === 'string' && isApiVersion(asked)) return asked
  throw new Refusal('unsupported_api_version', {
    message: `Send the header Service-API-Version with one of: ${apiVersions.join(', ')}.`,
  })
}

const isRoot = ({ method, url }: FastifyRequest, root: string) =>
  (method === 'GET' || method === 'HEAD') &&
  (url === root || url === `${root}/` || url.startsWith(`${root}/?`) || url.startsWith(`${root}?`))

/** The token after `Bearer ` and one space; an empty one, which nobody has, for anything else. */
const bearerOf = (header: string | undefined): string =>
  header?.startsWith('Bearer ') ? header.slice(7) : ''
