import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceLifetimeDays, issueDeviceToken, type NewSession } from '#access'
import type { Deployment } from '#platform/installation'
import type { Database } from '#platform/postgres'
import {
  deviceCookieName,
  deviceCookieOptions,
  sessionCookieName,
  sessionCookieOptions,
} from '#platform/session-cookie'

export const keepSession = (place: Deployment, reply: FastifyReply, session: NewSession) =>
  reply.setCookie(sessionCookieName(place), session.token, {
    ...sessionCookieOptions(place),
    expires: session.expires_at,
  })

/** Lets the browser try again whatever strangers have tried; it outlives the session. */
export const keepDevice = (db: Database, reply: FastifyReply, email: string) =>
  reply.setCookie(deviceCookieName(db.deployment), issueDeviceToken(db, email), {
    ...deviceCookieOptions(db.deployment),
    maxAge: deviceLifetimeDays * 24 * 3_600,
  })

export const dropSession = (place: Deployment, reply: FastifyReply) =>
  reply.clearCookie(sessionCookieName(place), sessionCookieOptions(place))

export const sessionOf = (place: Deployment, { cookies }: FastifyRequest): string | undefined =>
  cookies[sessionCookieName(place)]
