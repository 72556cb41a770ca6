import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceLifetimeDays, issueDeviceToken, type NewSession } from '#accounts'
import type { Deployment } from '#platform/deployment'
import {
  deviceCookieName,
  deviceCookieOptions,
  sessionCookieName,
  sessionCookieOptions,
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
 * Exempts this browser from the sign-in limit that attempts from other devices exhaust. The cookie outlives the
 * session.
 */
export const setDeviceCookie = (db: Database, reply: FastifyReply, email: string) =>
  reply.setCookie(deviceCookieName(db.deployment), issueDeviceToken(db, email), {
    ...deviceCookieOptions(db.deployment),
    maxAge: deviceLifetimeDays * 24 * 3_600,
  })

export const clearSessionCookie = (deployment: Deployment, reply: FastifyReply) =>
  reply.clearCookie(sessionCookieName(deployment), sessionCookieOptions(deployment))

export const readSessionToken = (
  deployment: Deployment,
  { cookies }: FastifyRequest,
): string | undefined => cookies[sessionCookieName(deployment)]
