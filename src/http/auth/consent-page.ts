import type { Stage } from '#accounts'
import type { AuthorizingClient } from '#api-keys'
import {
  expandScopes,
  fullAccess,
  type GrantedScope,
  scopes as scopeDescriptions,
  sensitiveScopes,
} from '#contract'
import { html, SafeHtml } from '#platform/lib/html'
import type { AuthPage } from './layout.ts'

export interface ConsentView {
  client: AuthorizingClient
  redirect_uri: string
  /** The scopes that the app gets. */
  scopes: readonly GrantedScope[]
  consentToken: string
  stage: Stage
  /** The signed-in user who may consent without entering credentials. */
  member?: { name: string; email: string } | undefined
  /** The entered email address and the error, when the form is shown again. */
  email?: string
  error?: string
}

const empty = new SafeHtml('')

/** Shows the app, the permissions, the account and the redirect target, with the buttons to allow or deny. */
export function consentPage({
  client,
  redirect_uri,
  scopes,
  consentToken,
  stage,
  member,
  email = '',
  error,
}: ConsentView): AuthPage {
  const { name, account_name } = client
  return {
    title: `${error === undefined ? '' : 'Error: '}Allow ${name}? – Bestow`,
    main: html`${renderBrand(stage)}
<h1><b>${name}</b> wants to act for <b>${account_name}</b></h1>
<p>If you allow it, it can:</p>
<ul>${describeScopes(scopes).map((each) => html`<li>${each}</li>`)}</ul>
<p class="quiet">This lasts until an admin revokes it under OAuth clients.</p>
<form method="post" action="/auth/authorize">
${error === undefined ? empty : html`<p class="error" id="error" role="alert">${error}</p>`}
<input type="hidden" name="consent_token" value="${consentToken}">
${member === undefined ? renderCredentials(email, error) : html`<p>You are signed in as <b>${member.name}</b> (${member.email}).</p>`}
<div class="choice">
<button name="decision" value="allow">${member === undefined ? 'Sign in and allow' : 'Allow'}</button>
<button name="decision" value="deny" formnovalidate class="no">Don’t allow</button>
</div>
</form>
<p class="quiet">In both cases you return to <span class="place">${describeDestination(redirect_uri)}</span>. The app does not see your password.</p>`,
  }
}

/**
 * Describes what the app may do. Full access is described in few lines: a list of all scopes would hide what matters.
 */
function describeScopes(granted: readonly GrantedScope[]): string[] {
  if (!granted.includes(fullAccess))
    return expandScopes(granted).map((scope) => describeScope(scope))
  return [
    'send, change and cancel gifts',
    'see gift requests, recipients and their addresses',
    'correct and erase the data of recipients',
    'see and change campaigns, products and stock',
    'see events and reports',
    ...sensitiveScopes.filter((scope) => granted.includes(scope)).map(describeScope),
  ]
}

/** Returns the description of a scope in the form of a list item, such as "read campaigns". */
function describeScope(scope: keyof typeof scopeDescriptions): string {
  const text = scopeDescriptions[scope].replace(/\.$/, '')
  return text.charAt(0).toLowerCase() + text.slice(1)
}

const renderCredentials = (
  email: string,
  error: string | undefined,
) => html`<label for="email">E-mail address</label>
<input id="email" name="email" type="email" value="${email}" required maxlength="254"
 autocomplete="username" autocapitalize="none" spellcheck="false"${renderErrorReference(error)}>
<label for="password">Password</label>
<input id="password" name="password" type="password" required maxlength="1000"
 autocomplete="current-password"${renderErrorReference(error)}${error === undefined ? empty : new SafeHtml(' autofocus')}>
<p class="quiet">With a passkey or an authenticator app, <a href="/sign-in">sign in</a> first, and open this page again.</p>`

/** Shows an error that the app should receive. The user sees the redirect target and decides. */
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

/** Shows an error when no redirect target is known. */
export const errorPage = (message: string): AuthPage => ({
  title: 'Access cannot be granted – Bestow',
  main: html`${renderBrand()}
<h1>Access cannot be granted</h1>
<p>${message}</p>
<p class="quiet">Nothing was changed. Go back to the app and start again. If this page appears again, report its message to the developers of the app.</p>`,
})

const renderBrand = (stage?: Stage) =>
  html`<p class="brand">${logo} Bestow${stage === 'staging' ? html` <span class="stage">Staging</span>` : empty}</p>`

/** a parcel with a bow */
const logo = new SafeHtml(
  '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M12 7C10 2 4 3 6 6.5Q7.5 8 12 8Q16.5 8 18 6.5C20 3 14 2 12 7Z" fill="none" stroke="currentColor" stroke-width="1.8"/><path d="M3 8H21V12H3ZM4.5 13.2H11V21H4.5ZM13 13.2H19.5V21H13Z" fill="currentColor"/></svg>',
)

const renderErrorReference = (error: string | undefined) =>
  error === undefined ? empty : new SafeHtml(' aria-invalid="true" aria-describedby="error"')

/** Returns the host, or the scheme of a native app, which users can compare. */
function describeDestination(redirect_uri: string): string {
  const { host, hostname, protocol } = new URL(redirect_uri)
  if (!protocol.startsWith('http')) return `the app (${protocol})`
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  return isHere ? `an app on this computer (${host})` : host
}
