import { newId, randomBase62 } from '#platform/ids'
import type { Work } from '#platform/postgres'
import { sha256 } from '#platform/secrets'
import { after, idToLookUp } from './secrets.ts'
import * as store from './store.ts'

const lifetime = 60 // seconds: an app exchanges its code at once

/** The client of an app that asks people, as far as it may ask here. */
export const findAskingClient = (
  work: Work,
  client_id: string,
): Promise<store.AskingClient | undefined> => store.findAskingClient(work, idToLookUp(client_id))

/** What a person agreed to. */
export interface Consent {
  account_id: string
  client_id: string
  person_id: string
  redirect_uri: string
  code_challenge: string
}

/** Makes the code that the app exchanges for tokens, once and within a minute. */
export async function createCode(work: Work, consent: Consent): Promise<string> {
  const { account_id, client_id, person_id, redirect_uri, code_challenge } = consent
  const code = randomBase62(43)
  const grant_id = newId(work.now)
  store.insertGrant(work, { account_id, id: grant_id, client_id, person_id })
  await store.insertCode(work, {
    account_id,
    id: newId(work.now),
    grant_id,
    code_hash: sha256(code),
    redirect_uri,
    code_challenge,
    expires_at: after(work, lifetime),
  })
  return code
}
