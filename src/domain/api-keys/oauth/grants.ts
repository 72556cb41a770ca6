import { randomBytes, timingSafeEqual } from 'node:crypto'
import { type GrantedScope, intersectScopes } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { resolveScopeParameter } from '../scopes/granted-scopes.ts'
import type { Audience } from './audience.ts'
import {
  type ClientCredentials,
  deriveSecret,
  generateSecret,
  hasNoMismatch,
  matchesFully,
  normalizeClientId,
  secondsFromNow,
} from './client-secrets.ts'
import * as grantStore from './grant-store.ts'
import * as store from './store.ts'

/*
 * The OAuth grant types. All functions require a transaction for ALL_ACCOUNTS, because they find out which
 * account a request belongs to. They return errors instead of throwing them, because the revocation of a
 * token family must be committed.
 */

export interface IssuedTokens {
  access_token: string
  refresh_token: string
  /** The lifetime of the access token in seconds. */
  expires_in: number
  /** The scopes of the access token. */
  scopes: readonly GrantedScope[]
}

export type GrantError = 'invalid_client' | 'invalid_grant' | 'invalid_scope' | 'invalid_target'
/** The parameters with which a token request restricts its tokens. */
export interface GrantOptions {
  scope?: string | undefined
  /**
   * The parameter `resource`. A code and a refresh token have the resource of the consent that they come
   * from.
   */
  audience?: Audience | undefined
}

export type GrantResult = IssuedTokens | GrantError

const lifetimeSeconds = {
  access: 3600,
  refresh: 90 * 24 * 3600, // seconds from one exchange of the token to the next
}

/**
 * Grants tokens for client credentials. All four credentials must be present and correct. Without `scope`,
 * the tokens have all scopes of the client.
 */
export async function grantByCredentials(
  ctx: TxContext,
  credentials: ClientCredentials,
  { scope, audience = 'api' }: GrantOptions = {},
): Promise<GrantResult> {
  const { client_id = '' } = credentials
  const client = await store.findKnownClient(ctx, normalizeClientId(client_id))
  const isValidClient = matchesFully(ctx, client, credentials) // compares the credentials even for an unknown client
  if (client === undefined || !isValidClient) return 'invalid_client'
  const scopes = resolveScopeParameter(scope, client.client_scopes)
  if (scopes === undefined) return 'invalid_scope'
  const grant_id = newId(ctx.now)
  const { account_id } = client
  await grantStore.insertGrant(ctx, {
    account_id,
    id: grant_id,
    client_id: client.client_id,
    user_id: null,
    scopes,
    audience,
    daily_cap: null,
    redirect_uri: null,
  })
  return issueTokens(ctx, { account_id, client_id: client.client_id, grant_id }, { scopes })
}

/** The milliseconds in which a client that lost the response to a refresh receives the same tokens again. */
const retryWindowMs = 30_000

/**
 * Grants tokens for a refresh token. A client can exchange a refresh token once for a new pair of tokens. A
 * second use within half a minute is a retry and gets the same pair. A later second use means that the token
 * has leaked, and revokes its whole family. A second use after the client has used the new refresh token has
 * the same effect.
 *
 * Credentials are optional for this grant, but they must be correct. `scope` can only reduce the scopes of
 * the grant, for this access token (RFC 6749, 6).
 */
export async function grantByRefresh(
  ctx: TxContext,
  refresh_token: string,
  credentials: ClientCredentials,
  { scope, audience }: GrantOptions = {},
): Promise<GrantResult> {
  const token = await store.findTokenForUpdate(ctx, sha256(refresh_token))
  if (token === undefined || token.kind_of_token !== 'refresh') return 'invalid_grant'
  if (!hasNoMismatch(ctx, token, credentials))
    return credentials.client_secret === undefined ? 'invalid_grant' : 'invalid_client'
  const isForOther = audience !== undefined && audience !== token.audience
  const successor = isForOther ? undefined : await findSuccessor(ctx, token, refresh_token)
  if (successor !== undefined) return successor
  if (token.used_at !== null) grantStore.revokeGrant(ctx, token)
  if (isUnusable(ctx, token)) return 'invalid_grant'
  if (isForOther) return 'invalid_target'
  const granted = effectiveScopes(token)
  const scopes = resolveScopeParameter(scope, granted)
  if (scopes === undefined) return 'invalid_scope'
  const salt = randomBytes(32)
  grantStore.markTokenUsed(ctx, token, salt)
  return issueTokens(
    ctx,
    token,
    { scopes, isNarrowed: scope !== undefined },
    derivePair(ctx, refresh_token, salt),
  )
}

