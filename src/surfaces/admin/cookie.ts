import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceLifetimeDays, issueDeviceToken, type NewSession } from '#access'
import type { Installation } from '#platform/installation'
import type { Database } from '#platform/postgres'
import {
  deviceCookie,
  deviceCookieSettings,
  sessionCookie,
  sessionCookieSettings,
} from '#platform/session-cookie'

export const keepSession = (place: Installation, reply: FastifyReply, session: NewSession) =>
  reply.setCookie(sessionCookie(place), session.token, {
    ...sessionCookieSettings(place),
    expires: session.expires_at,
  })

/** Lets the browser try again whatever strangers have tried; it outlives the session. */
export const keepDevice = (db: Database, reply: FastifyReply, email: string) =>
  reply.setCookie(deviceCookie(db.installation), issueDeviceToken(db, email), {
    ...deviceCookieSettings(db.installation),
    maxAge: deviceLifetimeDays * 24 * 3_600,
  })

export const dropSession = (place: Installation, reply: FastifyReply) =>
  reply.clearCookie(sessionCookie(place), sessionCookieSettings(place))

export const sessionOf = (place: Installation, { cookies }: FastifyRequest): string | undefined =>
  cookies[sessionCookie(place)]
