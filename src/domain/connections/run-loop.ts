import * as accounts from '#accounts'
import { type AccountRoundRobin, createAccountRoundRobin } from '#platform/jobs/account-round-robin'
import { ALL_ACCOUNTS, type Database, readTransaction } from '#platform/postgres/database'
import type { ConnectorRegistry } from './connector.ts'
import type { RunKind } from './runs.ts'

const concurrency = 8 // because runs mostly wait for services

/** Creates a loop that runs what is due, account by account. A run ends soon after the signal `stop`. */
export type CreateRunLoop = (
  db: Database,
  registry: ConnectorRegistry,
  options: { stop: AbortSignal; roundTimeoutMs: number },
  onError?: (error: unknown, account_id: string) => void,
) => AccountRoundRobin

/** Defines the loop of a kind of runs. `runDue` runs what is due for the longest time in one account. */
export const defineRunLoop =
  (
    { table }: RunKind,
    runDue: (
      db: Database,
      account_id: string,
      registry: ConnectorRegistry,
      stop: AbortSignal,
    ) => Promise<number>,
  ): CreateRunLoop =>
  (db, registry, { stop, roundTimeoutMs }, onError) =>
    createAccountRoundRobin({
      findAccounts: () =>
        readTransaction(db, ALL_ACCOUNTS, (ctx) =>
          accounts.findAccountsWithDueRows(ctx, { table }),
        ),
      runTurn: (account_id) => runDue(db, account_id, registry, stop),
      due: accounts.isAnyRowDue({ table }),
      ...{ concurrency, roundTimeoutMs, ...(onError && { onError }) },
    })
