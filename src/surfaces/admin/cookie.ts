import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedIn } from '#access'
import type { Installation } from '#platform/installation'

/** The prefix keeps neighbours on other subdomains from setting it. It needs https. */
const nameOf = (place: Installation) =>
  isSecure(place) ? '__Host-bestow_session' : 'bestow_session'

const isSecure = ({ origin }: Installation) => origin.startsWith('https:')

/** Other sites' forms and scripts do not bring it along; a link from a mail does. */
const settings = (place: Installation) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(place) }) as const

export const keepSession = (place: Installation, reply: FastifyReply, session: SignedIn) =>
  reply.setCookie(nameOf(place), session.token, {
    ...settings(place),
    expires: session.expires_at,
  })

export const dropSession = (place: Installation, reply: FastifyReply) =>
  reply.clearCookie(nameOf(place), settings(place))

export const sessionOf = (place: Installation, { cookies }: FastifyRequest): string | undefined =>
  cookies[nameOf(place)]
