import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '#contract'
import { isLoopback, isPrivateAddress } from '#platform/lib/ip-address'
import type { Log } from '#platform/observability/log'

export interface HostGuardOptions {
  /** Scheme, host and port under which people reach the service. */
  origin: string
  /** The address the server listens on. */
  host: string
  log: Log
}

/**
 * What every answer of the HTTP server has in common, whatever the route: HSTS where the origin is https,
 * and no service under foreign names where the server listens on loopback only.
 */
export function guardHost(app: FastifyInstance, { origin, host, log }: HostGuardOptions): void {
  if (origin.startsWith('https:')) sendHsts(app)
  if (isLoopback(host)) rejectForeignHosts(app, new URL(origin).hostname)
  warnAboutUntrustedProxy(app, log)
}

const hstsMaxAge = 365 * 24 * 60 * 60 // seconds

/** Without it, a page on the http twin of the origin could be served by a machine in the middle. */
function sendHsts(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('strict-transport-security', `max-age=${hstsMaxAge}`)
  })
}

/**
 * DNS rebinding: a page elsewhere whose host name is made to resolve to 127.0.0.1 calls the service under that
 * name. Names that cannot be registered by anybody (`*.localhost`, `host.docker.internal`) are served.
 */
function rejectForeignHosts(app: FastifyInstance, ownName: string): void {
  app.addHook('onRequest', async (request, reply) => {
    const name = hostnameIn(request)
    if (name === ownName || isLocalName(name)) return
    const refusal = new ApiError('not_found', {
      message:
        'This service listens on this computer only and does not serve this host name. Set BESTOW_ORIGIN if people reach it under that name.',
    })
    return reply
      .code(refusal.status)
      .header('content-type', 'application/json')
      .send(JSON.stringify({ errors: refusal.errors() }))
  })
}

const hostnameIn = ({ hostname }: FastifyRequest) =>
  hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')

const isLocalName = (name: string) =>
  name === '' || // HTTP/1.0 without the header: no browser sends that
  name.endsWith('.localhost') ||
  name === 'host.docker.internal' ||
  isLoopback(name)

/** Once: the limits count by address, and behind a proxy that is not trusted all visitors share one. */
function warnAboutUntrustedProxy(app: FastifyInstance, log: Log): void {
  let isWarned = false
  app.addHook('onRequest', async (request) => {
    if (isWarned || !isForwardedByUntrustedProxy(request)) return
    isWarned = true
    log.warn(
      { peer: request.socket.remoteAddress },
      'X-Forwarded-For came from an address that is not in BESTOW_TRUSTED_PROXIES, and was ignored. If it is your proxy, add it: until then all its visitors share one address, and the limits of one address.',
    )
  })
}

/** Whether the request says that it was forwarded, and the peer is not trusted to say so. */
const isForwardedByUntrustedProxy = ({ headers, ips }: FastifyRequest): boolean =>
  (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) &&
  (ips?.length ?? 1) === 1

/** Whether the request comes from this computer or a private network, and not through an unknown proxy. */
export const isFromPrivateNetwork = (request: FastifyRequest): boolean =>
  isPrivateAddress(request.ip) && !isForwardedByUntrustedProxy(request)
