import { createHash, createHmac, randomBytes } from 'node:crypto'
import { ApiError, toEmailKey } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import type { Deployment } from '#platform/deployment'
import { isId } from '#platform/lib/ids'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { countAddressAttempt } from '../sign-in/rate-limit.ts'
import type { RequestOrigin } from '../sign-in/tables.ts'
import * as store from './store.ts'
import type { ProviderRow, SignOnPurpose, SignOnRequestRow } from './tables.ts'

/*
 * Authorization requests. The browser stores a secret in a cookie, and the URL contains the state of each
 * request. The nonce and the PKCE verifier are derived from both. The database stores only hashes: neither
 * the cookie nor the state is of use alone.
 */

/** The number of minutes in which the service accepts the response of the provider. */
export const signOnRequestMinutes = 10

/** The URL of the provider that the browser opens, and the secret for the browser's cookie. */
export interface StartedSignOn {
  url: string
  browser_token: string
}

interface NewSignOnRequest {
  purpose: SignOnPurpose
  /** The secret in the browser's cookie. A browser without a secret gets a new one. */
  browser_token: string | undefined
  /** The email address that the sign-in form of the provider shows. */
  email?: string
  user_id?: string
  session_id?: string
  invitation_id?: string
  /** True if the person opened the invitation with the link in its email. */
  is_email_proven?: boolean
}

/**
 * Returns the redirect URI of an account. Each account has its own, so that the provider of one account
 * cannot use a response for another account.
 */
export const redirectUrl = ({ origin }: Pick<Deployment, 'origin'>, account_id: string): string =>
  `${origin}/single-sign-on/${account_id}`

/** Creates an authorization request of the account. Requires the real time in `ctx.now`. */
async function startRequest(
  ctx: TxContext,
  provider: Pick<ProviderRow, 'client_id' | 'metadata'>,
  request: NewSignOnRequest,
): Promise<StartedSignOn> {
  const state = randomBytes(32).toString('base64url')
  const browser_token = isToken(request.browser_token)
    ? request.browser_token
    : randomBytes(32).toString('base64url')
  await store.insertRequest(ctx, {
    account_id: ctx.account_id,
    state_hash: sha256(state),
    browser_hash: sha256(browser_token),
    purpose: request.purpose,
    user_id: request.user_id ?? null,
    session_id: request.session_id ?? null,
    invitation_id: request.invitation_id ?? null,
    is_email_proven: request.is_email_proven === true,
    created_at: ctx.now,
    expires_at: new Date(ctx.now.getTime() + signOnRequestMinutes * 60_000),
  })
  const { nonce, code_verifier } = deriveSecrets(browser_token, state)
  const url = new URL(provider.metadata.authorization_endpoint)
  const parameters = {
    response_type: 'code',
    client_id: provider.client_id,
    redirect_uri: redirectUrl(ctx.deployment, ctx.account_id),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(request.email !== undefined && { login_hint: request.email }),
    ...(request.purpose === 'confirmation' && { prompt: 'login', max_age: '0' }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { url: url.href, browser_token }
}

/** Derives the secrets of a request. They are as random as the secret of the browser. */
export const deriveSecrets = (browser_token: string, state: string) => ({
  nonce: derive(browser_token, `nonce ${state}`),
  code_verifier: derive(browser_token, `code verifier ${state}`),
})

const derive = (browser_token: string, purpose: string): string =>
  createHmac('sha256', browser_token).update(purpose).digest('base64url')

const isToken = (text: string | undefined): text is string =>
  text !== undefined && /^[\w-]{43}$/.test(text)

/** Starts a sign-in. Returns undefined for an unknown address, and for an account without a provider. */
export async function startSignOn(
  db: Database,
  {
    email,
    account_id,
    browser_token,
  }: { email: string; account_id?: string; browser_token: string | undefined },
  requestOrigin: RequestOrigin,
): Promise<StartedSignOn | undefined> {
  await countAddressAttempt(db, requestOrigin)
  return inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const filter = { email_key: toEmailKey(email), account_id }
    const provider = await store.findProviderByEmail(ctx, filter)
    if (provider === undefined) return undefined
    const accountCtx = { ...ctx, account_id: provider.account_id }
    return startRequest(accountCtx, provider, { purpose: 'sign_in', browser_token, email })
  })
}

/** Returns the subject with which `countAttempt` counts the starts of a member. */
export const memberSignOnSubject = (user_id: string): string => `single sign-on ${user_id}`

/** Starts a request of a signed-in or invited person. Throws if the account has no provider. */
export async function startMemberSignOn(
  ctx: TxContext,
  request: NewSignOnRequest,
): Promise<StartedSignOn> {
  const provider = await store.findProvider(ctx)
  if (provider === undefined)
    throw new ApiError('not_found', { message: 'This account has no single sign-on.' })
  return startRequest(ctx, provider, request)
}

/**
 * Deletes the request that a response belongs to, so that it is used only once. Returns undefined if the
 * state is unknown or already used, or if it belongs to another browser or account.
 */
export async function consumeRequest(
  db: Database,
  account_id: string,
  { state, browser_token }: { state: string; browser_token: string | undefined },
): Promise<SignOnRequestRow | undefined> {
  if (!isToken(browser_token) || !isId(account_id)) return undefined
  return inTransaction(db, account_id, (ctx) =>
    store.consumeRequest(ctx, {
      account_id,
      state_hash: sha256(state),
      browser_hash: sha256(browser_token),
    }),
  )
}
