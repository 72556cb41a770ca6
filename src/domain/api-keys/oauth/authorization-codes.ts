import type { GrantedScope } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { newId, randomBase62 } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { normalizeClientId, secondsFromNow } from './client-secrets.ts'
import * as store from './store.ts'

const lifetimeSeconds = 60 // seconds; an app exchanges its code at once

/** Finds the client of an app that may request authorization in this stage and region. */
export const findAuthorizingClient = (
  ctx: TxContext,
  client_id: string,
): Promise<store.AuthorizingClient | undefined> =>
  store.findAuthorizingClient(ctx, normalizeClientId(client_id))

/** The consent of a user. */
export interface Consent {
  account_id: string
  client_id: string
  user_id: string
  scopes: readonly GrantedScope[]
  redirect_uri: string
  code_challenge: string
}

/** Creates the code that the app exchanges for tokens, once and within a minute. */
export async function createAuthorizationCode(ctx: TxContext, consent: Consent): Promise<string> {
  const { account_id, client_id, user_id, scopes, redirect_uri, code_challenge } = consent
  const code = randomBase62(43)
  const grant_id = newId(ctx.now)
  store.insertGrant(ctx, { account_id, id: grant_id, client_id, user_id, scopes })
  await store.insertCode(ctx, {
    account_id,
    id: newId(ctx.now),
    grant_id,
    code_hash: sha256(code),
    redirect_uri,
    code_challenge,
    expires_at: secondsFromNow(ctx, lifetimeSeconds),
  })
  return code
}
