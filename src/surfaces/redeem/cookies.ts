import type { FastifyReply } from 'fastify'
import type { Call, Desk } from './desk.ts'

/*
 * The two cookies of these pages, both first-party and strictly necessary. Neither is set by looking at a page:
 * the draft by sending an address, the recipient proof by confirming a gift or by a link from an email. Their path
 * is the one gift, scripts cannot read them, and their content is encrypted.
 */
const names = { draft: 'bestow_draft', recipient: 'bestow_recipient' } as const

export type CookieName = keyof typeof names

type CookieCall = Pick<Call, 'request' | 'reply' | 'root'>

export const readCookie = ({ request }: CookieCall, name: CookieName): string | undefined =>
  request.cookies[names[name]]

export const setCookie = (
  { db }: Desk,
  { reply, root }: CookieCall,
  name: CookieName,
  value: string,
  maxAgeMs: number,
): FastifyReply =>
  reply.setCookie(names[name], value, {
    ...settingsFor(db.deployment.origin, root),
    maxAge: maxAgeMs / 1000,
  })

export const clearCookie = (
  { db }: Desk,
  { reply, root }: CookieCall,
  name: CookieName,
): FastifyReply => reply.clearCookie(names[name], settingsFor(db.deployment.origin, root))

/** `lax`: a link in an email brings the cookie along, a form on another site does not. */
const settingsFor = (origin: string, path: string) =>
  ({ path, httpOnly: true, sameSite: 'lax', secure: origin.startsWith('https:') }) as const
