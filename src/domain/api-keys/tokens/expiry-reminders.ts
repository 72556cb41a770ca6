import { type OnAccountError, serveEachAccount } from '#platform/jobs/each-account'
import type { Database, TxContext } from '#platform/postgres/database'
import * as store from './store.ts'

/** The tokens of one reminder, those that expire first at the beginning. */
export type ExpiringTokens = readonly store.ExpiringToken[]

const maxListed = 20

/**
 * Calls `notify` for each account with tokens that expire within seven days, and again within a day: once for each of the
 * two over all processes, in the transaction that records it. Returns the number of accounts.
 */
export const remindOfExpiry = (
  db: Database,
  notify: (ctx: TxContext, tokens: ExpiringTokens) => Promise<void>,
  onError?: OnAccountError,
): Promise<number> =>
  serveEachAccount(
    db,
    store.accountsWithRemindersSql,
    async (ctx) => {
      const tokens = await store.claimReminders(ctx, maxListed)
      if (tokens.length > 0) await notify(ctx, tokens)
      return tokens.length > 0
    },
    onError,
  )
