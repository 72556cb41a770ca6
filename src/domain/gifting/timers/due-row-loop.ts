import { type AccountRoundRobin, createAccountRoundRobin } from '#platform/jobs/account-round-robin'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { withAccountTime } from './timer-loop.ts'

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
}

/** Creates a loop that processes due rows, account by account. */
export const createDueRowLoop = (
  db: Database,
  { name, findAccounts, findIds, process }: DueRows,
  onError?: (error: unknown, where: string) => void,
  roundTimeoutMs?: number,
): AccountRoundRobin =>
  createAccountRoundRobin({
    findAccounts: async () =>
      (await readTransaction(db, ALL_ACCOUNTS, findAccounts)).map(({ account_id }) => account_id),
    async runTurn(account_id) {
      let changed = 0
      for (const id of await readTransaction(db, account_id, findIds))
        changed += await inTransaction(db, account_id, async (realTimeCtx) =>
          process(await withAccountTime(realTimeCtx), id),
        )
      return changed
    },
    ...(roundTimeoutMs === undefined ? {} : { roundTimeoutMs }),
    onError: onError && ((error, account_id) => onError(error, `${name} of account ${account_id}`)),
  })
