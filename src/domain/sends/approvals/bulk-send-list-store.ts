import type { Page } from '#contract'
import * as giftLists from '#gift-lists'
import type { TxContext } from '#platform/postgres/database'
import { createBindings } from '#platform/postgres/table'
import { bulkSendColumns } from '../bulk-send/bulk-send-record-store.ts'
import type { BulkSend } from '../bulk-send/bulk-send-tables.ts'
import type { ApprovalState } from './tables.ts'

/** Counts the gifts of the bulk send `s`. The stages are those of the funnel, so that their numbers agree. */
const countsJoin = `cross join lateral (
  select count(*) as gifts,
         count(*) filter (where g.state in ('created', 'scheduled')) as waiting,
         count(*) filter (where ${giftLists.reachedStageSql.sent}) as sent,
         count(*) filter (where ${giftLists.reachedStageSql.opened}) as opened,
         count(*) filter (where ${giftLists.reachedStageSql.redeemed}) as redeemed,
         count(*) filter (where ${giftLists.reachedStageSql.delivered}) as delivered,
         count(*) filter (where g.status = 'cancelled') as cancelled,
         count(*) filter (where g.state = 'awaiting_recipient') as unredeemed
    from gifting.bulk_send_gift m
    join gifting.gift_request g on g.account_id = m.account_id and g.id = m.gift_request_id
   where m.account_id = s.account_id and m.bulk_send_id = s.id) counts
 cross join lateral (
  select count(*) as failed from gifting.bulk_send_failure f
   where f.account_id = s.account_id and f.bulk_send_id = s.id) failures`

/** A bulk send with its approval; null if it needs none. */
export type ListedBulkSend = BulkSend & { approval: BulkSendApproval | null }

interface BulkSendApproval {
  state: ApprovalState
  /** The rows that wait for the approval; those that were submitted once it has ended. */
  gifts: number
  is_creating: boolean
  submitted_at: string | null
  expires_at: string | null
  ended_at: string | null
  first_approved_by: string | null
  decided_by: string | null
  reason: string | null
}

const approvalJoin = `left join lateral (
  select json_build_object('state', a.state, 'gifts',
           case when a.state in ('preparing', 'awaiting') then
             (select count(*) from gifting.send_approval_row r
               where r.account_id = a.account_id and r.bulk_send_id = a.id)
           else a.gifts end,
           'is_creating', a.state = 'approved' and a.due_at is not null,
           'submitted_at', a.submitted_at, 'expires_at', a.expires_at, 'ended_at', a.ended_at,
           'first_approved_by', a.first_approved_by_name, 'decided_by', a.decided_by_name, 'reason', a.reason) as approval
    from gifting.send_approval a where a.account_id = s.account_id and a.id = s.id) approvals on true`

/** Returns up to one row more than the page size. */
export function browse(
  ctx: TxContext,
  page: Page,
  { approval }: { approval?: ApprovalState | undefined },
): Promise<ListedBulkSend[]> {
  const { bind, values } = createBindings(ctx.account_id, page.limit + 1)
  const after =
    page.after === undefined ? '' : `and id ${page.order === 'asc' ? '>' : '<'} ${bind(page.after)}`
  const state =
    approval === undefined
      ? ''
      : `and id in (select id from gifting.send_approval where account_id = $1 and state = ${bind(approval)})`
  return ctx.query<ListedBulkSend>(
    `select ${bulkSendColumns}, counts.*, failures.*, approvals.approval from (
       select * from gifting.bulk_send where account_id = $1 ${after} ${state} order by id ${page.order} limit $2) s
     ${countsJoin} ${approvalJoin} order by s.id ${page.order}`,
    values,
  )
}

type SendOfGift = Pick<BulkSend, 'id' | 'name' | 'undo_until'>

/** Returns the bulk send that a gift request came from. */
export const findByGift = (
  ctx: TxContext,
  gift_request_id: string,
): Promise<SendOfGift | undefined> =>
  ctx.queryFirst<SendOfGift>(
    `select s.id, s.name, s.undo_until from gifting.bulk_send_gift m
       join gifting.bulk_send s on s.account_id = m.account_id and s.id = m.bulk_send_id
      where m.account_id = $1 and m.gift_request_id = $2`,
    [ctx.account_id, gift_request_id],
  )

export const find = (ctx: TxContext, id: string): Promise<ListedBulkSend | undefined> =>
  ctx.queryFirst<ListedBulkSend>(
    `select ${bulkSendColumns}, counts.*, failures.*, approvals.approval from gifting.bulk_send s
     ${countsJoin} ${approvalJoin}
      where s.account_id = $1 and s.id = $2`,
    [ctx.account_id, id],
  )
