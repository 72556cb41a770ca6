/*
 * Single sign-on leaves the app for the identity provider, which redirects back to the page `/single-sign-on`. This tab
 * remembers the page to open then.
 */

const returnPathKey = 'bestow-return-path'

/** Whether the text is a path of this app, and not of another origin. */
export const isAppPath = (path: unknown): path is string =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path)

/** Opens the identity provider. */
export function openIdentityProvider(url: string, returnPath: string): void {
  sessionStorage.setItem(returnPathKey, returnPath)
  window.location.assign(url)
}

/** The page to open after a sign-on of this tab. */
export function readReturnPath(): string {
  const path = sessionStorage.getItem(returnPathKey)
  return isAppPath(path) ? path : '/'
}
