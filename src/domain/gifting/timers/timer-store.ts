import { selectAccountsWithRows } from '#platform/jobs/account-round-robin'
import type { DueTable } from '#platform/jobs/due-table'
import {
  ALL_ACCOUNTS,
  type Database,
  readTransaction,
  readWithoutTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { dueAt } from '../lifecycle/due-at.ts'
import { selectGiftWithoutOffering, withOfferings } from '../lifecycle/gift-store.ts'
import type { Gift } from '../lifecycle/tables.ts'

export const dueTimers: DueTable = { table: 'gifting.gift_request', dueAt: 'due_at' }

/** Max due rows read to find their accounts. If there are more, the query checks each account separately. */
const maxDirectRows = 200

/** Returns the accounts with due gift requests, longest overdue first. */
export async function accountsWithDueTimers(db: Database, now: Date): Promise<string[]> {
  const first = await readWithoutTransaction<{ account_id: string; rows: number }>(
    db,
    ALL_ACCOUNTS,
    `select account_id, count(*)::int as rows from (
       select account_id, due_at from gifting.gift_request
        where due_at <= $2 and opened.account_id = '*' order by due_at limit ${maxDirectRows}) due
      group by account_id order by min(due_at)`,
    [now],
  )
  const ids = first.map(({ account_id }) => account_id)
  if (first.reduce((sum, { rows }) => sum + rows, 0) < maxDirectRows) return ids
  const all = await readTransaction(db, ALL_ACCOUNTS, (ctx) =>
    ctx.query<{ account_id: string }>(
      `select a.account_id from (${selectAccountsWithRows('gifting.gift_request', 'due_at is not null')}) a
        where exists (select from gifting.gift_request g
                       where g.account_id = a.account_id and g.due_at <= $1)`,
      [now],
    ),
  )
  return [...new Set([...ids, ...all.map(({ account_id }) => account_id)])]
}

/**
 * Locks due gift requests of the account, oldest first. Skips rows that another process has locked. `ctx.now`
 * must be the real time.
 */
export const lockDue = async (ctx: TxContext, limit: number): Promise<Gift[]> =>
  withOfferings(
    ctx,
    await ctx.query<Gift>(
      `${selectGiftWithoutOffering} where g.account_id = $1 and g.due_at <= $2 order by g.due_at limit $3
        for update of g skip locked`,
      [ctx.account_id, ctx.now, limit],
    ),
  )

/** The first retry of a failed timer is after 10 seconds, each further one after twice the delay. */
const retryAtSql = `$3::timestamptz + interval '10 seconds' * power(2, least(due_failures, 9))`

/** Postpones a failed timer. `ctx.now` must be the real time. */
export const deferDue = (ctx: TxContext, id: string): Promise<unknown> =>
  ctx.query(
    `update gifting.gift_request set due_at = ${retryAtSql}, due_failures = least(due_failures + 1, 1000)
      where account_id = $1 and id = $2 and due_at <= $3`,
    [ctx.account_id, id, ctx.now],
  )

/** Converts the time of the account's clock (`ctx.now`) to real time. */
const realNowSql = '$2::timestamptz - (select c.clock_offset from access.clock_offset_of($1) c)'

/** Returns the ids of all due gift requests at the time of the account's clock, oldest first. */
export const findAccountDue = (ctx: TxContext): Promise<string[]> =>
  ctx.queryValues<string>(
    `select id from gifting.gift_request where account_id = $1 and due_at <= ${realNowSql} order by due_at, id`,
    [ctx.account_id, ctx.now],
  )

/** Locks those gift requests that are still due, in the order of `ids`. Skips locked rows. */
export const lockAccountDue = async (ctx: TxContext, ids: readonly string[]): Promise<Gift[]> =>
  withOfferings(
    ctx,
    await ctx.query<Gift>(
      `${selectGiftWithoutOffering} where g.account_id = $1 and g.id = any($3) and g.due_at <= ${realNowSql}
        order by array_position($3::uuid[], g.id) for update of g skip locked`,
      [ctx.account_id, ctx.now, ids],
    ),
  )

/** Updates the expiry, the reminder and the timer that depends on them. The statement is not awaited. */
export const updateExpiry = (ctx: TxContext, gift: Gift): void =>
  ctx.enqueue(
    `update gifting.gift_request
        set expires_at = $3, remind_at = $4, updated_at = $6,
            due_at = $5::timestamptz - (select c.clock_offset from access.clock_offset_of($1) c)
      where account_id = $1 and id = $2`,
    [gift.account_id, gift.id, gift.expires_at, gift.remind_at, dueAt(gift), gift.updated_at],
  )

/** Updates the members that a sender can change, and the timer. The statement is not awaited. */
export const updateSettings = (ctx: TxContext, gift: Gift): void =>
  ctx.enqueue(
    `update gifting.gift_request
        set send_at = $3, expires_at = $4, remind_at = $5, email_message = $6, metadata = $7, updated_at = $9,
            due_at = $8::timestamptz - (select c.clock_offset from access.clock_offset_of($1) c)
      where account_id = $1 and id = $2`,
    [
      gift.account_id,
      gift.id,
      gift.send_at,
      gift.expires_at,
      gift.remind_at,
      gift.email_message,
      gift.metadata,
      dueAt(gift),
      gift.updated_at,
    ],
  )

/**
 * Returns for each one-link whether it is closed. Omits one-links that another transaction is closing, and does
 * not wait for them.
 */
export async function closedOneLinks(
  ctx: TxContext,
  ids: readonly string[],
): Promise<Map<string, boolean>> {
  const links = await ctx.query<{ id: string; is_closed: boolean }>(
    `select l.id, l.closed_at is not null as is_closed from gifting.one_link l
      where l.account_id = $1 and l.id = any($2) for key share skip locked`,
    [ctx.account_id, ids],
  )
  return new Map(links.map(({ id, is_closed }) => [id, is_closed]))
}
