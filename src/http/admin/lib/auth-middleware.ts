import type { FastifyRequest } from 'fastify'
import * as accounts from '#accounts'
import { ApiError } from '#contract'
import type { Deployment } from '#platform/deployment'
import { isLoopback } from '#platform/lib/ip-address'
import type { Database } from '#platform/postgres/database'
import type { AdminRoute } from './route.ts'
import { readSessionToken } from './session-cookies.ts'

/**
 * What every request passes before its operation: session, role, tier, and whether it comes from our
 * own pages. Answers who is signed in; nobody only where nobody has to be.
 */
export async function authorize(
  db: Database,
  request: FastifyRequest,
  {
    requiredRole,
    tier,
    method,
    isBackground,
  }: Pick<AdminRoute, 'requiredRole' | 'tier' | 'method' | 'isBackground'>,
): Promise<accounts.SessionUser | undefined> {
  // Pages send the header with what they load while nobody uses them.
  const renewsSession = !isBackground && request.headers['bestow-idle'] !== 'true'
  const find = renewsSession ? accounts.findSessionUser : accounts.findSessionUserWithoutRenewal
  const member = requiredRole === 'nobody' ? undefined : await findMemberOrThrow(db, request, find)
  if (requiredRole === 'admin' && member?.role !== 'admin') throw adminOnly
  if (tier !== undefined && member?.tier !== tier) throw new ApiError('plan_required')
  if (method !== 'GET' && !isSameOrigin(db.deployment, request)) throw foreignOrigin(db.deployment)
  return member
}

async function findMemberOrThrow(
  db: Database,
  request: FastifyRequest,
  find: typeof accounts.findSessionUser,
): Promise<accounts.SessionUser> {
  const token = readSessionToken(db.deployment, request)
  const member = token === undefined ? undefined : await find(db, token)
  if (member === undefined) throw notSignedIn
  return member
}

const notSignedIn = new ApiError('unauthorized', { message: 'Sign in first.' })
const adminOnly = new ApiError('forbidden', {
  message: 'This needs the role admin. An admin of your account can give it to you.',
})
const foreignOrigin = ({ origin }: Deployment) =>
  new ApiError('forbidden', {
    message: `This request did not come from the pages of this service. They are at ${origin}; if your browser shows another address, set BESTOW_ORIGIN to it.`,
  })

/**
 * Browsers say where a request that changes something comes from, and no page can make them say
 * otherwise. One that says nothing is no browser, and has no business with a session cookie.
 */
function isSameOrigin({ origin }: Deployment, { headers }: FastifyRequest): boolean {
  const requestOriginHeader = headers.origin
  return (
    requestOriginHeader !== undefined &&
    (requestOriginHeader === origin || loopbackOrigins(origin).includes(requestOriginHeader))
  )
}

/** An http origin on this computer has several names. Any other origin has one spelling, with its scheme. */
function loopbackOrigins(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin)
  if (protocol !== 'http:' || !isLoopback(hostname)) return []
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => new URL(`http://${name}:${port}`).origin)
}
