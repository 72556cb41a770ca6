import type { FastifyReply } from 'fastify'
import type { PageDeps, PageRequest } from './context.ts'

/*
 * The three cookies of these pages are first-party and strictly necessary. No GET sets a cookie: submitting an address
 * sets the draft; confirming a gift, or the button behind an email link, sets the recipient proof; claiming a gift of
 * a one-link sets the device, a random number that limits claims. Their path is limited to one gift or one-link, and
 * scripts cannot read them (HttpOnly). The content of the first two is encrypted.
 */
const cookieNames = {
  draft: 'bestow_draft',
  recipient: 'bestow_recipient',
  device: 'bestow_device',
} as const

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

/** `SameSite=Lax`: a link in an email sends the cookie, a form on another site does not. */
const cookieSettings = (origin: string, path: string) =>
  ({ path, httpOnly: true, sameSite: 'lax', secure: origin.startsWith('https:') }) as const
