import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  deviceLifetimeDays,
  issueDeviceToken,
  type NewSession,
  type StartedSignOn,
  signOnRequestMinutes,
} from '#accounts'
import type { Deployment } from '#platform/deployment'
import {
  deviceCookieName,
  sessionCookieName,
  sessionCookieOptions,
  signOnCookieName,
  strictCookieOptions,
} from '#platform/lib/session-cookie'
import type { Database } from '#platform/postgres/database'

export const setSessionCookie = (
  deployment: Deployment,
  reply: FastifyReply,
  session: NewSession,
) =>
  reply.setCookie(sessionCookieName(deployment), session.token, {
    ...sessionCookieOptions(deployment),
    expires: session.expires_at,
  })

/**
 * Sets a cookie that identifies this browser. Attempts from other devices can use up the sign-in limit, but
 * this browser is exempt from it. The cookie is valid longer than the session.
 */
export async function setDeviceCookie(
  db: Database,
  reply: FastifyReply,
  person_id: string,
): Promise<void> {
  const token = await issueDeviceToken(db, person_id)
  if (token === undefined) return
  reply.setCookie(deviceCookieName(db.deployment), token, {
    ...strictCookieOptions(db.deployment),
    maxAge: deviceLifetimeDays * 24 * 3_600,
  })
}

export const clearSessionCookie = (deployment: Deployment, reply: FastifyReply) =>
  reply.clearCookie(sessionCookieName(deployment), sessionCookieOptions(deployment))

export const readSessionToken = (
  deployment: Deployment,
  { cookies }: FastifyRequest,
): string | undefined => cookies[sessionCookieName(deployment)]

/** Sets a cookie that binds an authorization request to this browser. Returns the address of the provider. */
export function setSignOnCookie(
  deployment: Deployment,
  reply: FastifyReply,
  { url, browser_token }: StartedSignOn,
): { url: string } {
  reply.setCookie(signOnCookieName(deployment), browser_token, {
    ...strictCookieOptions(deployment),
    maxAge: signOnRequestMinutes * 60,
  })
  return { url }
}

export const readSignOnToken = (
  deployment: Deployment,
  { cookies }: FastifyRequest,
): string | undefined => cookies[signOnCookieName(deployment)]
