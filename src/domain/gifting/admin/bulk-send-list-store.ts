import type { Page } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { bulkSendColumns } from '../bulk-send/bulk-send-record-store.ts'
import type { BulkSend } from '../bulk-send/bulk-send-tables.ts'
import { reachedStageSql } from './funnel-stages.ts'

/** Counts the gifts of the bulk send `s`. The stages are those of the funnel, so that their numbers agree. */
const countsJoin = `cross join lateral (
  select count(*) as gifts,
         count(*) filter (where g.state in ('created', 'scheduled')) as waiting,
         count(*) filter (where ${reachedStageSql.sent}) as sent,
         count(*) filter (where ${reachedStageSql.opened}) as opened,
         count(*) filter (where ${reachedStageSql.redeemed}) as redeemed,
         count(*) filter (where ${reachedStageSql.delivered}) as delivered,
         count(*) filter (where g.status = 'cancelled') as cancelled,
         count(*) filter (where g.state = 'awaiting_recipient') as unredeemed
    from gifting.bulk_send_gift m
    join gifting.gift_request g on g.account_id = m.account_id and g.id = m.gift_request_id
   where m.account_id = s.account_id and m.bulk_send_id = s.id) counts
 cross join lateral (
  select count(*) as failed from gifting.bulk_send_failure f
   where f.account_id = s.account_id and f.bulk_send_id = s.id) failures`

/** Returns up to one row more than the page size. */
export function browse(ctx: TxContext, page: Page): Promise<BulkSend[]> {
  const values: unknown[] = [ctx.account_id, page.limit + 1]
  const after =
    page.after === undefined
      ? ''
      : `and id ${page.order === 'asc' ? '>' : '<'} $${values.push(page.after)}`
  return ctx.query<BulkSend>(
    `select ${bulkSendColumns}, counts.*, failures.* from (
       select * from gifting.bulk_send where account_id = $1 ${after} order by id ${page.order} limit $2) s
     ${countsJoin} order by s.id ${page.order}`,
    values,
  )
}

export async function find(ctx: TxContext, id: string): Promise<BulkSend | undefined> {
  const [row] = await ctx.query<BulkSend>(
    `select ${bulkSendColumns}, counts.*, failures.* from gifting.bulk_send s ${countsJoin}
      where s.account_id = $1 and s.id = $2`,
    [ctx.account_id, id],
  )
  return row
}
