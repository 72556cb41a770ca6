import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#contract'
import type { Deployment } from '#platform/deployment'
import { isLoopback, isPrivateAddress } from '#platform/lib/ip-address'
import type { Log } from '#platform/observability/log'
import { authorityOf } from './request-target.ts'

export interface HostGuardOptions {
  deployment: Pick<Deployment, 'origin' | 'hosts'>
  /** The address that the server listens on. */
  host: string
  log: Log
}

/**
 * Adds the protections that every route needs. If the origin is https, it sends HSTS. If the server listens
 * on loopback only, it rejects unknown host names.
 */
export function guardHost(app: FastifyInstance, { deployment, host, log }: HostGuardOptions): void {
  const { origin, hosts } = deployment
  const ownName = new URL(origin).hostname
  const isOwn: IsOwnName = (name) => name === ownName || hosts?.accountOf(name) !== undefined
  if (origin.startsWith('https:')) sendHsts(app)
  rejectForeignAuthorities(app, isOwn)
  if (isLoopback(host)) rejectForeignHosts(app, isOwn)
  warnAboutUntrustedProxy(app, log)
}

/** Returns whether a name is that of the origin, or the host of an account. */
type IsOwnName = (name: string) => boolean

const hstsMaxAge = 365 * 24 * 60 * 60 // the duration of HSTS in seconds

/**
 * Sends the HSTS header. Without HSTS, an attacker on the network could serve a page
 * of the origin over plain http.
 */
function sendHsts(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('strict-transport-security', `max-age=${hstsMaxAge}`)
  })
}

/**
 * Rejects a request whose target names another server. A target in absolute form names the server that the
 * request is for (RFC 9110, 15.5.20).
 */
function rejectForeignAuthorities(app: FastifyInstance, isOwn: IsOwnName): void {
  app.addHook('onRequest', async (request, reply) => {
    if (authorityOf(request.raw) === undefined) return
    const name = hostnameIn(request)
    if (isOwn(name) || isLocalName(name) || isIP(name) !== 0) return
    const message = 'This service does not serve the host of the request target.'
    return refuse(reply, new ApiError('not_found', { message, status: 421 }))
  })
}

const refuse = (reply: FastifyReply, refusal: ApiError): FastifyReply =>
  reply
    .code(refusal.status)
    .header('content-type', 'application/json')
    .send(JSON.stringify({ errors: refusal.errors() }))

/**
 * Rejects requests with an unknown host name. This prevents DNS rebinding, in which a page whose host name
 * resolves to 127.0.0.1 calls the service under that name. Accepts names that cannot be registered
 * (`*.localhost`, `host.docker.internal`).
 */
function rejectForeignHosts(app: FastifyInstance, isOwn: IsOwnName): void {
  app.addHook('onRequest', async (request, reply) => {
    const name = hostnameIn(request)
    if (isOwn(name) || isLocalName(name)) return
    const message =
      'This service listens on this computer only and does not serve this host name. Set BESTOW_ORIGIN if people reach it under that name.'
    return refuse(reply, new ApiError('not_found', { message }))
  })
}

const hostnameIn = ({ hostname }: FastifyRequest) =>
  hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')

const isLocalName = (name: string) =>
  name === '' || // HTTP/1.0 without the header; no browser sends this
  name.endsWith('.localhost') ||
  name === 'host.docker.internal' ||
  isLoopback(name)

/**
 * Warns once about a proxy that is not trusted. Rate limits count by address, and all visitors behind such a
 * proxy share one address.
 */
function warnAboutUntrustedProxy(app: FastifyInstance, log: Log): void {
  let isWarned = false
  app.addHook('onRequest', async (request) => {
    if (isWarned || !isForwardedByUntrustedProxy(request)) return
    isWarned = true
    log.warn(
      { peer: request.socket.remoteAddress },
      'X-Forwarded-For was ignored because it came from an address that is not in BESTOW_TRUSTED_PROXIES. If this is your proxy, add it. Until then, all of its visitors share the limits of one address.',
    )
  })
}

/** Returns whether a peer that is not trusted forwarded the request. */
const isForwardedByUntrustedProxy = ({ headers, ips }: FastifyRequest): boolean =>
  (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) &&
  (ips?.length ?? 1) === 1

/**
 * Returns whether the request comes from this computer or from a private network,
 * and not through an unknown proxy.
 */
export const isFromPrivateNetwork = (request: FastifyRequest): boolean =>
  isPrivateAddress(request.ip) && !isForwardedByUntrustedProxy(request)
