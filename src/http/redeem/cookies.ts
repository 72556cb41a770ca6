import type { FastifyReply } from 'fastify'
import type { PageDeps, PageRequest } from './context.ts'

/*
 * The three cookies of these pages are first-party and strictly necessary. No GET request sets a cookie. The
 * cookie of the draft is set when the recipient submits an address. The cookie with the recipient proof is
 * set when the recipient confirms a gift, or presses the button behind an email link. The cookie of the
 * device is set when a visitor claims a gift of a one-link. It is a random number that limits claims. The
 * path of each cookie is limited to one gift, one-link or preview, and scripts cannot read the cookies
 * (HttpOnly). The content of the first two cookies is encrypted.
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

/**
 * Returns the settings of a cookie. With `SameSite=Lax`, the browser sends the cookie when the user follows a
 * link in an email, but not when a form on another site submits data.
 */
const cookieSettings = (origin: string, path: string) =>
  ({ path, httpOnly: true, sameSite: 'lax', secure: origin.startsWith('https:') }) as const
