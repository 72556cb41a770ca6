interface Origin {
  origin: string
}

/**
 * Returns the name of the session cookie. The `__Host-` prefix prevents other subdomains from setting the cookie,
 * and requires https.
 */
export const sessionCookieName = (deployment: Origin): string =>
  isHttps(deployment) ? '__Host-bestow_session' : 'bestow_session'

/** Returns the name of the cookie that identifies a browser that has signed in before. */
export const deviceCookieName = (deployment: Origin): string =>
  isHttps(deployment) ? '__Host-bestow_device' : 'bestow_device'

/** Returns the name of the cookie that binds authorization requests at an identity provider to this browser. */
export const signOnCookieName = (deployment: Origin): string =>
  isHttps(deployment) ? '__Host-bestow_sign_on' : 'bestow_sign_on'

/** Returns the options of a cookie that browsers send only with requests from this site. */
export const strictCookieOptions = (deployment: Origin) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: isHttps(deployment) }) as const

/**
 * Returns the options of a cookie that browsers send with a link from an email, but not with forms and
 * scripts of other sites.
 */
export const sessionCookieOptions = (deployment: Origin) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(deployment) }) as const

const isHttps = ({ origin }: Origin) => origin.startsWith('https:')
