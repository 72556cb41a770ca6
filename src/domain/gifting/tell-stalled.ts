import * as mail from '#mail'
import { type Database, everyone, inTransaction } from '#platform/postgres'
import { findStalled, type StalledRow } from './stalled-store.ts'

const day = 24 * 60 * 60 * 1000
const most = 50

/**
 * Tells admins of gifts that do not move, which no webhook does: once a day at most, and only when there
 * is one among them that they have not been told of. Answers how many accounts were told.
 */
export function tellStalled(db: Database): Promise<number> {
  return inTransaction(db, everyone, async (work) => {
    const rows = await findStalled(work, most)
    let told = 0
    for (const [account_id, theirs] of Map.groupBy(rows, (row) => row.account_id)) {
      const last = await mail.lastDigest(work, account_id, 'stalled')
      if (last !== undefined && !theirs.some(({ stalled_at }) => stalled_at > last)) continue
      const content: mail.Content = {
        kind: 'stalled',
        facts: {
          gifts: theirs.map(asStalled),
          web_url: `${work.installation.origin}/gift-requests?stalled=true`,
        },
      }
      if (await mail.postDigest(work, account_id, 'stalled', content)) told += 1
    }
    return told
  })
}

const asStalled = ({ reference, first_name, last_name, state, rests_ms }: StalledRow) => ({
  reference,
  recipient: `${first_name} ${last_name}`.trim(),
  state,
  days: Math.max(1, Math.floor(rests_ms / day)),
})
