import type { Stage } from '#accounts'
import { html, SafeHtml } from '#platform/lib/html'

/* The parts that the consent page and the error pages share. */

export const empty = new SafeHtml('')

export const renderBrand = (stage?: Stage) =>
  html`<p class="brand">${logo} Bestow${stage === 'staging' ? html` <span class="stage">Staging</span>` : empty}</p>`

/** the logo: a parcel with a bow */
const logo = new SafeHtml(
  '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M12 7C10 2 4 3 6 6.5Q7.5 8 12 8Q16.5 8 18 6.5C20 3 14 2 12 7Z" fill="none" stroke="currentColor" stroke-width="1.8"/><path d="M3 8H21V12H3ZM4.5 13.2H11V21H4.5ZM13 13.2H19.5V21H13Z" fill="currentColor"/></svg>',
)

/**
 * Returns the host of a redirect URI, or the scheme of a native app. Users can compare it with the app that
 * they expect.
 */
export function describeDestination(redirect_uri: string): string {
  const { host, hostname, protocol } = new URL(redirect_uri)
  if (!protocol.startsWith('http')) return `the app (${protocol})`
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  return isHere ? `an app on this computer (${host})` : host
}
