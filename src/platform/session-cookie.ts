import type { Installation } from './installation.ts'

/** The name of the cookie of who is signed in. The prefix keeps neighbours on other subdomains from setting it; it needs https. */
export const sessionCookie = (place: Pick<Installation, 'origin'>): string =>
  isSecure(place) ? '__Host-bestow_session' : 'bestow_session'

/** The name of the cookie by which a browser is known that has signed in before. */
export const deviceCookie = (place: Pick<Installation, 'origin'>): string =>
  isSecure(place) ? '__Host-bestow_device' : 'bestow_device'

/** Only our own forms bring it along. */
export const deviceCookieSettings = (place: Pick<Installation, 'origin'>) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(place) }) as const

/** Other sites' forms and scripts do not bring it along; a link from a mail does. */
export const sessionCookieSettings = (place: Pick<Installation, 'origin'>) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(place) }) as const

const isSecure = ({ origin }: Pick<Installation, 'origin'>) => origin.startsWith('https:')
