import { atMost } from './at-most.ts'
import { isDatabaseDown } from './database-failures.ts'

/** Serves accounts in turn, so that the work of one never waits for the work of another. */
export interface AccountRounds {
  /** Gives each account that has something to do one turn. Returns how many rows were dealt with. */
  round(): Promise<number>
  /** Resolves when no account is being served. */
  settled(): Promise<void>
}

/** How a loop serves accounts, whatever it does for them. */
export interface RoundOptions {
  /** Accounts that are served side by side. */
  width?: number
  /** Milliseconds after which a round ends without the accounts that are still being served. */
  waitMs?: number
  /** Receives what a turn of an account throws. Without it, the round throws the first failure at its end. */
  onError?: ((error: unknown, account_id: string) => void) | undefined
}

export interface AccountRoundsOptions extends RoundOptions {
  /** The accounts that have something to do, in the order in which they are served. */
  find: () => Promise<readonly string[]>
  /** Does a bounded part of what one account has to do. Returns how many rows that were. */
  run: (account_id: string) => Promise<number>
}

const defaultWidth = 3
/** The longest time in which an account whose turns throw is passed over. */
const maxPauseMs = 30_000

/**
 * Each account has at most one turn under way. A turn that takes long keeps its place among `width`, and
 * the rounds go on without it. An account whose turn throws is passed over for a time that doubles.
 */
export function createAccountRounds(options: AccountRoundsOptions): AccountRounds {
  const { find, run, width = defaultWidth, waitMs = Number.POSITIVE_INFINITY, onError } = options
  const busy = new Map<string, Promise<void>>()
  const pauses = new Map<string, { failures: number; until: number }>()
  let done = 0
  let thrown: unknown[] = []

  function fail(account_id: string, error: unknown) {
    const failures = (pauses.get(account_id)?.failures ?? 0) + 1
    const pauseMs = Math.min(maxPauseMs, 100 * 2 ** failures)
    pauses.set(account_id, { failures, until: performance.now() + pauseMs })
    if (onError === undefined || isDatabaseDown(error)) thrown.push(error)
    else onError(error, account_id)
  }

  async function serve(account_id: string): Promise<void> {
    try {
      const rows = await run(account_id)
      done += rows
      pauses.delete(account_id)
    } catch (error) {
      fail(account_id, error)
    } finally {
      busy.delete(account_id)
    }
  }

  const isReady = (account_id: string) =>
    !busy.has(account_id) && (pauses.get(account_id)?.until ?? 0) <= performance.now()

  async function round(): Promise<number> {
    const started: Promise<void>[] = []
    for (const account_id of (await find()).filter(isReady)) {
      while (busy.size >= width) await Promise.race(busy.values())
      const turn = Promise.resolve(account_id).then(serve)
      busy.set(account_id, turn)
      started.push(turn)
    }
    await atMost(waitMs, Promise.all(started))
    const [failure] = thrown
    thrown = []
    if (failure !== undefined) throw failure
    const finished = done
    done = 0
    return finished
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
export const accountsIn = (table: string, condition: string): string => `
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
export const inTurn = ({ accounts, from, where, order, room }: InTurn): string => `
  select account_id, id from (
    select d.*, row_number() over (partition by d.account_id order by ${order}) as nth
      from (${accounts}) a cross join lateral (
        select * from ${from} t
         where t.account_id = a.account_id and ${where} order by ${order}
         limit least(${room.limit}, coalesce((${room.left}::int[])[array_position(${room.ids}::uuid[], a.account_id)], ${room.perAccount}))
           for update skip locked) d) d
   order by nth, ${order} limit ${room.limit}`

export interface InTurn {
  accounts: string
  from: string
  where: string
  /** Columns of the table, without its name. */
  order: string
  /** The parameters that say how many rows may be taken. */
  room: { limit: string; perAccount: string; ids: string; left: string }
}
