import type { DueTable } from '#platform/jobs/due-table'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import * as webhooks from '#webhooks'

/** A row of attention.account_check, which the transaction has locked. */
export interface AccountCheck {
  quiet_rounds: number
  last_number: number
}

const maxAccountsPerRound = 200

/** The checks. That of a new account, which has no row, waits for a round. */
export const dueChecks: DueTable = {
  table: 'attention.account_check',
  dueAt: 'next_at',
  clock: 'database',
}

/** Returns the accounts that are due for a check, the longest overdue first. */
export const findDueAccounts = (db: Database): Promise<string[]> =>
  readTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const rows = await ctx.query<{ id: string }>(
      `select a.id from access.all_account_ids() a
         left join attention.account_check c on c.account_id = a.id
        where c.next_at is null or c.next_at <= now()
        order by c.next_at nulls first limit ${maxAccountsPerRound}`,
    )
    return rows.map(({ id }) => id)
  })

/**
 * Makes the accounts due whose next check is later than `soonMs` from now, and that have recorded an event since
 * `since`. They are then checked as often as an account that was quiet for `quietRounds`.
 */
export const wakeActive = (
  db: Database,
  { soonMs, since, quietRounds }: { soonMs: number; since: Date; quietRounds: number },
): Promise<void> =>
  inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const rows = await ctx.query<{ account_id: string }>(
      `select account_id from attention.account_check where next_at > now() + $1 * interval '1 millisecond'`,
      [soonMs],
    )
    const idle = rows.map(({ account_id }) => account_id)
    const active = await webhooks.findActiveAccounts(ctx, idle, since)
    if (active.length === 0) return
    await ctx.query(
      `update attention.account_check set next_at = now(), quiet_rounds = $2 where account_id in (
         select account_id from attention.account_check where account_id = any($1) for update skip locked)`,
      [active, quietRounds],
    )
  })

/** Locks the account for this transaction. Returns undefined if another process is checking it. */
export async function lock(ctx: TxContext): Promise<AccountCheck | undefined> {
  ctx.enqueue(
    `insert into attention.account_check (account_id, next_at)
     select $1, now() where not exists (select from attention.account_check where account_id = $1)
     on conflict (account_id) do nothing`,
    [ctx.account_id],
  )
  return ctx.queryFirst<AccountCheck>(
    `select quiet_rounds, last_number::float8 as last_number from attention.account_check
      where account_id = $1 for update skip locked`,
    [ctx.account_id],
  )
}

/** Schedules the next check after some milliseconds of real time. */
export const save = (ctx: TxContext, check: AccountCheck, delayMs: number): void =>
  ctx.enqueue(
    `update attention.account_check
        set next_at = now() + $2 * interval '1 millisecond', quiet_rounds = $3, last_number = $4
      where account_id = $1`,
    [ctx.account_id, delayMs, check.quiet_rounds, check.last_number],
  )
