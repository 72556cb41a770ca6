import type { Page } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { deleteSome } from '#platform/postgres/table'
import type { BulkAction, BulkActionKind, ListedBulkAction } from './tables.ts'

const columns = `a.id, a.kind, a.days, a.undo_of, a.requested_by, a.requested_by_name, a.state, a.gifts, a.done, a.rejected,
  a.stop_reason, a.stopped_by_name, a.created_at, a.ended_at`
const selectListed = `select ${columns},
    (select u.id from gifting.bulk_action u where u.account_id = a.account_id and u.undo_of = a.id) as undone_by
  from gifting.bulk_action a`

interface NewBulkAction {
  id: string
  request_id: string
  kind: BulkActionKind
  days: number | null
  undo_of: string | null
  requested_by: string
  requested_by_name: string
}

/** Makes concurrent starts in an account wait for each other, so that their number does not exceed the limit. */
export const lockStarts = (ctx: TxContext): Promise<unknown> =>
  ctx.query(`select pg_advisory_xact_lock(hashtextextended('bestow bulk actions ' || $1, 0))`, [
    ctx.account_id,
  ])

/** Inserts an action whose gift requests are selected next. The statement is not awaited. */
export const insert = (ctx: TxContext, row: NewBulkAction): void =>
  ctx.enqueue(
    `insert into gifting.bulk_action (account_id, id, request_id, kind, days, undo_of, requested_by, requested_by_name, state,
       gifts, done, rejected, created_at, due_at, due_failures)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'running', 0, 0, 0, $9, $9, 0)`,
    [
      ...[ctx.account_id, row.id, row.request_id, row.kind, row.days, row.undo_of],
      ...[row.requested_by, row.requested_by_name, ctx.real_now],
    ],
  )

/** Saves how many gift requests were selected. The statement is not awaited. */
export const setGifts = (ctx: TxContext, id: string, gifts: number): void =>
  ctx.enqueue('update gifting.bulk_action set gifts = $3 where account_id = $1 and id = $2', [
    ...[ctx.account_id, id, gifts],
  ])

export const findIdByRequest = (
  ctx: TxContext,
  requested_by: string,
  request_id: string,
): Promise<string | undefined> =>
  ctx.queryValue<string>(
    'select id from gifting.bulk_action where account_id = $1 and requested_by = $2 and request_id = $3',
    [ctx.account_id, requested_by, request_id],
  )

export const find = (ctx: TxContext, id: string): Promise<ListedBulkAction | undefined> =>
  ctx.queryFirst<ListedBulkAction>(`${selectListed} where a.account_id = $1 and a.id = $2`, [
    ctx.account_id,
    id,
  ])

/** Returns up to one row more than the page size. */
export const list = (ctx: TxContext, page: Page): Promise<ListedBulkAction[]> =>
  ctx.query<ListedBulkAction>(
    `${selectListed} where a.account_id = $1 and ($2::uuid is null or a.id ${page.order === 'asc' ? '>' : '<'} $2)
      order by a.id ${page.order} limit $3`,
    [ctx.account_id, page.after ?? null, page.limit + 1],
  )

/** Returns the actions of a user that ended after a time, the latest first. */
export const listEndedAfter = (
  ctx: TxContext,
  user_id: string,
  after: Date,
  limit: number,
): Promise<ListedBulkAction[]> =>
  ctx.query<ListedBulkAction>(
    `${selectListed} where a.account_id = $1 and a.requested_by = $2 and a.ended_at > $3
      order by a.ended_at desc, a.id desc limit $4`,
    [ctx.account_id, user_id, after, limit],
  )

export const countRunning = (ctx: TxContext): Promise<number> =>
  ctx.queryCount(
    `select count(*)::int as count from gifting.bulk_action where account_id = $1 and state = 'running'`,
    [ctx.account_id],
  )

/** Locks an action, and waits for the batch that is being processed. */
export const findForUpdate = (ctx: TxContext, id: string): Promise<BulkAction | undefined> =>
  ctx.queryFirst<BulkAction>(
    `select ${columns} from gifting.bulk_action a where account_id = $1 and id = $2 for update`,
    [ctx.account_id, id],
  )

/** Locks an action that is due, unless another process has locked it. */
export const lockDue = (ctx: TxContext, id: string): Promise<BulkAction | undefined> =>
  ctx.queryFirst<BulkAction>(
    `select ${columns} from gifting.bulk_action a where account_id = $1 and id = $2 and due_at <= $3
       for update skip locked`,
    [ctx.account_id, id, ctx.real_now],
  )

/** Adds the results of a batch, and lets another action of the account have the next turn. The statement is not awaited. */
export const addResults = (
  ctx: TxContext,
  id: string,
  { done, rejected }: { done: number; rejected: number },
): void =>
  ctx.enqueue(
    `update gifting.bulk_action set done = done + $3, rejected = rejected + $4, due_at = $5, due_failures = 0
      where account_id = $1 and id = $2 and state = 'running'`,
    [ctx.account_id, id, done, rejected, ctx.real_now],
  )

/** Ends a locked action. The statement is not awaited. */
export const end = (
  ctx: TxContext,
  id: string,
  ending: Pick<BulkAction, 'state' | 'stop_reason' | 'stopped_by_name'>,
): void =>
  ctx.enqueue(
    `update gifting.bulk_action set state = $3, stop_reason = $4, stopped_by_name = $5, ended_at = $6, due_at = null
      where account_id = $1 and id = $2`,
    [
      ...[ctx.account_id, id, ending.state, ending.stop_reason, ending.stopped_by_name],
      ctx.real_now,
    ],
  )

/** Postpones a failed batch: the first time by two seconds, then for longer, up to five minutes. */
export const postpone = (ctx: TxContext, id: string): Promise<unknown> =>
  ctx.query(
    `update gifting.bulk_action
        set due_at = $3::timestamptz + least(interval '2 seconds' * power(2, least(due_failures, 20)), interval '5 minutes'),
            due_failures = least(due_failures + 1, 1000)
      where account_id = $1 and id = $2 and state = 'running'`,
    [ctx.account_id, id, ctx.real_now],
  )

/** Deletes ended actions of any account, after their gift requests. Returns how many rows. */
export async function deleteEndedBefore(ctx: TxContext, before: Date): Promise<number> {
  const gifts = await ctx.query(
    `delete from gifting.bulk_action_gift where ctid = any (array(
       select g.ctid from gifting.bulk_action a
         join gifting.bulk_action_gift g on g.account_id = a.account_id and g.bulk_action_id = a.id
        where a.ended_at < $1 limit 5000)) returning true`,
    [before],
  )
  if (gifts.length > 0) return gifts.length
  return deleteSome(ctx, 'gifting.bulk_action', 100, 'ended_at < $1', [before])
}
