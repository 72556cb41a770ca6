import * as mail from '#email'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { isDatabaseDown } from '#platform/postgres/database-errors'
import { findStalled, type StalledGift } from './stalled-store.ts'

const dayMs = 24 * 60 * 60 * 1000
const maxPerAccount = 50

type OnError = (error: unknown, account_id: string) => void

/**
 * Emails admins about stalled gifts, which no webhook reports: at most once a day, and only if one of the gifts
 * stalled after the last email. Uses one transaction per account. Returns the number of accounts with an email.
 */
export async function notifyStalled(db: Database, onError?: OnError): Promise<number> {
  const rows = await readTransaction(db, ALL_ACCOUNTS, (ctx) => findStalled(ctx, maxPerAccount))
  let notified = 0
  for (const [account_id, accountRows] of Map.groupBy(rows, (row) => row.account_id)) {
    try {
      if (await inTransaction(db, account_id, (ctx) => notifyAccount(ctx, accountRows)))
        notified += 1
    } catch (error) {
      if (onError === undefined || isDatabaseDown(error)) throw error
      onError(error, account_id)
    }
  }
  return notified
}

async function notifyAccount(ctx: TxContext, rows: readonly StalledGift[]): Promise<boolean> {
  const last = await mail.findLastAlertAt(ctx, ctx.account_id, 'stalled')
  if (last !== undefined && !rows.some(({ stalled_at }) => stalled_at > last)) return false
  const web_url = `${ctx.deployment.origin}/gift-requests?stalled=true`
  const data = { gifts: rows.map(toStalledData), web_url }
  return mail.enqueueAlert(ctx, ctx.account_id, 'stalled', { kind: 'stalled', data })
}

const toStalledData = ({ reference, first_name, last_name, state, rests_ms }: StalledGift) => ({
  reference,
  recipient: `${first_name} ${last_name}`.trim(),
  state,
  days: Math.max(1, Math.floor(rests_ms / dayMs)),
})
