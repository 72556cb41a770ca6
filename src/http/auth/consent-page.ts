import type { Stage } from '#accounts'
import { type AuthorizingClient, defaultDailyCap, maxDailyCap } from '#api-keys'
import {
  expandScopes,
  fullAccess,
  type GrantedScope,
  scopes as scopeDescriptions,
  sensitiveScopes,
} from '#contract'
import { html, SafeHtml } from '#platform/lib/html'
import type { AuthorizationRequest } from './authorization-request.ts'
import { asksDailyCap, type ConsentingUser } from './consent.ts'
import type { AuthPage } from './layout.ts'
import { describeDestination, empty, renderBrand } from './page-parts.ts'

export interface ConsentView {
  client: AuthorizingClient
  /** The access that the app requests. */
  authorization: AuthorizationRequest
  consentToken: string
  stage: Stage
  /** The signed-in user, who may consent without entering credentials. */
  member?: Pick<ConsentingUser, 'name' | 'email' | 'account_name'> | undefined
  /** The path of this page. After a sign-in on the page of the web app, the user returns to this path. */
  returnPath?: string | undefined
  /**
   * The email address that the user entered, and the error. Both are present when the page shows the form
   * again.
   */
  email?: string
  error?: string
}

/**
 * Renders the page with the app, the permissions, the account and the redirect target. The user can allow or
 * deny the access.
 */
export function consentPage(view: ConsentView): AuthPage {
  const { client, authorization, consentToken, stage, member, error } = view
  const { name, account } = client
  return {
    title: `${error === undefined ? '' : 'Error: '}Allow ${name}? – Bestow`,
    main: html`${renderBrand(stage)}
<h1><b>${name}</b> wants to act for <b>${account?.name ?? member?.account_name ?? 'your account'}</b></h1>
${account === undefined ? renderUnverified(authorization) : empty}
<p>If you allow it, it can:</p>
<ul>${describeAccess(authorization).map((each) => html`<li>${each}</li>`)}</ul>
<p class="quiet">This lasts until an admin disconnects it under Connected apps.</p>
<form method="post" action="/auth/authorize">
${error === undefined ? empty : html`<p class="error" id="error" role="alert">${error}</p>`}
<input type="hidden" name="consent_token" value="${consentToken}">
${asksDailyCap(authorization) ? renderDailyCap() : empty}
${member === undefined ? renderCredentials(view) : html`<p>You are signed in as <b>${member.name}</b> (${member.email}).</p>`}
<div class="choice">
<button name="decision" value="allow">${member === undefined ? 'Sign in and allow' : 'Allow'}</button>
<button name="decision" value="deny" formnovalidate class="no">Don’t allow</button>
</div>
</form>
<p class="quiet">In both cases you return to <span class="place">${describeDestination(authorization.redirect_uri)}</span>. The app does not see your password.</p>`,
  }
}

/**
 * Renders a notice about an app that registered itself. The app can have any name, so the notice says where
 * the access goes.
 */
const renderUnverified = ({ redirect_uri }: AuthorizationRequest) =>
  html`<p class="notice">The app chose this name itself, and Bestow cannot check it. Access goes to <span class="place">${describeDestination(redirect_uri)}</span>. Allow it only if you have just connected this app.</p>`

const renderDailyCap = () => html`<label for="daily_cap">Gifts that it may send in 24 hours</label>
<input id="daily_cap" name="daily_cap" type="number" inputmode="numeric" required min="0" max="${String(maxDailyCap)}"
 value="${String(defaultDailyCap)}" aria-describedby="cap_hint">
<p class="quiet" id="cap_hint">All agents of the account count together. With 0, it can look at gifts, but not send or change any.</p>`

function describeAccess({ audience, scopes }: AuthorizationRequest): string[] {
  return audience === 'mcp'
    ? expandScopes(scopes).map((scope) => agentDescriptions[scope] ?? describeScope(scope))
    : describeScopes(scopes)
}

/**
 * The descriptions of scopes for agents, where they differ from the API. Agents show a preview, and see no
 * addresses.
 */
const agentDescriptions: Partial<Record<keyof typeof scopeDescriptions, string>> = {
  'gift_requests:read':
    'see gifts and their recipients, parcels and emails, but no postal addresses',
  'gift_requests:write': 'send, change and cancel gifts, each with a preview first',
  'campaigns:read': 'see campaigns, their items and stock',
  'events:read': 'see the events of gifts',
  'endpoints:read': 'see whether webhooks are delivered',
}

/**
 * Describes what the app may do. The description of full access is short, because a list of all scopes would
 * hide the important facts.
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

const renderCredentials = ({
  email = '',
  error,
  returnPath,
}: ConsentView) => html`<label for="email">E-mail address</label>
<input id="email" name="email" type="email" value="${email}" required maxlength="254"
 autocomplete="username" autocapitalize="none" spellcheck="false"${renderErrorReference(error)}>
<label for="password">Password</label>
<input id="password" name="password" type="password" required maxlength="1000"
 autocomplete="current-password"${renderErrorReference(error)}${error === undefined ? empty : new SafeHtml(' autofocus')}>
<p class="quiet">With a passkey or an authenticator app, <a href="${signInPath(returnPath)}">sign in</a> first${returnPath === undefined ? ', and open this page again' : ''}.</p>`

const signInPath = (returnPath: string | undefined) =>
  returnPath === undefined ? '/sign-in' : `/sign-in?next=${encodeURIComponent(returnPath)}`

const renderErrorReference = (error: string | undefined) =>
  error === undefined ? empty : new SafeHtml(' aria-invalid="true" aria-describedby="error"')
