import type { AuthorizingClient } from '#api-keys'
import { html } from '#platform/lib/html'
import type { AuthPage } from './layout.ts'
import { describeDestination, renderBrand } from './page-parts.ts'

/**
 * Renders an error that the app should receive. The user sees the redirect target and decides whether to go
 * there.
 */
export const backToAppPage = (
  { name }: AuthorizingClient,
  message: string,
  location: string,
): AuthPage => ({
  title: 'Access cannot be granted – Bestow',
  main: html`${renderBrand()}
<h1>Access cannot be granted</h1>
<p><b>${name}</b> sent a request that cannot be processed: ${message}</p>
<p><a href="${location}" rel="noreferrer">Go back to ${describeDestination(location)}</a></p>
<p class="quiet">Nothing was changed. If you did not come from this app, close the page.</p>`,
})

/** Renders an error if no redirect target is known. */
export const errorPage = (message: string): AuthPage => ({
  title: 'Access cannot be granted – Bestow',
  main: html`${renderBrand()}
<h1>Access cannot be granted</h1>
<p>${message}</p>
<p class="quiet">Nothing was changed. Go back to the app and start again. If this page appears again, report its message to the developers of the app.</p>`,
})
