/*
 * Single sign-on leaves the app and opens the identity provider. The provider then redirects to the page
 * `/single-sign-on`. This tab stores the path of the page to open after that.
 */

const returnPathKey = 'bestow-return-path'

/** Returns whether a value is a path of this app. A URL of another origin is not. */
export const isAppPath = (path: unknown): path is string =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path)

/** Stores the path to return to, and opens the identity provider. */
export function openIdentityProvider(url: string, returnPath: string): void {
  sessionStorage.setItem(returnPathKey, returnPath)
  window.location.assign(url)
}

/** Returns the path of the page to open after single sign-on in this tab. */
export function readReturnPath(): string {
  const path = sessionStorage.getItem(returnPathKey)
  return isAppPath(path) ? path : '/'
}
