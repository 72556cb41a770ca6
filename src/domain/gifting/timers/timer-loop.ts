import * as accounts from '#accounts'
import { type AccountRoundRobin, createAccountRoundRobin } from '#platform/jobs/account-round-robin'
import { type Database, inTransaction, type TxContext } from '#platform/postgres/database'
import { isDatabaseDown } from '#platform/postgres/database-errors'
import * as timerStore from './timer-store.ts'
import { applyTimers, chunkByPayloadSize } from './timers.ts'

/** Gift requests that one transaction moves at most. */
const maxRows = 100

type OnError = (error: unknown, where: string) => void

/**
 * Moves the gift requests that are due: makes the links of new ones, sends scheduled ones, reminds
 * recipients, lets claims lapse and expires the rest. Each account has transactions of its own, and
 * each round gives every account one turn. What is due is written in the rows, so nothing is forgotten when
 * a process dies; a row that another process has locked is left to it.
 */
export const createTimerLoop = (
  db: Database,
  onError?: OnError,
  roundTimeoutMs?: number,
): AccountRoundRobin =>
  createAccountRoundRobin({
    findAccounts: () => timerStore.accountsWithDueTimers(db, db.clock()),
    runTurn: (account_id) => processAccount(db, account_id, onError),
    ...(roundTimeoutMs === undefined ? {} : { roundTimeoutMs: roundTimeoutMs }),
    onError: onError && ((error, account_id) => onError(error, `gifts of account ${account_id}`)),
  })

/** One round of all accounts. Returns how many gift requests were moved. */
export const processDue = (db: Database, onError?: OnError): Promise<number> =>
  createTimerLoop(db, onError).round()

/** Moves due gift requests of one account. When they fail together, each half is tried by itself. */
async function processAccount(
  db: Database,
  account_id: string,
  onError?: OnError,
): Promise<number> {
  const locked: string[] = []
  try {
    return await inTransaction(db, account_id, async (realTimeCtx) => {
      const [gifts, ctx] = await Promise.all([
        timerStore.lockDue(realTimeCtx, maxRows),
        withAccountTime(realTimeCtx),
      ])
      locked.push(...gifts.map(({ id }) => id))
      const [first = []] = chunkByPayloadSize(ctx, gifts) // the others are due in the next round
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
      const ctx = await withAccountTime(realTimeCtx)
      return applyTimers(ctx, await timerStore.lockAccountDue(ctx, ids))
    })
  } catch (error) {
    if (isDatabaseDown(error)) throw error
    return isolateFailure(db, account_id, ids, error, onError)
  }
}

/** Finds the gift request that fails, and puts its timer off, so that it never stands before others. */
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

/** The same transaction at the time of the account's clock, which may run ahead in staging. */
async function withAccountTime(realTimeCtx: TxContext): Promise<TxContext> {
  const offsetMs =
    (await accounts.findClockOffsets(realTimeCtx, [realTimeCtx.account_id])).get(
      realTimeCtx.account_id,
    ) ?? 0
  return { ...realTimeCtx, now: new Date(realTimeCtx.now.getTime() + offsetMs) }
}
