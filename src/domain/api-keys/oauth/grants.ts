import { timingSafeEqual } from 'node:crypto'
import { sha256 } from '#platform/crypto/encryption'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
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
 * Every way to tokens. All of these run in a work for everyone: who calls is what they find out.
 * A refusal is an answer, not a throw, because what it does (revoke a family) must be committed.
 */

export interface IssuedTokens {
  access_token: string
  refresh_token: string
  /** Seconds the access token lives. */
  expires_in: number
}

export type GrantError = 'invalid_client' | 'invalid_grant'
export type GrantResult = IssuedTokens | GrantError

const lifetimeSeconds = {
  access: 3600,
  refresh: 90 * 24 * 3600, // from one exchange to the next
}

/** Client credentials: all four of the claims have to be there and true. */
export async function grantByCredentials(
  ctx: TxContext,
  credentials: ClientCredentials,
): Promise<GrantResult> {
  const { client_id = '' } = credentials
  const client = await store.findKnownClient(ctx, normalizeClientId(client_id))
  const isValidClient = matchesFully(ctx, client, credentials) // compared for an unknown client too
  if (client === undefined || !isValidClient) return 'invalid_client'
  const grant_id = newId(ctx.now)
  const { account_id } = client
  store.insertGrant(ctx, {
    account_id,
    id: grant_id,
    client_id: client.client_id,
    user_id: null,
  })
  return issueTokens(ctx, { account_id, client_id: client.client_id, grant_id })
}

/**
 * A refresh token buys one new pair. Presented again, it is in two hands: then all tokens of its
 * family end. Whatever the caller says of itself must be true, and need not be said.
 */
export async function grantByRefresh(
  ctx: TxContext,
  refresh_token: string,
  credentials: ClientCredentials,
): Promise<GrantResult> {
  const token = await store.findTokenForUpdate(ctx, sha256(refresh_token))
  if (token === undefined || token.kind_of_token !== 'refresh') return 'invalid_grant'
  if (!hasNoMismatch(ctx, token, credentials))
    return credentials.client_secret === undefined ? 'invalid_grant' : 'invalid_client'
  if (token.used_at !== null) store.revokeGrant(ctx, token)
  if (isUnusable(ctx, token)) return 'invalid_grant'
  store.markTokenUsed(ctx, token)
  return issueTokens(ctx, token)
}

/**
 * A code buys one pair, for the app that asked, at the address it asked from, with the verifier that
 * only it knows. Presented again, it has leaked: then what it bought ends.
 */
export async function grantByCode(
  ctx: TxContext,
  request: { code: string; redirect_uri: string; code_verifier: string },
  credentials: ClientCredentials,
): Promise<GrantResult> {
  const code = await store.findCodeForUpdate(ctx, sha256(request.code))
  if (code === undefined) return 'invalid_grant'
  if (!hasNoMismatch(ctx, code, credentials)) return 'invalid_grant'
  if (code.used_at !== null) store.revokeGrant(ctx, code)
  if (isUnusable(ctx, code)) return 'invalid_grant'
  store.markCodeUsed(ctx, code) // also when the rest is wrong: nobody gets to try twice
  const isValid =
    request.redirect_uri === code.redirect_uri &&
    verifyPkce(request.code_verifier, code.code_challenge)
  return isValid ? issueTokens(ctx, code) : 'invalid_grant'
}

async function issueTokens(
  ctx: TxContext,
  { account_id, client_id, grant_id }: { account_id: string; client_id: string; grant_id: string },
): Promise<IssuedTokens> {
  const access_token = generateSecret(ctx, 'access_token')
  const refresh_token = generateSecret(ctx, 'refresh_token')
  const buildToken = (kind: 'access' | 'refresh', text: string) => ({
    account_id,
    id: newId(ctx.now),
    grant_id,
    kind,
    token_hash: sha256(text),
    expires_at: secondsFromNow(ctx, lifetimeSeconds[kind]),
  })
  store.recordIssue(ctx, account_id, client_id)
  await store.insertTokens(ctx, [
    buildToken('access', access_token),
    buildToken('refresh', refresh_token),
  ])
  return { access_token, refresh_token, expires_in: lifetimeSeconds.access }
}

const isUnusable = (ctx: TxContext, { used_at, is_revoked, expires_at }: store.LockedCredential) =>
  used_at !== null || is_revoked || expires_at <= ctx.now

const verifyPkce = (verifier: string, challenge: string): boolean => {
  const hashed = sha256(verifier)
  const expected = Buffer.from(challenge, 'base64url')
  return expected.length === hashed.length && timingSafeEqual(hashed, expected)
}
