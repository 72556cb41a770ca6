import { recordEntry } from '#audit'
import { sha256 } from '#platform/crypto/encryption'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import { consumeChallenge } from '../sign-in/store.ts'
import { SignOnFailure } from './identity-provider.ts'
import { openProvider, type ProviderKinds } from './kinds.ts'
import { findProviderByPath } from './requests.ts'
import * as store from './store.ts'

/** How long a message is remembered, in milliseconds. The connector accepts none that is older. */
const memoryMs = 24 * 3_600_000

/**
 * Ends the sessions that a message of a provider names, each with an audit entry. A repeated message ends nothing. Throws
 * `SignOnFailure` for a message that is not from the provider.
 */
export async function endProviderSessions(
  db: Database,
  path_id: string,
  message: URLSearchParams,
  kinds: ProviderKinds,
): Promise<void> {
  const row = await findProviderByPath(db, path_id)
  const { connector, opened } = openProvider(db.deployment, kinds, row)
  if (row === undefined || connector.readLogout === undefined)
    throw new SignOnFailure('invalid_response')
  const logout = await connector.readLogout(opened, message, kinds.rules)
  await inTransaction(db, ALL_ACCOUNTS, async (allCtx) => {
    const ctx = { ...allCtx, account_id: row.account_id }
    const until = new Date(ctx.now.getTime() + memoryMs)
    const key = sha256(`single sign-on logout ${row.id} ${logout.id}`)
    if (!(await consumeChallenge(ctx, key, until))) return
    for (const user of await store.endSessions(ctx, row.id, logout))
      recordEntry(ctx, {
        action: 'session.end_by_provider',
        subject: { kind: 'user', ...user },
        details: { provider: row.name },
      })
  })
}
