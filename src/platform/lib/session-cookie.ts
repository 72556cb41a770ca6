import type { Deployment } from '../deployment.ts'

/** The name of the cookie of who is signed in. The prefix keeps neighbours on other subdomains from setting it; it needs https. */
export const sessionCookieName = (deployment: Pick<Deployment, 'origin'>): string =>
  isHttps(deployment) ? '__Host-bestow_session' : 'bestow_session'

/** The name of the cookie by which a browser is known that has signed in before. */
export const deviceCookieName = (deployment: Pick<Deployment, 'origin'>): string =>
  isHttps(deployment) ? '__Host-bestow_device' : 'bestow_device'

/** Only our own forms bring it along. */
export const deviceCookieOptions = (deployment: Pick<Deployment, 'origin'>) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: isHttps(deployment) }) as const

/** Other sites' forms and scripts do not bring it along; a link from a mail does. */
export const sessionCookieOptions = (deployment: Pick<Deployment, 'origin'>) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(deployment) }) as const

const isHttps = ({ origin }: Pick<Deployment, 'origin'>) => origin.startsWith('https:')
