import type { GrantedScope } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { newId, randomBase62 } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { Audience } from './audience.ts'
import { generateSecret, normalizeClientId, secondsFromNow } from './client-secrets.ts'
import * as grantStore from './grant-store.ts'
import {
  agentScopes,
  hashRegistration,
  isRegistrationId,
  readRegistration,
} from './registration.ts'
import { ensureRegisteredClient } from './registration-store.ts'
import * as store from './store.ts'

const lifetimeSeconds = 60 // seconds; an app exchanges its code at once

/** A client as the consent page shows it. */
export interface AuthorizingClient {
  client_id: string
  name: string
  redirect_uris: readonly string[]
  /** The scopes that its tokens may have. */
  scopes: readonly GrantedScope[]
  /** The account that created the client; undefined for a client that registered itself, which any account may allow. */
  account: { id: string; name: string } | undefined
}

/** Finds the client of an app that may request authorization in this stage and region. */
export async function findAuthorizingClient(
  ctx: TxContext,
  client_id: string,
): Promise<AuthorizingClient | undefined> {
  if (isRegistrationId(client_id)) {
    const registration = readRegistration(ctx.deployment, client_id)
    if (registration === undefined) return undefined
    return { ...registration, client_id, scopes: agentScopes, account: undefined }
  }
  const found = await store.findPublicClient(ctx, normalizeClientId(client_id))
  if (found === undefined) return undefined
  const { account_id, account_name, ...client } = found
  return { ...client, account: { id: account_id, name: account_name } }
}

/** The consent of a user. */
export interface Consent {
  account_id: string
  /** The client id in the form in which the app sends it. */
  client_id: string
  user_id: string
  scopes: readonly GrantedScope[]
  audience?: Audience
  /** How many gifts agents may send in 24 hours; null if they may not send. */
  daily_cap?: number | null
  redirect_uri: string
  code_challenge: string
}

/** Creates the code that the app exchanges for tokens, once and within a minute, and the grant of these tokens. */
export async function createAuthorizationCode(
  ctx: TxContext,
  { account_id, user_id, scopes, redirect_uri, code_challenge, ...consent }: Consent,
): Promise<{ code: string; grant_id: string }> {
  const { audience = 'api', daily_cap = null } = consent
  const client_id = await findClientId(ctx, account_id, consent.client_id)
  const code = randomBase62(43)
  const grant_id = newId(ctx.now)
  const grant = { account_id, id: grant_id, client_id, user_id, scopes, audience, daily_cap }
  await grantStore.insertGrant(ctx, { ...grant, redirect_uri })
  await grantStore.insertCode(ctx, {
    account_id,
    id: newId(ctx.now),
    grant_id,
    code_hash: sha256(code),
    redirect_uri,
    code_challenge,
    expires_at: secondsFromNow(ctx, lifetimeSeconds),
  })
  return { code, grant_id }
}

/**
 * Returns the id of the client in the account. A client that registered itself gets a row in the account. It also has an
 * API key, like every client, but never learns it: its tokens are for /mcp, which asks for no key.
 */
async function findClientId(
  ctx: TxContext,
  account_id: string,
  client_id: string,
): Promise<string> {
  const registration = readRegistration(ctx.deployment, client_id)
  if (registration === undefined) return client_id
  const api_key = generateSecret(ctx, 'api_key')
  return ensureRegisteredClient(ctx, {
    account_id,
    id: newId(ctx.now),
    name: registration.name,
    redirect_uris: [...registration.redirect_uris],
    scopes: agentScopes,
    registration_hash: hashRegistration(client_id),
    api_key_hash: sha256(api_key),
    api_key_last_four: api_key.slice(-4),
  })
}
