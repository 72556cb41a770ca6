import { isId } from '#platform/ids'
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

/** How many apps act for the account because this person agreed to it, by person. They outlive the person's role. */
export async function countAppsByPerson(work: Work): Promise<ReadonlyMap<string, number>> {
  const rows = await store.countGrantsByPerson(work)
  return new Map(rows.map(({ person_id, grants }) => [person_id, grants]))
}

/** Ends the access of all apps that this person let in. Returns how many grants that were. */
export async function revokeAppsOfPerson(work: Work, person_id: string): Promise<number> {
  return isId(person_id) ? store.revokeGrantsOfPerson(work, person_id) : 0
}

/** Removes what ran out a day ago or more, of every account. Answers how many grants are gone. */
export const forgetOldGrants = (work: Work): Promise<number> =>
  store.deleteRunOut(work, after(work, -24 * 3600))
