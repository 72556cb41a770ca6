import { selectAccountsWithRows } from '#platform/jobs/account-round-robin'
import {
  ALL_ACCOUNTS,
  type Database,
  readTransaction,
  readWithoutTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { selectGiftWithoutOffering, withOfferings } from '../lifecycle/gift-store.ts'
import type { Gift } from '../lifecycle/tables.ts'

/** Due rows that are read to find their accounts. With more, each account is asked for its own. */
const maxDirectRows = 200

/** The accounts that have gift requests which are due, those that have waited longest first. */
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
 * Locks due gift requests of the work's account, oldest first. Those that another process has locked
 * are skipped. `work.now` is the real time.
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

/** The first retry of a gift request whose timer failed comes after 10 seconds, the others after twice as long each. */
const retryAtSql = `$3::timestamptz + interval '10 seconds' * power(2, least(due_failures, 9))`

/** Puts a timer that failed off. `work.now` is the real time. */
export const deferDue = (ctx: TxContext, id: string): Promise<unknown> =>
  ctx.query(
    `update gifting.gift_request set due_at = ${retryAtSql}, due_failures = least(due_failures + 1, 1000)
      where account_id = $1 and id = $2 and due_at <= $3`,
    [ctx.account_id, id, ctx.now],
  )

/** By the real clock, what the clock of this work's account says. */
const realNowSql = '$2::timestamptz - (select c.ahead from access.clock_offset_of($1) c)'

/** The ids of all that is due of the work's account at the moment of its own clock, oldest first. */
export async function findAccountDue(ctx: TxContext): Promise<string[]> {
  const rows = await ctx.query<{ id: string }>(
    `select id from gifting.gift_request where account_id = $1 and due_at <= ${realNowSql} order by due_at, id`,
    [ctx.account_id, ctx.now],
  )
  return rows.map(({ id }) => id)
}

/** Holds those of them that are still due, in the same order. */
export const lockAccountDue = async (ctx: TxContext, ids: readonly string[]): Promise<Gift[]> =>
  withOfferings(
    ctx,
    await ctx.query<Gift>(
      `${selectGiftWithoutOffering} where g.account_id = $1 and g.id = any($3) and g.due_at <= ${realNowSql}
        order by array_position($3::uuid[], g.id) for update of g skip locked`,
      [ctx.account_id, ctx.now, ids],
    ),
  )

/** Brings the timers of the work's account nearer, as its clock runs further ahead. */
export const shiftTimers = (ctx: TxContext, ms: number): Promise<unknown> =>
  ctx.query(
    `update gifting.gift_request set due_at = due_at - make_interval(secs => $2::float8 / 1000)
      where account_id = $1 and due_at is not null`,
    [ctx.account_id, ms],
  )

/** Since when the oldest timer has been due; undefined when none is. The work is for everyone. */
export async function oldestDue(ctx: TxContext): Promise<Date | undefined> {
  const [row] = await ctx.query<{ due_at: Date }>(
    'select due_at from gifting.gift_request where due_at <= $1 order by due_at limit 1',
    [ctx.now],
  )
  return row?.due_at
}
