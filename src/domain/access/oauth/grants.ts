import { timingSafeEqual } from 'node:crypto'
import { newId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import { sha256 } from '#platform/secrets'
import {
  after,
  type ClientClaims,
  idToLookUp,
  isNotOtherwise,
  isWholly,
  newSecret,
} from './secrets.ts'
import * as store from './store.ts'

/*
 * Every way to tokens. All of these run in a work for everyone: who calls is what they find out.
 * A refusal is an answer, not a throw, because what it does (revoke a family) must be committed.
 */

export interface Issued {
  access_token: string
  refresh_token: string
  /** Seconds the access token lives. */
  expires_in: number
}

export type GrantProblem = 'invalid_client' | 'invalid_grant'
export type Outcome = Issued | GrantProblem

const lifetime = {
  access: 3600,
  refresh: 90 * 24 * 3600, // from one exchange to the next
}

/** Client credentials: all four of the claims have to be there and true. */
export async function grantByCredentials(ctx: TxContext, claims: ClientClaims): Promise<Outcome> {
  const { client_id = '' } = claims
  const client = await store.findKnownClient(ctx, idToLookUp(client_id))
  const isThem = isWholly(ctx, client, claims) // compared for an unknown client too
  if (client === undefined || !isThem) return 'invalid_client'
  const grant_id = newId(ctx.now)
  const { account_id } = client
  store.insertGrant(ctx, {
    account_id,
    id: grant_id,
    client_id: client.client_id,
    person_id: null,
  })
  return issue(ctx, { account_id, client_id: client.client_id, grant_id })
}

/**
 * A refresh token buys one new pair. Presented again, it is in two hands: then all tokens of its
 * family end. Whatever the caller says of itself must be true, and need not be said.
 */
export async function grantByRefresh(
  ctx: TxContext,
  refresh_token: string,
  claims: ClientClaims,
): Promise<Outcome> {
  const token = await store.holdToken(ctx, sha256(refresh_token))
  if (token === undefined || token.kind_of_token !== 'refresh') return 'invalid_grant'
  if (!isNotOtherwise(ctx, token, claims))
    return claims.client_secret === undefined ? 'invalid_grant' : 'invalid_client'
  if (token.used_at !== null) store.revokeGrant(ctx, token)
  if (isOver(ctx, token)) return 'invalid_grant'
  store.markTokenUsed(ctx, token)
  return issue(ctx, token)
}

/**
 * A code buys one pair, for the app that asked, at the address it asked from, with the verifier that
 * only it knows. Presented again, it has leaked: then what it bought ends.
 */
export async function grantByCode(
  ctx: TxContext,
  asked: { code: string; redirect_uri: string; code_verifier: string },
  claims: ClientClaims,
): Promise<Outcome> {
  const code = await store.holdCode(ctx, sha256(asked.code))
  if (code === undefined) return 'invalid_grant'
  if (!isNotOtherwise(ctx, code, claims)) return 'invalid_grant'
  if (code.used_at !== null) store.revokeGrant(ctx, code)
  if (isOver(ctx, code)) return 'invalid_grant'
  store.markCodeUsed(ctx, code) // also when the rest is wrong: nobody gets to try twice
  const isTheirs =
    asked.redirect_uri === code.redirect_uri && isVerifier(asked.code_verifier, code.code_challenge)
  return isTheirs ? issue(ctx, code) : 'invalid_grant'
}

async function issue(
  ctx: TxContext,
  { account_id, client_id, grant_id }: { account_id: string; client_id: string; grant_id: string },
): Promise<Issued> {
  const access_token = newSecret(ctx, 'access_token')
  const refresh_token = newSecret(ctx, 'refresh_token')
  const made = (kind: 'access' | 'refresh', text: string) => ({
    account_id,
    id: newId(ctx.now),
    grant_id,
    kind,
    token_hash: sha256(text),
    expires_at: after(ctx, lifetime[kind]),
  })
  store.noteIssue(ctx, account_id, client_id)
  await store.insertTokens(ctx, [made('access', access_token), made('refresh', refresh_token)])
  return { access_token, refresh_token, expires_in: lifetime.access }
}

const isOver = (ctx: TxContext, { used_at, is_revoked, expires_at }: store.Presented) =>
  used_at !== null || is_revoked || expires_at <= ctx.now

const isVerifier = (verifier: string, challenge: string): boolean => {
  const hashed = sha256(verifier)
  const wanted = Buffer.from(challenge, 'base64url')
  return wanted.length === hashed.length && timingSafeEqual(hashed, wanted)
}
