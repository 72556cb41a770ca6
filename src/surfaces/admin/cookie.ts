import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedIn } from '#access'
import type { Installation } from '#platform/installation'
import { sessionCookie, sessionCookieSettings } from '#platform/session-cookie'

export const keepSession = (place: Installation, reply: FastifyReply, session: SignedIn) =>
  reply.setCookie(sessionCookie(place), session.token, {
    ...sessionCookieSettings(place),
    expires: session.expires_at,
  })

export const dropSession = (place: Installation, reply: FastifyReply) =>
  reply.clearCookie(sessionCookie(place), sessionCookieSettings(place))

export const sessionOf = (place: Installation, { cookies }: FastifyRequest): string | undefined =>
  cookies[sessionCookie(place)]
