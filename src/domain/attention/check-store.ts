import {
  ALL_ACCOUNTS,
  type Database,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'

/** A row of attention.account_check, which the transaction has locked. */
export interface AccountCheck {
  quiet_rounds: number
  last_number: number
}

const maxAccountsPerRound = 200

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
