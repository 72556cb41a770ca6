import { waitAtMost } from '../lib/wait-at-most.ts'
import { createRoundResults } from './round-results.ts'

/** Serves accounts in turn, so that the work of one account never waits for the work of another. */
export interface AccountRoundRobin {
  /** Gives each account with pending work one turn. Returns how many rows were processed. */
  round(): Promise<number>
  /** Resolves when no account has a turn in progress. */
  settled(): Promise<void>
  /** The SQL condition that a turn has something to do, for `DueCheck`. Undefined if there is none that an index answers. */
  due?: string | undefined
}

/** Options of a loop that serves accounts in turn. */
export interface RoundRobinOptions {
  /** The maximum number of turns that run at the same time. */
  concurrency?: number
  /** The milliseconds after which a round ends without waiting for turns that are still in progress. */
  roundTimeoutMs?: number
  /** Receives the error of a turn. Without this handler, the round throws the first error at its end. */
  onError?: ((error: unknown, account_id: string) => void) | undefined
}

export interface AccountRoundRobinOptions extends RoundRobinOptions {
  /** Finds the accounts with pending work, in the order of their turns. */
  findAccounts: () => Promise<readonly string[]>
  /** Processes a bounded part of the work of one account. Returns the number of processed rows. */
  runTurn: (account_id: string) => Promise<number>
  due?: string
}

const defaultConcurrency = 3
/** The maximum time for which an account is skipped after its turns have thrown, in milliseconds. */
const maxBackoffMs = 30_000

/**
 * Creates a round robin of accounts. Each account has at most one turn in progress. A slow turn occupies one
 * of the `concurrency` slots while rounds continue. An account whose turn throws is skipped for a period that
 * doubles with each failure.
 */
export function createAccountRoundRobin(options: AccountRoundRobinOptions): AccountRoundRobin {
  const {
    findAccounts,
    runTurn,
    concurrency = defaultConcurrency,
    roundTimeoutMs = Number.POSITIVE_INFINITY,
    onError,
    due,
  } = options
  const busy = new Map<string, Promise<void>>()
  const backoff = createBackoff()
  const { addFinished, report, take } = createRoundResults(onError)

  async function serveAccount(account_id: string): Promise<void> {
    try {
      const rows = await runTurn(account_id)
      addFinished(rows)
      backoff.reset(account_id)
    } catch (error) {
      backoff.extend(account_id)
      report(error, account_id)
    } finally {
      busy.delete(account_id)
    }
  }

  const isReady = (account_id: string) => !busy.has(account_id) && backoff.hasEnded(account_id)

  async function round(): Promise<number> {
    const started: Promise<void>[] = []
    for (const account_id of (await findAccounts()).filter(isReady)) {
      while (busy.size >= concurrency) await Promise.race(busy.values())
      const turn = Promise.resolve(account_id).then(serveAccount)
      busy.set(account_id, turn)
      started.push(turn)
    }
    await waitAtMost(roundTimeoutMs, Promise.all(started))
    return take()
  }

  return {
    round,
    due,
    async settled() {
      await Promise.all(busy.values())
    },
  }
}

/** Creates a record of the accounts that are skipped because their last turn has thrown. */
function createBackoff() {
  const entries = new Map<string, { failures: number; until: number }>()
  return {
    extend(account_id: string) {
      const failures = (entries.get(account_id)?.failures ?? 0) + 1
      const backoffMs = Math.min(maxBackoffMs, 100 * 2 ** failures)
      entries.set(account_id, { failures, until: performance.now() + backoffMs })
    },
    reset: (account_id: string) => entries.delete(account_id),
    hasEnded: (account_id: string) => (entries.get(account_id)?.until ?? 0) <= performance.now(),
  }
}

/**
 * Builds SQL that selects the accounts with rows in a table, with an index that begins with
 * `account_id`. The query probes the index once for each account, independent of the number of its rows.
 * Requires a transaction for all accounts.
 */
export const selectAccountsWithRows = (table: string, condition: string): string => `
  with recursive each_account (account_id) as (
    (select account_id from ${table} where ${condition} order by account_id limit 1)
    union all
    select (select t.account_id from ${table} t
             where ${condition} and t.account_id > a.account_id order by t.account_id limit 1)
      from each_account a where a.account_id is not null
  ) select account_id from each_account where account_id is not null`

/**
 * Builds SQL that selects and locks due rows of all accounts: the first row of each account, then the second
 * row of each, and so on. Each account gets at most `$perAccount` rows, or its number in `$left`.
 *
 * @param accounts  SQL that selects account ids, such as the result of `accountsIn`
 * @param where     SQL condition for due rows
 */
export const selectInRoundRobin = ({
  accounts,
  from,
  where,
  order,
  limits,
}: RoundRobinQuery): string => `
  select account_id, id from (
    select d.*, row_number() over (partition by d.account_id order by ${order}) as nth
      from (${accounts}) a cross join lateral (
        select * from ${from} t
         where t.account_id = a.account_id and ${where} order by ${order}
         limit least(${limits.limit}, coalesce((${limits.remaining}::int[])[array_position(${limits.ids}::uuid[], a.account_id)], ${limits.perAccount}))
           for update skip locked) d) d
   order by nth, ${order} limit ${limits.limit}`

export interface RoundRobinQuery {
  accounts: string
  from: string
  where: string
  /** The columns that sort the rows, without the name of the table. */
  order: string
  /** The parameters of the statement that limit the number of rows. */
  limits: { limit: string; perAccount: string; ids: string; remaining: string }
}
