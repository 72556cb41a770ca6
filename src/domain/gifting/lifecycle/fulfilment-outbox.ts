import { selectAccountsWithRows } from '#platform/jobs/account-round-robin'
import type { DueTable } from '#platform/jobs/due-table'
import {
  ALL_ACCOUNTS,
  type Database,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import type { Gift } from './tables.ts'

/**
 * A job for fulfilment. `place_order`: items and address are locked, ship them. `cancel_order`: the gift request was
 * cancelled, cancel its order.
 */
export interface FulfilmentJob {
  account_id: string
  gift_request_id: string
  kind: 'place_order' | 'cancel_order'
  created_at: Date
}

/**
 * Enqueues a job for fulfilment in the transaction of the state change. Replaces a job of the same gift request
 * that is still in the outbox. The statement is not awaited.
 */
export function enqueueFulfilment(ctx: TxContext, gift: Gift, kind: FulfilmentJob['kind']): void {
  ctx.enqueue(
    `insert into gifting.fulfilment_outbox (account_id, gift_request_id, kind, created_at) values ($1, $2, $3, $4)
     on conflict (account_id, gift_request_id) do update set kind = excluded.kind, created_at = excluded.created_at,
       failures = 0, retry_at = null`,
    [gift.account_id, gift.id, kind, ctx.now],
  )
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
}

const isDueSql = (now: string) => `(retry_at is null or retry_at <= ${now})`

/** The jobs. Without a retry, a job is due at once, also if the clock of its account is ahead of `created_at`. */
export const dueFulfilmentJobs: DueTable = {
  table: 'gifting.fulfilment_outbox',
  dueAt: 'coalesce(retry_at, created_at)',
  isDue: isDueSql,
  maxScanned: 100_000,
}

/** Returns the accounts that have due jobs. */
export async function accountsWithFulfilmentJobs(db: Database): Promise<string[]> {
  const rows = await readTransaction(db, ALL_ACCOUNTS, (ctx) =>
    ctx.query<{ account_id: string }>(
      selectAccountsWithRows('gifting.fulfilment_outbox', isDueSql('$1')),
      [ctx.now],
    ),
  )
  return rows.map(({ account_id }) => account_id)
}

/**
 * Removes due jobs from the outbox and returns them, oldest first; jobs of all accounts if `ctx` is for
 * ALL_ACCOUNTS. The caller processes the jobs in the same transaction: a rollback restores them. Locks the gift
 * requests of the jobs against concurrent transitions, and skips rows that another transaction has locked.
 */
export const dequeueFulfilment = (ctx: TxContext, limit: number): Promise<FulfilmentJob[]> =>
  ctx.query<FulfilmentJob>(
    `with next as (
       select h.account_id, h.gift_request_id from gifting.fulfilment_outbox h
         join gifting.gift_request g on g.account_id = h.account_id and g.id = h.gift_request_id
        where ${ctx.account_id === ALL_ACCOUNTS ? `$1 = '*'` : 'h.account_id = $1'} and ${isDueSql('$3')}
        order by h.created_at, h.gift_request_id limit $2 for update of g, h skip locked
     ), taken as (
       delete from gifting.fulfilment_outbox h using next n
        where h.account_id = n.account_id and h.gift_request_id = n.gift_request_id
       returning h.*)
     select account_id, gift_request_id, kind, created_at from taken order by created_at, gift_request_id`,
    [ctx.account_id, limit, ctx.now],
  )

/**
 * Postpones a failed job: by 10 seconds after the first failure, then twice as long after each failure, up to a
 * factor of 512.
 */
export const deferFulfilment = (
  ctx: TxContext,
  { gift_request_id }: FulfilmentJob,
): Promise<unknown> =>
  ctx.query(
    `update gifting.fulfilment_outbox set failures = least(failures + 1, 1000),
            retry_at = $3::timestamptz + interval '10 seconds' * power(2, least(failures, 9))
      where account_id = $1 and gift_request_id = $2`,
    [ctx.account_id, gift_request_id, ctx.now],
  )
