import * as accounts from '#accounts'
import { type AccountRoundRobin, createAccountRoundRobin } from '#platform/jobs/account-round-robin'
import { hasDueRows } from '#platform/jobs/due-table'
import { type Database, inTransaction } from '#platform/postgres/database'
import { isDatabaseDown } from '#platform/postgres/database-errors'
import { chunkByPayloadSize } from './event-chunks.ts'
import * as timerStore from './timer-store.ts'
import { applyTimers } from './timers.ts'

/** Max gift requests of one account per transaction and round. */
export const maxTimersPerTurn = 100

type OnError = (error: unknown, where: string) => void

/**
 * Processes due gift requests: creates links, sends scheduled ones, sends reminders, ends lapsed claims and
 * expires the rest. Each account has its own transactions, and each round processes every account once. Due
 * times are stored in the rows, so a crash loses nothing. Rows that another process has locked are skipped.
 */
export const createTimerLoop = (
  db: Database,
  onError?: OnError,
  roundTimeoutMs?: number,
): AccountRoundRobin =>
  createAccountRoundRobin({
    findAccounts: () => timerStore.accountsWithDueTimers(db, db.clock()),
    runTurn: (account_id) => processAccount(db, account_id, onError),
    due: hasDueRows(timerStore.dueTimers),
    ...(roundTimeoutMs === undefined ? {} : { roundTimeoutMs }),
    onError: onError && ((error, account_id) => onError(error, `gifts of account ${account_id}`)),
  })

/** Runs one round over all accounts. Returns the number of gift requests processed. */
export const processDue = (db: Database, onError?: OnError): Promise<number> =>
  createTimerLoop(db, onError).round()

/** Processes due gift requests of one account. If the transaction fails, processes each half separately. */
async function processAccount(
  db: Database,
  account_id: string,
  onError?: OnError,
): Promise<number> {
  const locked: string[] = []
  try {
    return await inTransaction(db, account_id, async (realTimeCtx) => {
      const [gifts, ctx] = await Promise.all([
        timerStore.lockDue(realTimeCtx, maxTimersPerTurn),
        accounts.withAccountTime(realTimeCtx),
      ])
      locked.push(...gifts.map(({ id }) => id))
      const [first = []] = chunkByPayloadSize(ctx, gifts) // the next round processes the other chunks
      return applyTimers(ctx, first)
    })
  } catch (error) {
    if (locked.length === 0 || isDatabaseDown(error)) throw error
    return isolateFailure(db, account_id, locked, error, onError)
  }
}

async function processIds(
  db: Database,
  account_id: string,
  ids: readonly string[],
  onError?: OnError,
): Promise<number> {
  try {
    return await inTransaction(db, account_id, async (realTimeCtx) => {
      const ctx = await accounts.withAccountTime(realTimeCtx)
      return applyTimers(ctx, await timerStore.lockAccountDue(ctx, ids))
    })
  } catch (error) {
    if (isDatabaseDown(error)) throw error
    return isolateFailure(db, account_id, ids, error, onError)
  }
}

/** Finds the gift request that fails and postpones its timer, so that it does not block others. */
async function isolateFailure(
  db: Database,
  account_id: string,
  ids: readonly string[],
  error: unknown,
  onError?: OnError,
): Promise<number> {
  const [id = ''] = ids
  if (ids.length === 1) {
    await inTransaction(db, account_id, (realTimeCtx) => timerStore.deferDue(realTimeCtx, id))
    if (onError === undefined) throw error
    onError(error, `gifts of account ${account_id}: gift request ${id}`)
    return 0
  }
  const half = Math.ceil(ids.length / 2)
  const first = await processIds(db, account_id, ids.slice(0, half), onError)
  return first + (await processIds(db, account_id, ids.slice(half), onError))
}
