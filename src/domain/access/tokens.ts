import { Refusal } from '#contract'
import { isId, newId } from '#platform/ids'
import type { Work } from '#platform/postgres'
import { sha256 } from '#platform/secrets'
import * as store from './store.ts'
import type { ApiToken } from './tables.ts'
import { newTokenText } from './token-text.ts'

/** Makes a token for the account. This is the only time its text is seen. */
export async function createToken(
  work: Work,
  { name = 'API key' }: { name?: string } = {},
): Promise<{ id: string; token: string }> {
  const id = newId(work.now)
  const token = newTokenText(work.installation.stage)
  await store.insertToken(work, {
    id,
    name,
    account_id: work.account_id,
    token_hash: sha256(token),
    last_four: token.slice(-4),
    created_at: work.now,
    last_used_at: null,
    expired_at: null,
  })
  return { id, token }
}

/** Ends a token with the commit, on every node. A second time changes nothing. */
export async function expireToken(
  work: Work,
  id: string,
): Promise<{ id: string; expired_at: Date }> {
  const expired = isId(id) ? await store.expireToken(work, id) : undefined
  if (expired === undefined) throw new Refusal('not_found')
  return expired
}

/** Newest first, expired ones too. */
export const listTokens = (work: Work): Promise<ApiToken[]> => store.listTokens(work)
