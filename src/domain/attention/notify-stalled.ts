import * as mail from '#email'
import * as gifting from '#gifting'
import { selectAccountsWithRows } from '#platform/jobs/account-round-robin'
import { type OnAccountError, serveEachAccount } from '#platform/jobs/each-account'
import type { Database, TxContext } from '#platform/postgres/database'
import { withAccountTime } from './account-time.ts'
import type { ItemRow } from './tables.ts'

const dayMs = 24 * 60 * 60 * 1000
const maxPerAccount = 50

/** Days for which an item is open before the email reports it. The kind `overdue` begins after days already. */
const graceDaysSql = `(values ('backordered', 1), ('address_refused', 1), ('delivery_attempt_failed', 3), ('overdue', 0))`
const isStalledSql = `cleared_at is null
  and kind = any (array['backordered', 'address_refused', 'delivery_attempt_failed', 'overdue'])`

type StalledItem = Pick<ItemRow, 'since'> & { gift_request_id: string; stalled_at: Date }

/**
 * Emails admins about gifts that have needed attention for days: at most once a day, and only if one of the gifts
 * stalled after the last email. Uses one transaction per account. Returns the number of accounts with an email.
 */
export const notifyStalled = (db: Database, onError?: OnAccountError): Promise<number> =>
  serveEachAccount(
    db,
    selectAccountsWithRows('attention.item', isStalledSql),
    notifyAccount,
    onError,
  )

async function notifyAccount(realTimeCtx: TxContext): Promise<boolean> {
  const ctx = await withAccountTime(realTimeCtx)
  const items = await findStalled(ctx)
  if (items.length === 0) return false
  const last = await mail.findLastAlertAt(ctx, ctx.account_id, 'stalled')
  // alerts have real times, items those of the account's clock
  const offsetMs = ctx.now.getTime() - realTimeCtx.now.getTime()
  const isNew = ({ stalled_at }: StalledItem) =>
    last === undefined || stalled_at.getTime() - offsetMs > last.getTime()
  if (!items.some(isNew)) return false
  const gifts = await gifting.attention.namesById(
    ctx,
    items.map(({ gift_request_id }) => gift_request_id),
  )
  const web_url = `${ctx.deployment.origin}/gift-requests?stalled=true`
  const data = { gifts: items.flatMap((item) => toStalledData(ctx, item, gifts)), web_url }
  return mail.enqueueAlert(ctx, ctx.account_id, 'stalled', { kind: 'stalled', data })
}

/** Returns the items that have been open for the days of their kind, the longest open first. */
const findStalled = (ctx: TxContext): Promise<StalledItem[]> =>
  ctx.query<StalledItem>(
    `select i.gift_request_id, i.since, i.since + g.days * interval '1 day' as stalled_at
       from attention.item i join ${graceDaysSql} as g (kind, days) on g.kind = i.kind
      where i.account_id = $1 and i.cleared_at is null and i.gift_request_id is not null
        and i.since <= $2::timestamptz - g.days * interval '1 day'
      order by i.since limit $3`,
    [ctx.account_id, ctx.now, maxPerAccount],
  )

/** The states that the email names. */
const reportedStates = [
  'backordered',
  'shipping_error',
  'delivery_attempt_failed',
  'ordered',
] as const

/** A gift that has moved on since the last check is left out. */
function toStalledData(
  ctx: TxContext,
  { gift_request_id, since }: StalledItem,
  gifts: ReadonlyMap<string, gifting.GiftName>,
) {
  const gift = gifts.get(gift_request_id)
  const state = reportedStates.find((each) => each === gift?.state)
  if (gift === undefined || state === undefined) return []
  const { reference, first_name, last_name } = gift
  const days = Math.max(1, Math.floor((ctx.now.getTime() - since.getTime()) / dayMs))
  return [{ reference, recipient: `${first_name} ${last_name}`.trim(), state, days }]
}
