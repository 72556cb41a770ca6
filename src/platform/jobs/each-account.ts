import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { isDatabaseDown } from '#platform/postgres/database-errors'

export type OnAccountError = (error: unknown, account_id: string) => void

/**
 * Runs `serve` in one transaction for each account that `accountsSql` selects, such as the result of
 * `selectAccountsWithRows`. Returns the number of accounts for which `serve` returned true. Passes the error
 * of one account to `onError`, and continues with the other accounts. Throws the error if there is no
 * `onError`, or while the database is down.
 */
export async function serveEachAccount(
  db: Database,
  accountsSql: string,
  serve: (ctx: TxContext) => Promise<boolean>,
  onError?: OnAccountError,
): Promise<number> {
  const accounts = await readTransaction(db, ALL_ACCOUNTS, (ctx) =>
    ctx.query<{ account_id: string }>(accountsSql),
  )
  let served = 0
  for (const { account_id } of accounts) {
    try {
      if (await inTransaction(db, account_id, serve)) served += 1
    } catch (error) {
      if (onError === undefined || isDatabaseDown(error)) throw error
      onError(error, account_id)
    }
  }
  return served
}
