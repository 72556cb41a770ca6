import * as access from '#access'
import { type AccountRoundRobin, createAccountRoundRobin } from '#platform/account-rounds'
import { isDatabaseDown } from '#platform/database-failures'
import { type Database, inTransaction, type TxContext } from '#platform/postgres'
import { chunksFor, moveByTime } from './due.ts'
import * as store from './due-store.ts'

/** Gift requests that one transaction moves at most. */
const maxRows = 100

type OnError = (error: unknown, where: string) => void

/**
 * Moves the gift requests that are due: makes the links of new ones, sends scheduled ones, reminds
 * recipients, lets claims lapse and expires the rest. Each account has transactions of its own, and
 * each round gives every account one turn. What is due is written in the rows, so nothing is forgotten when
 * a process dies; a row that another process has locked is left to it.
 */
export const createTimers = (db: Database, onError?: OnError, waitMs?: number): AccountRoundRobin =>
  createAccountRoundRobin({
    findAccounts: () => store.accountsWithDue(db, db.clock()),
    runTurn: (account_id) => moveDueOf(db, account_id, onError),
    ...(waitMs === undefined ? {} : { roundTimeoutMs: waitMs }),
    onError: onError && ((error, account_id) => onError(error, `gifts of account ${account_id}`)),
  })

/** One round of all accounts. Returns how many gift requests were moved. */
export const moveDue = (db: Database, onError?: OnError): Promise<number> =>
  createTimers(db, onError).round()

/** Moves due gift requests of one account. When they fail together, each half is tried by itself. */
async function moveDueOf(db: Database, account_id: string, onError?: OnError): Promise<number> {
  const locked: string[] = []
  try {
    return await inTransaction(db, account_id, async (real) => {
      const [gifts, ctx] = await Promise.all([store.lockDue(real, maxRows), atAccountTime(real)])
      locked.push(...gifts.map(({ id }) => id))
      const [first = []] = chunksFor(ctx, gifts) // the others are due in the next round
      return moveByTime(ctx, first)
    })
  } catch (error) {
    if (locked.length === 0 || isDatabaseDown(error)) throw error
    return split(db, account_id, locked, error, onError)
  }
}

async function moveThese(
  db: Database,
  account_id: string,
  ids: readonly string[],
  onError?: OnError,
): Promise<number> {
  try {
    return await inTransaction(db, account_id, async (real) => {
      const ctx = await atAccountTime(real)
      return moveByTime(ctx, await store.holdOwnDue(ctx, ids))
    })
  } catch (error) {
    if (isDatabaseDown(error)) throw error
    return split(db, account_id, ids, error, onError)
  }
}

/** Finds the gift request that fails, and puts its timer off, so that it never stands before others. */
async function split(
  db: Database,
  account_id: string,
  ids: readonly string[],
  error: unknown,
  onError?: OnError,
): Promise<number> {
  const [id = ''] = ids
  if (ids.length === 1) {
    await inTransaction(db, account_id, (real) => store.deferDue(real, id))
    if (onError === undefined) throw error
    onError(error, `gifts of account ${account_id}: gift request ${id}`)
    return 0
  }
  const half = Math.ceil(ids.length / 2)
  const first = await moveThese(db, account_id, ids.slice(0, half), onError)
  return first + (await moveThese(db, account_id, ids.slice(half), onError))
}

/** The same transaction at the time of the account's clock, which may run ahead in staging. */
async function atAccountTime(real: TxContext): Promise<TxContext> {
  const ahead = (await access.findClockOffsets(real, [real.account_id])).get(real.account_id) ?? 0
  return { ...real, now: new Date(real.now.getTime() + ahead) }
}
