import type { FastifyReply } from 'fastify'
import type { PageDeps, PageRequest } from './context.ts'

/*
 * The two cookies of these pages, both first-party and strictly necessary. Neither is set by looking at a page:
 * the draft by sending an address, the recipient proof by confirming a gift or by a link from an email. Their path
 * is the one gift, scripts cannot read them, and their content is encrypted.
 */
const cookieNames = { draft: 'bestow_draft', recipient: 'bestow_recipient' } as const

export type CookieName = keyof typeof cookieNames

type CookieRequest = Pick<PageRequest, 'request' | 'reply' | 'root'>

export const readCookie = ({ request }: CookieRequest, name: CookieName): string | undefined =>
  request.cookies[cookieNames[name]]

export const setCookie = (
  { db }: PageDeps,
  { reply, root }: CookieRequest,
  name: CookieName,
  value: string,
  maxAgeMs: number,
): FastifyReply =>
  reply.setCookie(cookieNames[name], value, {
    ...cookieSettings(db.deployment.origin, root),
    maxAge: maxAgeMs / 1000,
  })

export const clearCookie = (
  { db }: PageDeps,
  { reply, root }: CookieRequest,
  name: CookieName,
): FastifyReply => reply.clearCookie(cookieNames[name], cookieSettings(db.deployment.origin, root))

/** `lax`: a link in an email brings the cookie along, a form on another site does not. */
const cookieSettings = (origin: string, path: string) =>
  ({ path, httpOnly: true, sameSite: 'lax', secure: origin.startsWith('https:') }) as const
