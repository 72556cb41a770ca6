import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#contract'
import { isLoopback, isPrivateAddress } from '#platform/lib/ip-address'
import type { Log } from '#platform/observability/log'
import { authorityOf } from './request-target.ts'

export interface HostGuardOptions {
  /** Scheme, host and port of the public address. */
  origin: string
  /** The address that the server listens on. */
  host: string
  log: Log
}

/**
 * Adds the protections that every route needs: HSTS where the origin is https, and rejection of unknown host names
 * where the server listens on loopback only.
 */
export function guardHost(app: FastifyInstance, { origin, host, log }: HostGuardOptions): void {
  if (origin.startsWith('https:')) sendHsts(app)
  rejectForeignAuthorities(app, new URL(origin).hostname)
  if (isLoopback(host)) rejectForeignHosts(app, new URL(origin).hostname)
  warnAboutUntrustedProxy(app, log)
}

const hstsMaxAge = 365 * 24 * 60 * 60 // seconds

/** Without HSTS, an attacker on the network could serve a page of the origin over plain http. */
function sendHsts(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('strict-transport-security', `max-age=${hstsMaxAge}`)
  })
}

/** A request target in absolute form names the server that it is for (RFC 9110, 15.5.20). */
function rejectForeignAuthorities(app: FastifyInstance, ownName: string): void {
  app.addHook('onRequest', async (request, reply) => {
    if (authorityOf(request.raw) === undefined) return
    const name = hostnameIn(request)
    if (name === ownName || isLocalName(name) || isIP(name) !== 0) return
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
 * Prevents DNS rebinding: a page whose host name resolves to 127.0.0.1 calls the service under that name. Names
 * that cannot be registered (`*.localhost`, `host.docker.internal`) are accepted.
 */
function rejectForeignHosts(app: FastifyInstance, ownName: string): void {
  app.addHook('onRequest', async (request, reply) => {
    const name = hostnameIn(request)
    if (name === ownName || isLocalName(name)) return
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
  name === '' || // HTTP/1.0 without the header, which no browser sends
  name.endsWith('.localhost') ||
  name === 'host.docker.internal' ||
  isLoopback(name)

/** Warns once: limits are counted by address, and all visitors behind an untrusted proxy share one. */
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

/** Whether the request was forwarded by a peer that is not trusted. */
const isForwardedByUntrustedProxy = ({ headers, ips }: FastifyRequest): boolean =>
  (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) &&
  (ips?.length ?? 1) === 1

/** Whether the request comes from this computer or a private network without an unknown proxy. */
export const isFromPrivateNetwork = (request: FastifyRequest): boolean =>
  isPrivateAddress(request.ip) && !isForwardedByUntrustedProxy(request)
