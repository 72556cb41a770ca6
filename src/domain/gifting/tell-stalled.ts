import * as mail from '#mail'
import { isDatabaseDown } from '#platform/database-failures'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres'
import { findStalled, type StalledRow } from './stalled-store.ts'

const day = 24 * 60 * 60 * 1000
const most = 50

type OnError = (error: unknown, account_id: string) => void

/**
 * Tells admins of gifts that do not move, which no webhook does: once a day at most, and only when there
 * is one among them that they have not been told of. Each account has a transaction of its own. Returns how
 * many accounts were told.
 */
export async function tellStalled(db: Database, onError?: OnError): Promise<number> {
  const rows = await readTransaction(db, ALL_ACCOUNTS, (ctx) => findStalled(ctx, most))
  let told = 0
  for (const [account_id, theirs] of Map.groupBy(rows, (row) => row.account_id)) {
    try {
      if (await inTransaction(db, account_id, (ctx) => tellAccount(ctx, theirs))) told += 1
    } catch (error) {
      if (onError === undefined || isDatabaseDown(error)) throw error
      onError(error, account_id)
    }
  }
  return told
}

async function tellAccount(ctx: TxContext, rows: readonly StalledRow[]): Promise<boolean> {
  const last = await mail.lastDigest(ctx, ctx.account_id, 'stalled')
  if (last !== undefined && !rows.some(({ stalled_at }) => stalled_at > last)) return false
  const web_url = `${ctx.deployment.origin}/gift-requests?stalled=true`
  const facts = { gifts: rows.map(asStalled), web_url }
  return mail.postDigest(ctx, ctx.account_id, 'stalled', { kind: 'stalled', facts })
}

const asStalled = ({ reference, first_name, last_name, state, rests_ms }: StalledRow) => ({
  reference,
  recipient: `${first_name} ${last_name}`.trim(),
  state,
  days: Math.max(1, Math.floor(rests_ms / day)),
})
