import { type AccountRoundRobin, createAccountRoundRobin } from '#platform/jobs/account-round-robin'
import { type DueTable, hasDueRows } from '#platform/jobs/due-table'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { isDatabaseDown } from '#platform/postgres/database-errors'
import { withAccountTime } from './test-clock.ts'

/** A table whose rows have their due time in `due_at`, by the real clock. */
export interface DueRows {
  /** The name of the rows in reports of errors, such as `claims`. */
  name: string
  table: string
  /** The column whose value `process` gets. Rows with the same value are processed together. */
  idColumn: string
  /** How many ids one turn of an account processes. */
  maxPerTurn: number
  /** Processes one id in a transaction of its own, at the time of the account. Returns how much it changed. */
  process: (ctx: TxContext, id: string) => Promise<number>
  /**
   * Runs in a transaction of its own after `process` has thrown, so that the row does not block the others of its account.
   * Returns how much it changed. Without it, the account is skipped for a period that grows with each failure.
   */
  recover?: (ctx: TxContext, id: string, error: unknown) => Promise<number>
}

type OnError = (error: unknown, where: string) => void

/**
 * Creates a loop that processes due rows, account by account. Due times are stored in the rows, so a crash loses nothing.
 */
export function createDueRowLoop(
  db: Database,
  rows: DueRows,
  onError?: OnError,
  roundTimeoutMs?: number,
): AccountRoundRobin {
  const { name, maxPerTurn, process, recover } = rows
  return createAccountRoundRobin({
    findAccounts: () =>
      readTransaction(db, ALL_ACCOUNTS, (ctx) => findAccountsWithDueRows(ctx, rows)),
    async runTurn(account_id) {
      let changed = 0
      for (const id of await readTransaction(db, account_id, (ctx) =>
        findIds(ctx, rows, maxPerTurn),
      ))
        try {
          changed += await inTransaction(db, account_id, async (realTimeCtx) =>
            process(await withAccountTime(realTimeCtx), id),
          )
        } catch (error) {
          if (recover === undefined || isDatabaseDown(error)) throw error
          changed += await inTransaction(db, account_id, (ctx) => recover(ctx, id, error))
          if (onError === undefined) throw error
          onError(error, `${name} of account ${account_id}: ${id}`)
        }
      return changed
    },
    ...(roundTimeoutMs === undefined ? {} : { roundTimeoutMs }),
    due: isAnyRowDue(rows),
    onError: onError && ((error, account_id) => onError(error, `${name} of account ${account_id}`)),
  })
}

/** Runs one round over all accounts. Returns how much it changed. */
export const processDueRows = (db: Database, rows: DueRows, onError?: OnError): Promise<number> =>
  createDueRowLoop(db, rows, onError).round()

/** Processes all rows that are due after the account's clock was advanced by `ms`; `ctx.now` is the new time. */
export async function advanceDueRows(ctx: TxContext, rows: DueRows, ms: number): Promise<void> {
  await shiftDueRows(ctx, rows, ms)
  for (const id of await findIds(ctx, rows, maxPerAdvance))
    while ((await rows.process(ctx, id)) > 0);
}

const maxPerAdvance = 10_000

/** Makes all rows of the account due earlier by `ms`, after its clock was advanced. */
export const shiftDueRows = (
  ctx: TxContext,
  { table }: Pick<DueRows, 'table'>,
  ms: number,
): Promise<unknown> =>
  ctx.query(
    `update ${table} set due_at = due_at - make_interval(secs => $2::float8 / 1000)
      where account_id = $1 and due_at is not null`,
    [ctx.account_id, ms],
  )

/** Builds the SQL condition that a table has due rows, also of suspended accounts. */
export const isAnyRowDue = ({ table }: Pick<DueRows, 'table'>): string =>
  hasDueRows({ table, dueAt: 'due_at' })

const suspendedSql = 'select id from access.account where suspended_at is not null'

/** Describes the due rows without those of suspended accounts, which wait. */
export const toDueTable = ({ table }: Pick<DueRows, 'table'>): DueTable => ({
  table,
  dueAt: 'due_at',
  where: `account_id not in (${suspendedSql})`,
})

/** Returns the accounts with due rows in a table, longest overdue first. Suspended accounts wait. */
export const findAccountsWithDueRows = (
  ctx: TxContext,
  { table }: Pick<DueRows, 'table'>,
): Promise<string[]> =>
  ctx.queryValues<string>(
    `select account_id from ${table} where due_at <= $1
        and account_id not in (${suspendedSql})
      group by account_id order by min(due_at) limit 1000`,
    [ctx.real_now],
  )

/** Returns the ids of due rows of the account, longest overdue first. */
const findIds = (ctx: TxContext, { table, idColumn }: DueRows, limit: number): Promise<string[]> =>
  ctx.queryValues<string>(
    `select ${idColumn} as id from ${table} where account_id = $1 and due_at <= $2
      group by ${idColumn} order by min(due_at), ${idColumn} limit $3`,
    [ctx.account_id, ctx.real_now, limit],
  )
