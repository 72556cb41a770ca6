import { type AccountRoundRobin, createAccountRoundRobin } from '#platform/jobs/account-round-robin'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { isDatabaseDown } from '#platform/postgres/database-errors'
import { withAccountTime } from './account-time.ts'

/** Rows with a due time. */
interface DueRows {
  /** The name of the rows in reports of errors, such as `claims`. */
  name: string
  /** Returns the accounts with due rows, in the order of their turns. */
  findAccounts: (ctx: TxContext) => Promise<readonly { account_id: string }[]>
  /** Returns the ids of one turn of an account. */
  findIds: (ctx: TxContext) => Promise<readonly string[]>
  /** Processes one row in a transaction of its own, at the time of the account. Returns how much it changed. */
  process: (ctx: TxContext, id: string) => Promise<number>
  /**
   * Runs in a transaction of its own after `process` has thrown, so that the row does not block the others of its account.
   * Returns how much it changed. Without it, the account is skipped for a period that grows with each failure.
   */
  recover?: (ctx: TxContext, id: string, error: unknown) => Promise<number>
}

/** Creates a loop that processes due rows, account by account. */
export const createDueRowLoop = (
  db: Database,
  { name, findAccounts, findIds, process, recover }: DueRows,
  onError?: (error: unknown, where: string) => void,
  roundTimeoutMs?: number,
): AccountRoundRobin =>
  createAccountRoundRobin({
    findAccounts: async () =>
      (await readTransaction(db, ALL_ACCOUNTS, findAccounts)).map(({ account_id }) => account_id),
    async runTurn(account_id) {
      let changed = 0
      for (const id of await readTransaction(db, account_id, findIds))
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
    onError: onError && ((error, account_id) => onError(error, `${name} of account ${account_id}`)),
  })
