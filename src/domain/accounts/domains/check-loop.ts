import { type AccountRoundRobin, createAccountRoundRobin } from '#platform/jobs/account-round-robin'
import { type Database, inTransaction } from '#platform/postgres/database'
import { checkDomain } from './domains.ts'
import * as store from './store.ts'

const maxPerTurn = 10
/** The milliseconds after which another process checks a claimed domain, if this process has died. */
const leaseMs = 10 * 60_000

/** Creates a loop that checks the domains that are due, account by account. */
export const createDomainLoop = (
  db: Database,
  onError?: (error: unknown, account_id: string) => void,
  roundTimeoutMs?: number,
): AccountRoundRobin =>
  createAccountRoundRobin({
    findAccounts: () => store.findDueAccounts(db),
    async runTurn(account_id) {
      const due = await inTransaction(db, account_id, (ctx) =>
        store.claimDue(ctx, new Date(ctx.now.getTime() + leaseMs), maxPerTurn),
      )
      for (const { id } of due) await checkDomain((run) => inTransaction(db, account_id, run), id)
      return due.length
    },
    ...(roundTimeoutMs === undefined ? {} : { roundTimeoutMs }),
    onError,
  })
