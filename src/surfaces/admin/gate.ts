import type { FastifyRequest } from 'fastify'
import * as access from '#access'
import { ApiError } from '#contract'
import { isLoopback } from '#platform/client-address'
import type { Deployment } from '#platform/installation'
import type { Database } from '#platform/postgres'
import { sessionOf } from './cookie.ts'
import type { Operation } from './operation.ts'

/**
 * What every request passes before its operation: session, role, tier, and whether it comes from our
 * own pages. Answers who is signed in; nobody only where nobody has to be.
 */
export async function pass(
  db: Database,
  request: FastifyRequest,
  {
    needs,
    tier,
    method,
    isAutomatic,
  }: Pick<Operation, 'needs' | 'tier' | 'method' | 'isAutomatic'>,
): Promise<access.SessionUser | undefined> {
  // Pages send the header with what they load while nobody uses them.
  const isUse = !isAutomatic && request.headers['bestow-idle'] !== 'true'
  const find = isUse ? access.findSessionUser : access.findSessionUserWithoutRenewal
  const member = needs === 'nobody' ? undefined : await memberOf(db, request, find)
  if (needs === 'admin' && member?.role !== 'admin') throw adminsOnly
  if (tier !== undefined && member?.tier !== tier) throw new ApiError('plan_required')
  if (method !== 'GET' && !isOurPage(db.deployment, request)) throw elsewhere(db.deployment)
  return member
}

async function memberOf(
  db: Database,
  request: FastifyRequest,
  find: typeof access.findSessionUser,
): Promise<access.SessionUser> {
  const token = sessionOf(db.deployment, request)
  const member = token === undefined ? undefined : await find(db, token)
  if (member === undefined) throw notSignedIn
  return member
}

const notSignedIn = new ApiError('unauthorized', { message: 'Sign in first.' })
const adminsOnly = new ApiError('forbidden', {
  message: 'This needs the role admin. An admin of your account can give it to you.',
})
const elsewhere = ({ origin }: Deployment) =>
  new ApiError('forbidden', {
    message: `This request did not come from the pages of this service. They are at ${origin}; if your browser shows another address, set BESTOW_ORIGIN to it.`,
  })

/**
 * Browsers say where a request that changes something comes from, and no page can make them say
 * otherwise. One that says nothing is no browser, and has no business with a session cookie.
 */
function isOurPage({ origin }: Deployment, { headers }: FastifyRequest): boolean {
  const from = headers.origin
  return from !== undefined && (from === origin || localSpellings(origin).includes(from))
}

/** An http origin on this computer has several names. Any other origin has one spelling, with its scheme. */
function localSpellings(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin)
  if (protocol !== 'http:' || !isLoopback(hostname)) return []
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => new URL(`http://${name}:${port}`).origin)
}
