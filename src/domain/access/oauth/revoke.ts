import type { Work } from '#platform/postgres'
import { sha256 } from '#platform/secrets'
import { after, type ClientClaims, idToLookUp, isNotOtherwise } from './secrets.ts'
import * as store from './store.ts'

/** Ends a token at its client's wish: a refresh token with its whole family. An unknown one is ended already. */
export async function revokePresented(
  work: Work,
  text: string,
  claims: ClientClaims,
): Promise<'revoked' | 'invalid_client'> {
  const { client_id = '' } = claims
  const client = await store.findKnownClient(work, idToLookUp(client_id))
  const isThem =
    client !== undefined &&
    isNotOtherwise(work, client, claims) &&
    (client.kind === 'public' || claims.client_secret !== undefined)
  if (!isThem) return 'invalid_client'
  const token = await store.holdToken(work, sha256(text))
  if (token === undefined || token.client_id !== client.client_id) return 'revoked'
  if (token.kind_of_token === 'refresh') store.revokeGrant(work, token)
  else store.revokeToken(work, token)
  return 'revoked'
}

/** Removes what ran out a day ago or more, of every account. Answers how many grants are gone. */
export const forgetOldGrants = (work: Work): Promise<number> =>
  store.deleteRunOut(work, after(work, -24 * 3600))
