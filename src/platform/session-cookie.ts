import type { Installation } from './installation.ts'

/** The name of the cookie of who is signed in. The prefix keeps neighbours on other subdomains from setting it; it needs https. */
export const sessionCookie = (place: Pick<Installation, 'origin'>): string =>
  isSecure(place) ? '__Host-bestow_session' : 'bestow_session'

/** Other sites' forms and scripts do not bring it along; a link from a mail does. */
export const sessionCookieSettings = (place: Pick<Installation, 'origin'>) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(place) }) as const

const isSecure = ({ origin }: Pick<Installation, 'origin'>) => origin.startsWith('https:')