interface TokenPair {
  access_token: string
  refresh_token: string
}

const derivePair = (ctx: TxContext, refresh_token: string, salt: Buffer): TokenPair => ({
  access_token: deriveSecret(ctx, 'access_token', refresh_token, salt),
  refresh_token: deriveSecret(ctx, 'refresh_token', refresh_token, salt),
})

/**
 * Finds the pair that replaced this refresh token within the last half minute, if the client has used neither
 * token of the pair.
 */
async function findSuccessor(
  ctx: TxContext,
  token: store.LockedToken,
  refresh_token: string,
): Promise<IssuedTokens | undefined> {
  const { used_at, successor_salt, is_revoked } = token
  if (used_at === null || successor_salt === null || is_revoked) return undefined
  if (ctx.now.getTime() - used_at.getTime() > retryWindowMs) return undefined
  const pair = derivePair(ctx, refresh_token, successor_salt)
  const unused = await grantStore.listUnusedTokens(ctx, token, Object.values(pair).map(sha256))
  const access = unused.find(({ kind }) => kind === 'access')
  if (access === undefined || unused.length < 2) return undefined
  const remainingMs = access.expires_at.getTime() - ctx.now.getTime()
  return {
    ...pair,
    expires_in: Math.floor(remainingMs / 1000),
    scopes: access.scopes ?? effectiveScopes(token),
  }
}

/**
 * Grants tokens for an authorization code. Only the app that requested the code can exchange it, once, with
 * the redirect URI and the PKCE verifier of the request. A second use means that the code has leaked, and
 * revokes the tokens of the first use.
 */
export async function grantByCode(
  ctx: TxContext,
  request: { code: string; redirect_uri: string; code_verifier: string },
  credentials: ClientCredentials,
  { audience }: Pick<GrantOptions, 'audience'> = {},
): Promise<GrantResult> {
  const code = await store.findCodeForUpdate(ctx, sha256(request.code))
  if (code === undefined) return 'invalid_grant'
  if (!hasNoMismatch(ctx, code, credentials)) return 'invalid_grant'
  if (code.used_at !== null) grantStore.revokeGrant(ctx, code)
  if (isUnusable(ctx, code)) return 'invalid_grant'
  grantStore.markCodeUsed(ctx, code) // a code has only one attempt, even if another parameter is wrong
  const isValid =
    request.redirect_uri === code.redirect_uri &&
    verifyPkce(request.code_verifier, code.code_challenge)
  if (isValid && audience !== undefined && audience !== code.audience) return 'invalid_target'
  return isValid ? issueTokens(ctx, code, { scopes: effectiveScopes(code) }) : 'invalid_grant'
}

/** Returns the scopes of a grant that its client still has. */
const effectiveScopes = ({ scopes, client_scopes }: store.LockedCredential): GrantedScope[] =>
  intersectScopes(scopes, client_scopes)

const generatePair = (ctx: TxContext): TokenPair => ({
  access_token: generateSecret(ctx, 'access_token'),
  refresh_token: generateSecret(ctx, 'refresh_token'),
})

async function issueTokens(
  ctx: TxContext,
  { account_id, client_id, grant_id }: { account_id: string; client_id: string; grant_id: string },
  { scopes, isNarrowed = false }: { scopes: readonly GrantedScope[]; isNarrowed?: boolean },
  { access_token, refresh_token }: TokenPair = generatePair(ctx),
): Promise<IssuedTokens> {
  const buildToken = (kind: 'access' | 'refresh', text: string) => ({
    account_id,
    id: newId(ctx.now),
    grant_id,
    kind,
    token_hash: sha256(text),
    scopes: kind === 'access' && isNarrowed ? scopes : null,
    expires_at: secondsFromNow(ctx, lifetimeSeconds[kind]),
  })
  grantStore.recordIssue(ctx, account_id, client_id)
  await grantStore.insertTokens(ctx, [
    buildToken('access', access_token),
    buildToken('refresh', refresh_token),
  ])
  return { access_token, refresh_token, expires_in: lifetimeSeconds.access, scopes }
}

const isUnusable = (ctx: TxContext, { used_at, is_revoked, expires_at }: store.LockedCredential) =>
  used_at !== null || is_revoked || expires_at <= ctx.now

const verifyPkce = (verifier: string, challenge: string): boolean => {
  const hashed = sha256(verifier)
  const expected = Buffer.from(challenge, 'base64url')
  return expected.length === hashed.length && timingSafeEqual(hashed, expected)
}
