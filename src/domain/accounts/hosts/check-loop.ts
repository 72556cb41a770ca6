import { type AccountRoundRobin, createAccountRoundRobin } from '#platform/jobs/account-round-robin'
import { type Database, inTransaction } from '#platform/postgres/database'
import { checkDomain, type Transact } from '../domains/domains.ts'
import { claimDue, findDueAccounts } from '../domains/store.ts'
import { checkHost } from './hosts.ts'

const maxPerTurn = 10
/** The milliseconds after which another process checks a claimed row, if this process has died. */
const leaseMs = 10 * 60_000

/** Creates a loop that checks the domains and hosts that are due, account by account. */
export const createDomainLoop = (
  db: Database,
  onError?: (error: unknown, account_id: string) => void,
  roundTimeoutMs?: number,
): AccountRoundRobin =>
  createAccountRoundRobin({
    findAccounts: () => findDueAccounts(db),
    async runTurn(account_id) {
      const transact: Transact = (run) => inTransaction(db, account_id, run)
      const { domains, hosts } = await transact(async (ctx) => {
        const until = new Date(ctx.now.getTime() + leaseMs)
        return {
          domains: await claimDue(ctx, 'access.domain', until, maxPerTurn),
          hosts: await claimDue(ctx, 'access.host', until, maxPerTurn),
        }
      })
      for (const { id } of domains) await checkDomain(transact, id)
      if (hosts.length > 0) await checkHost(transact)
      return domains.length + hosts.length
    },
    ...(roundTimeoutMs === undefined ? {} : { roundTimeoutMs }),
    onError,
  })
