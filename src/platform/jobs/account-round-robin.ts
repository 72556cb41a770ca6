import { waitAtMost } from '../lib/wait-at-most.ts'
import { isDatabaseDown } from '../postgres/database-errors.ts'

/** Serves accounts in turn, so that the work of one never waits for the work of another. */
export interface AccountRoundRobin {
  /** Gives each account that has something to do one turn. Returns how many rows were dealt with. */
  round(): Promise<number>
  /** Resolves when no account is being served. */
  settled(): Promise<void>
}

/** How a loop serves accounts, whatever it does for them. */
export interface RoundRobinOptions {
  /** Accounts that are served side by side. */
  concurrency?: number
  /** Milliseconds after which a round ends without the accounts that are still being served. */
  roundTimeoutMs?: number
  /** Receives what a turn of an account throws. Without it, the round throws the first failure at its end. */
  onError?: ((error: unknown, account_id: string) => void) | undefined
}

export interface AccountRoundRobinOptions extends RoundRobinOptions {
  /** The accounts that have something to do, in the order in which they are served. */
  findAccounts: () => Promise<readonly string[]>
  /** Does a bounded part of what one account has to do. Returns how many rows that were. */
  runTurn: (account_id: string) => Promise<number>
}

const defaultConcurrency = 3
/** The longest time in which an account whose turns throw is passed over. */
const maxBackoffMs = 30_000

/**
 * Each account has at most one turn under way. A turn that takes long keeps its place among `width`, and
 * the rounds go on without it. An account whose turn throws is passed over for a time that doubles.
 */
export function createAccountRoundRobin(options: AccountRoundRobinOptions): AccountRoundRobin {
  const {
    findAccounts,
    runTurn,
    concurrency = defaultConcurrency,
    roundTimeoutMs = Number.POSITIVE_INFINITY,
    onError,
  } = options
  const busy = new Map<string, Promise<void>>()
  const backoffs = new Map<string, { failures: number; until: number }>()
  let processedRows = 0
  let errors: unknown[] = []

  function recordFailure(account_id: string, error: unknown) {
    const failures = (backoffs.get(account_id)?.failures ?? 0) + 1
    const backoffMs = Math.min(maxBackoffMs, 100 * 2 ** failures)
    backoffs.set(account_id, { failures, until: performance.now() + backoffMs })
    if (onError === undefined || isDatabaseDown(error)) errors.push(error)
    else onError(error, account_id)
  }

  async function serveAccount(account_id: string): Promise<void> {
    try {
      const rows = await runTurn(account_id)
      processedRows += rows
      backoffs.delete(account_id)
    } catch (error) {
      recordFailure(account_id, error)
    } finally {
      busy.delete(account_id)
    }
  }

  const isReady = (account_id: string) =>
    !busy.has(account_id) && (backoffs.get(account_id)?.until ?? 0) <= performance.now()

  async function round(): Promise<number> {
    const started: Promise<void>[] = []
    for (const account_id of (await findAccounts()).filter(isReady)) {
      while (busy.size >= concurrency) await Promise.race(busy.values())
      const turn = Promise.resolve(account_id).then(serveAccount)
      busy.set(account_id, turn)
      started.push(turn)
    }
    await waitAtMost(roundTimeoutMs, Promise.all(started))
    const [firstError] = errors
    errors = []
    if (firstError !== undefined) throw firstError
    const total = processedRows
    processedRows = 0
    return total
  }

  return {
    round,
    async settled() {
      await Promise.all(busy.values())
    },
  }
}

/**
 * Selects the accounts that have rows in a table, along an index that begins with `account_id`: one probe
 * for each account, however many rows it has. Needs a transaction for every account.
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
 * Selects due rows of all accounts: the first of each account, then the second of each, and so on. Each
 * account has at most `$perAccount` of them, or what `$left` says for it. The rows are locked.
 *
 * @param accounts  selects the ids of accounts, as `accountsIn` does
 * @param where     whether a row of the table is due
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
  /** Columns of the table, without its name. */
  order: string
  /** The parameters that say how many rows may be taken. */
  limits: { limit: string; perAccount: string; ids: string; remaining: string }
}
