import { sha256 } from '#platform/crypto/encryption'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import {
  type ClientCredentials,
  hasNoMismatch,
  normalizeClientId,
  secondsFromNow,
} from './client-secrets.ts'
import * as connectionStore from './connection-store.ts'
import * as grantStore from './grant-store.ts'
import { isRegistrationId } from './registration.ts'
import * as store from './store.ts'

/**
 * Revokes a token at the request of its client. For a refresh token, revokes its whole family. The revocation
 * of an unknown token succeeds.
 */
export async function revokeToken(
  ctx: TxContext,
  text: string,
  credentials: ClientCredentials,
): Promise<'revoked' | 'invalid_client'> {
  const { client_id = '' } = credentials
  if (isRegistrationId(client_id)) return revokeTokenOfRegistered(ctx, text, credentials)
  const client = await store.findKnownClient(ctx, normalizeClientId(client_id))
  const isValidClient =
    client !== undefined &&
    hasNoMismatch(ctx, client, credentials) &&
    (client.kind === 'public' || credentials.client_secret !== undefined)
  if (!isValidClient) return 'invalid_client'
  const token = await store.findTokenForUpdate(ctx, sha256(text))
  if (token === undefined || token.client_id !== client.client_id) return 'revoked'
  if (token.kind_of_token === 'refresh') grantStore.revokeGrant(ctx, token)
  else grantStore.revokeToken(ctx, token)
  return 'revoked'
}

/**
 * Revokes a token of a client that registered itself. The client_id of this client names no account, so the
 * function finds the token first.
 */
async function revokeTokenOfRegistered(
  ctx: TxContext,
  text: string,
  credentials: ClientCredentials,
): Promise<'revoked'> {
  const token = await store.findTokenForUpdate(ctx, sha256(text))
  if (token === undefined || !hasNoMismatch(ctx, token, credentials)) return 'revoked'
  if (token.kind_of_token === 'refresh') grantStore.revokeGrant(ctx, token)
  else grantStore.revokeToken(ctx, token)
  return 'revoked'
}

/**
 * Returns the number of apps that act for the account, by the user who gave the consent. Grants remain valid
 * if the role of the user changes.
 */
export async function countAppsByUser(ctx: TxContext): Promise<ReadonlyMap<string, number>> {
  const rows = await connectionStore.countGrantsByUser(ctx)
  return new Map(rows.map(({ user_id, grants }) => [user_id, grants]))
}

/** Revokes the access of all apps that this user authorized. Returns the number of grants. */
export async function revokeAppsOfUser(ctx: TxContext, user_id: string): Promise<number> {
  return isId(user_id) ? connectionStore.revokeUserGrants(ctx, user_id) : 0
}

/**
 * Deletes tokens, codes and grants of all accounts that expired at least a day ago. Returns the number of
 * deleted grants.
 */
export const purgeExpiredGrants = (ctx: TxContext): Promise<number> =>
  grantStore.deleteExpired(ctx, secondsFromNow(ctx, -24 * 3600))
