interface Origin {
  origin: string
}

/** The name of the cookie of who is signed in. The prefix keeps neighbours on other subdomains from setting it; it needs https. */
export const sessionCookieName = (deployment: Origin): string =>
  isHttps(deployment) ? '__Host-bestow_session' : 'bestow_session'

/** The name of the cookie by which a browser is known that has signed in before. */
export const deviceCookieName = (deployment: Origin): string =>
  isHttps(deployment) ? '__Host-bestow_device' : 'bestow_device'

/** Only our own forms bring it along. */
export const deviceCookieOptions = (deployment: Origin) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: isHttps(deployment) }) as const

/** Other sites' forms and scripts do not bring it along; a link from a mail does. */
export const sessionCookieOptions = (deployment: Origin) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(deployment) }) as const

const isHttps = ({ origin }: Origin) => origin.startsWith('https:')
