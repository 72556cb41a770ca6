import { timingSafeEqual } from 'node:crypto'
import { newId } from '#platform/ids'
import type { Work } from '#platform/postgres'
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
export async function grantByCredentials(work: Work, claims: ClientClaims): Promise<Outcome> {
  const { client_id = '' } = claims
  const client = await store.findKnownClient(work, idToLookUp(client_id))
  const isThem = isWholly(work, client, claims) // compared for an unknown client too
  if (client === undefined || !isThem) return 'invalid_client'
  const grant_id = newId(work.now)
  const { account_id } = client
  store.insertGrant(work, {
    account_id,
    id: grant_id,
    client_id: client.client_id,
    person_id: null,
  })
  return issue(work, { account_id, client_id: client.client_id, grant_id })
}

/**
 * A refresh token buys one new pair. Presented again, it is in two hands: then all tokens of its
 * family end. Whatever the caller says of itself must be true, and need not be said.
 */
export async function grantByRefresh(
  work: Work,
  refresh_token: string,
  claims: ClientClaims,
): Promise<Outcome> {
  const token = await store.holdToken(work, sha256(refresh_token))
  if (token === undefined || token.kind_of_token !== 'refresh') return 'invalid_grant'
  if (!isNotOtherwise(work, token, claims))
    return claims.client_secret === undefined ? 'invalid_grant' : 'invalid_client'
  if (token.used_at !== null) store.revokeGrant(work, token)
  if (isOver(work, token)) return 'invalid_grant'
  store.markTokenUsed(work, token)
  return issue(work, token)
}

/**
 * A code buys one pair, for the app that asked, at the address it asked from, with the verifier that
 * only it knows. Presented again, it has leaked: then what it bought ends.
 */
export async function grantByCode(
  work: Work,
  asked: { code: string; redirect_uri: string; code_verifier: string },
  claims: ClientClaims,
): Promise<Outcome> {
  const code = await store.holdCode(work, sha256(asked.code))
  if (code === undefined) return 'invalid_grant'
  if (!isNotOtherwise(work, code, claims)) return 'invalid_grant'
  if (code.used_at !== null) store.revokeGrant(work, code)
  if (isOver(work, code)) return 'invalid_grant'
  store.markCodeUsed(work, code) // also when the rest is wrong: nobody gets to try twice
  const isTheirs =
    asked.redirect_uri === code.redirect_uri && isVerifier(asked.code_verifier, code.code_challenge)
  return isTheirs ? issue(work, code) : 'invalid_grant'
}

async function issue(
  work: Work,
  { account_id, client_id, grant_id }: { account_id: string; client_id: string; grant_id: string },
): Promise<Issued> {
  const access_token = newSecret(work, 'access_token')
  const refresh_token = newSecret(work, 'refresh_token')
  const made = (kind: 'access' | 'refresh', text: string) => ({
    account_id,
    id: newId(work.now),
    grant_id,
    kind,
    token_hash: sha256(text),
    expires_at: after(work, lifetime[kind]),
  })
  store.noteIssue(work, account_id, client_id)
  await store.insertTokens(work, [made('access', access_token), made('refresh', refresh_token)])
  return { access_token, refresh_token, expires_in: lifetime.access }
}

const isOver = (work: Work, { used_at, is_revoked, expires_at }: store.Presented) =>
  used_at !== null || is_revoked || expires_at <= work.now

const isVerifier = (verifier: string, challenge: string): boolean => {
  const hashed = sha256(verifier)
  const wanted = Buffer.from(challenge, 'base64url')
  return wanted.length === hashed.length && timingSafeEqual(hashed, wanted)
}
