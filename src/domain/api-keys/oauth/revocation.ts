import { sha256 } from '#platform/crypto/encryption'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import {
  type ClientCredentials,
  hasNoMismatch,
  normalizeClientId,
  secondsFromNow,
} from './client-secrets.ts'
import * as store from './store.ts'

/** Ends a token at its client's wish: a refresh token with its whole family. An unknown one is ended already. */
export async function revokeToken(
  ctx: TxContext,
  text: string,
  credentials: ClientCredentials,
): Promise<'revoked' | 'invalid_client'> {
  const { client_id = '' } = credentials
  const client = await store.findKnownClient(ctx, normalizeClientId(client_id))
  const isValidClient =
    client !== undefined &&
    hasNoMismatch(ctx, client, credentials) &&
    (client.kind === 'public' || credentials.client_secret !== undefined)
  if (!isValidClient) return 'invalid_client'
  const token = await store.findTokenForUpdate(ctx, sha256(text))
  if (token === undefined || token.client_id !== client.client_id) return 'revoked'
  if (token.kind_of_token === 'refresh') store.revokeGrant(ctx, token)
  else store.revokeToken(ctx, token)
  return 'revoked'
}

/** How many apps act for the account because this person agreed to it, by person. They outlive the person's role. */
export async function countAppsByUser(ctx: TxContext): Promise<ReadonlyMap<string, number>> {
  const rows = await store.countGrantsByUser(ctx)
  return new Map(rows.map(({ user_id, grants }) => [user_id, grants]))
}

/** Ends the access of all apps that this person let in. Returns how many grants that were. */
export async function revokeAppsOfUser(ctx: TxContext, user_id: string): Promise<number> {
  return isId(user_id) ? store.revokeUserGrants(ctx, user_id) : 0
}

/** Removes what ran out a day ago or more, of every account. Answers how many grants are gone. */
export const purgeExpiredGrants = (ctx: TxContext): Promise<number> =>
  store.deleteExpired(ctx, secondsFromNow(ctx, -24 * 3600))
