import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as access from '#access'
import {
  ageingHeaders,
  isVersion,
  newestVersion,
  Refusal,
  type VersionName,
  versionNames,
  versions,
} from '#contract'
import { spokenVersion } from './answers.ts'
import type { Limiter } from './limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set by the gate before any route of the API sees the request. */
    caller: access.Caller
    apiVersion: VersionName
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
    reply.headers(ageingHeaders(versions[request.apiVersion].ageing))
    const { authorization, ...headers } = request.headers
    const caller = await authenticate(bearerOf(authorization), {
      api_key: only(headers['x-api-key']),
      tenant: only(headers['x-service-tenant']),
      client: only(headers['x-service-client']),
    })
    if (caller === undefined) throw oneAnswer
    request.caller = caller
    await limit(caller.token_id, reply)
  }
}

function versionOf(request: FastifyRequest, root: string): VersionName {
  const asked = request.headers['service-api-version']
  if (asked === undefined && isRoot(request, root)) return newestVersion
  if (typeof asked === 'string' && isVersion(asked)) return asked
  const spoken = versions[spokenVersion(request) ?? newestVersion]
  throw new Refusal('unsupported_api_version', {
    message: `Send the header Service-API-Version with one of: ${versionNames.join(', ')}.`,
    ...(asked === undefined ? spoken.onMissingVersion : {}),
  })
}

const isRoot = ({ method, url }: FastifyRequest, root: string) =>
  (method === 'GET' || method === 'HEAD') &&
  (url === root || url === `${root}/` || url.startsWith(`${root}/?`) || url.startsWith(`${root}?`))

/** A header that came twice is none that we would know. */
const only = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join() : header

/** The token after `Bearer ` and one space; an empty one, which nobody has, for anything else. */
const bearerOf = (header: string | undefined): string =>
  header?.startsWith('Bearer ') ? header.slice(7) : ''
