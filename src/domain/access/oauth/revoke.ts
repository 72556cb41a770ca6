import { isId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import { sha256 } from '#platform/secrets'
import { after, type ClientClaims, idToLookUp, isNotOtherwise } from './secrets.ts'
import * as store from './store.ts'

/** Ends a token at its client's wish: a refresh token with its whole family. An unknown one is ended already. */
export async function revokePresented(
  ctx: TxContext,
  text: string,
  claims: ClientClaims,
): Promise<'revoked' | 'invalid_client'> {
  const { client_id = '' } = claims
  const client = await store.findKnownClient(ctx, idToLookUp(client_id))
  const isThem =
    client !== undefined &&
    isNotOtherwise(ctx, client, claims) &&
    (client.kind === 'public' || claims.client_secret !== undefined)
  if (!isThem) return 'invalid_client'
  const token = await store.holdToken(ctx, sha256(text))
  if (token === undefined || token.client_id !== client.client_id) return 'revoked'
  if (token.kind_of_token === 'refresh') store.revokeGrant(ctx, token)
  else store.revokeToken(ctx, token)
  return 'revoked'
}

/** How many apps act for the account because this person agreed to it, by person. They outlive the person's role. */
export async function countAppsByPerson(ctx: TxContext): Promise<ReadonlyMap<string, number>> {
  const rows = await store.countGrantsByPerson(ctx)
  return new Map(rows.map(({ person_id, grants }) => [person_id, grants]))
}

/** Ends the access of all apps that this person let in. Returns how many grants that were. */
export async function revokeAppsOfPerson(ctx: TxContext, person_id: string): Promise<number> {
  return isId(person_id) ? store.revokeGrantsOfPerson(ctx, person_id) : 0
}

/** Removes what ran out a day ago or more, of every account. Answers how many grants are gone. */
export const forgetOldGrants = (ctx: TxContext): Promise<number> =>
  store.deleteRunOut(ctx, after(ctx, -24 * 3600))
