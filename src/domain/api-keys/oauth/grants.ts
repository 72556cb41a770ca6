import { timingSafeEqual } from 'node:crypto'
import { type GrantedScope, intersectScopes } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { resolveScopeParameter } from '../scopes/granted-scopes.ts'
import type { Audience } from './audience.ts'
import {
  type ClientCredentials,
  generateSecret,
  hasNoMismatch,
  matchesFully,
  normalizeClientId,
  secondsFromNow,
} from './client-secrets.ts'
import * as store from './store.ts'

/*
 * The OAuth grant types. All functions require a transaction for ALL_ACCOUNTS, because they identify the
 * account. They return errors instead of throwing, because the revocation of a token family must be
 * committed.
 */

export interface IssuedTokens {
  access_token: string
  refresh_token: string
  /** Lifetime of the access token in seconds. */
  expires_in: number
  /** The scopes of the access token. */
  scopes: readonly GrantedScope[]
}

export type GrantError = 'invalid_client' | 'invalid_grant' | 'invalid_scope' | 'invalid_target'
/** The parameters of a token request that narrow its tokens. */
export interface GrantOptions {
  scope?: string | undefined
  /** The parameter `resource`. A code and a refresh token have the resource of their consent. */
  audience?: Audience | undefined
}

export type GrantResult = IssuedTokens | GrantError

const lifetimeSeconds = {
  access: 3600,
  refresh: 90 * 24 * 3600, // from one exchange to the next
}

/**
 * Grant by client credentials: all four credentials must be present and correct. Without `scope`, the tokens have all
 * scopes of the client.
 */
export async function grantByCredentials(
  ctx: TxContext,
  credentials: ClientCredentials,
  { scope, audience = 'api' }: GrantOptions = {},
): Promise<GrantResult> {
  const { client_id = '' } = credentials
  const client = await store.findKnownClient(ctx, normalizeClientId(client_id))
  const isValidClient = matchesFully(ctx, client, credentials) // also compares for an unknown client
  if (client === undefined || !isValidClient) return 'invalid_client'
  const scopes = resolveScopeParameter(scope, client.client_scopes)
  if (scopes === undefined) return 'invalid_scope'
  const grant_id = newId(ctx.now)
  const { account_id } = client
  store.insertGrant(ctx, {
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

/**
 * Grant by refresh token. A refresh token can be exchanged once for a new pair. A second use means that
 * the token has leaked, and revokes its whole family. Credentials are optional here, but must be correct.
 * `scope` can only narrow the scopes of the grant, for this access token (RFC 6749, 6).
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
  if (token.used_at !== null) store.revokeGrant(ctx, token)
  if (isUnusable(ctx, token)) return 'invalid_grant'
  if (audience !== undefined && audience !== token.audience) return 'invalid_target'
  const granted = effectiveScopes(token)
  const scopes = resolveScopeParameter(scope, granted)
  if (scopes === undefined) return 'invalid_scope'
  store.markTokenUsed(ctx, token)
  return issueTokens(ctx, token, { scopes, isNarrowed: scope !== undefined })
}

/**
 * Grant by authorization code. A code can be exchanged once, by the requesting app, with its redirect URI
 * and the PKCE verifier. A second use means that the code has leaked, and revokes the tokens of the
 * first.
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
  if (code.used_at !== null) store.revokeGrant(ctx, code)
  if (isUnusable(ctx, code)) return 'invalid_grant'
  store.markCodeUsed(ctx, code) // even if the other parameters are wrong: a code has only one attempt
  const isValid =
    request.redirect_uri === code.redirect_uri &&
    verifyPkce(request.code_verifier, code.code_challenge)
  if (isValid && audience !== undefined && audience !== code.audience) return 'invalid_target'
  return isValid ? issueTokens(ctx, code, { scopes: effectiveScopes(code) }) : 'invalid_grant'
}

/** The scopes of a grant that its client still has. */
const effectiveScopes = ({ scopes, client_scopes }: store.LockedCredential): GrantedScope[] =>
  intersectScopes(scopes, client_scopes)

async function issueTokens(
  ctx: TxContext,
  { account_id, client_id, grant_id }: { account_id: string; client_id: string; grant_id: string },
  { scopes, isNarrowed = false }: { scopes: readonly GrantedScope[]; isNarrowed?: boolean },
): Promise<IssuedTokens> {
  const access_token = generateSecret(ctx, 'access_token')
  const refresh_token = generateSecret(ctx, 'refresh_token')
  const buildToken = (kind: 'access' | 'refresh', text: string) => ({
    account_id,
    id: newId(ctx.now),
    grant_id,
    kind,
    token_hash: sha256(text),
    scopes: kind === 'access' && isNarrowed ? scopes : null,
    expires_at: secondsFromNow(ctx, lifetimeSeconds[kind]),
  })
  store.recordIssue(ctx, account_id, client_id)
  await store.insertTokens(ctx, [
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
