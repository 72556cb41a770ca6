import { createHmac, randomBytes } from 'node:crypto'
import { ApiError, toEmailKey } from '#contract'
import { emailDomain } from '#contract/email-address'
import { sha256 } from '#platform/crypto/encryption'
import { isId } from '#platform/lib/ids'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { countAddressAttempt } from '../sign-in/rate-limit.ts'
import type { RequestOrigin } from '../sign-in/tables.ts'
import type { RequestSecrets } from './identity-provider.ts'
import { openProvider, type ProviderKinds } from './kinds.ts'
import * as store from './store.ts'
import type { ProviderRow, SignOnPurpose, SignOnRequestRow } from './tables.ts'

/*
 * Authorization requests. The browser stores a secret in a cookie, and the URL contains the state of each
 * request. The other secrets of a protocol are derived from both. The database stores only hashes: neither
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

/** Creates an authorization request. Requires the real time in `ctx.now`. */
async function startRequest(
  ctx: TxContext,
  kinds: ProviderKinds,
  provider: ProviderRow,
  request: NewSignOnRequest,
): Promise<StartedSignOn> {
  const { connector, opened } = openProvider(ctx.deployment, kinds, provider)
  const state = randomBytes(32).toString('base64url')
  const browser_token = isToken(request.browser_token)
    ? request.browser_token
    : randomBytes(32).toString('base64url')
  await store.insertRequest(ctx, {
    account_id: ctx.account_id,
    provider_id: provider.id,
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
  const isConfirmation = request.purpose === 'confirmation'
  const { email } = request
  const secrets = deriveSecrets(browser_token, state)
  const url = await connector.start(opened, { ...secrets, email, isConfirmation })
  return { url, browser_token }
}

/** Derives the secrets of a request. They are as random as the secret of the browser. */
export const deriveSecrets = (browser_token: string, state: string): RequestSecrets => ({
  state,
  derive: (purpose) =>
    createHmac('sha256', browser_token).update(`${purpose} ${state}`).digest('base64url'),
})

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
  kinds: ProviderKinds,
): Promise<StartedSignOn | undefined> {
  await countAddressAttempt(db, requestOrigin)
  return inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const filter = { email_key: toEmailKey(email), account_id, domain: emailDomain(email) }
    const provider =
      (await store.findProviderByEmail(ctx, filter)) ??
      (await store.findProviderByDomain(ctx, filter))
    if (provider === undefined) return undefined
    const accountCtx = { ...ctx, account_id: provider.account_id }
    return startRequest(accountCtx, kinds, provider, { purpose: 'sign_in', browser_token, email })
  })
}

/** Returns the subject with which `countAttempt` counts the starts of a member. */
export const memberSignOnSubject = (user_id: string): string => `single sign-on ${user_id}`

/** Starts a request of a signed-in or invited person. Throws if the account has no such provider. */
export async function startMemberSignOn(
  ctx: TxContext,
  { provider_id, ...request }: NewSignOnRequest & { provider_id?: string },
  kinds: ProviderKinds,
): Promise<StartedSignOn> {
  const provider = await findProviderFor(ctx, request, provider_id)
  if (provider === undefined || provider.state === null)
    throw new ApiError('not_found', { message: 'This account has no single sign-on.' })
  return startRequest(ctx, kinds, provider, request)
}

function findProviderFor(
  ctx: TxContext,
  { session_id }: NewSignOnRequest,
  provider_id: string | undefined,
): Promise<ProviderRow | undefined> {
  if (provider_id !== undefined)
    return isId(provider_id) ? store.findProvider(ctx, provider_id) : Promise.resolve(undefined)
  return session_id === undefined
    ? store.findFirstProvider(ctx)
    : store.findProviderOfSession(ctx, session_id)
}

/** Finds the provider of an address of responses, in all accounts. */
export async function findProviderByPath(
  db: Database,
  path_id: string,
): Promise<ProviderRow | undefined> {
  if (!isId(path_id)) return undefined
  return readTransaction(db, ALL_ACCOUNTS, (ctx) => store.findProviderByPath(ctx, path_id))
}

/**
 * Deletes the request that a response belongs to, so that it is used only once. Returns undefined if the
 * state is unknown or already used, or if it belongs to another browser or provider.
 */
export async function consumeRequest(
  db: Database,
  { account_id, id: provider_id }: ProviderRow,
  { state, browser_token }: { state: string; browser_token: string | undefined },
): Promise<SignOnRequestRow | undefined> {
  if (!isToken(browser_token)) return undefined
  return inTransaction(db, account_id, (ctx) =>
    store.consumeRequest(ctx, {
      provider_id,
      state_hash: sha256(state),
      browser_hash: sha256(browser_token),
    }),
  )
}
