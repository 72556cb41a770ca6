import * as accounts from '#accounts'
import * as digital from '#digital'
import * as gifting from '#gifting'
import {
  type AccountRoundRobin,
  createAccountRoundRobin,
  type RoundRobinOptions,
} from '#platform/jobs/account-round-robin'
import type { DueCheck } from '#platform/jobs/due-check'
import { findOldestDue, hasDueRows } from '#platform/jobs/due-table'
import { createOutboxRunner } from '#platform/jobs/outbox'
import { type PollingLoop, startPollingLoop } from '#platform/jobs/polling-loop'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { isDatabaseDown } from '#platform/postgres/database-errors'
import { createCarrierOutbox } from './carrier-outbox.ts'
import type { ShippingConfig } from './carriers/shipping-config.ts'
import { createCodePurchaseOutbox } from './packing/code-purchases.ts'
import { cancelParcels, createParcels, retryBackordered } from './packing/create-parcels.ts'
import { createDigitalFiller } from './packing/fill-digital.ts'
import { createPurchaseOutbox } from './packing/label-purchases.ts'
import { duePurchases } from './packing/purchase-store.ts'
import { dueHandOvers } from './packing-station/hand-over-effect.ts'
import * as store from './parcels/store.ts'
import { createSimulatorPlayback } from './simulator/simulator-playback.ts'

/** The maximum number of fulfilment jobs that one account can run per turn. */
const maxEntries = 10
/** The maximum number of backordered gift requests of one account that a turn compares with the stock. */
const maxBackordered = 50

/**
 * Creates the consumer of gifting's fulfilment outbox. Its jobs ship a gift request or cancel its parcels.
 * Each job runs in its own transaction, so that two processes that reserve the same stock cannot deadlock.
 */
export const createOutboxConsumer = (
  db: Database,
  shipping: ShippingConfig,
  options: RoundRobinOptions = {},
): AccountRoundRobin =>
  createAccountRoundRobin({
    findAccounts: () => gifting.accountsWithFulfilmentJobs(db),
    async runTurn(account_id) {
      let count = 0
      while (count < maxEntries && (await consumeNext(db, account_id, shipping, options)))
        count += 1
      return count
    },
    due: hasDueRows(gifting.dueFulfilmentJobs),
    ...options,
  })

/** Runs one round over all accounts. Returns the number of consumed jobs. */
export const consumeOutbox = (db: Database, shipping: ShippingConfig): Promise<number> =>
  createOutboxConsumer(db, shipping).round()

async function consumeNext(
  db: Database,
  account_id: string,
  shipping: ShippingConfig,
  { onError }: RoundRobinOptions,
): Promise<boolean> {
  let entry: gifting.FulfilmentJob | undefined
  try {
    return await inTransaction(db, account_id, async (realCtx) => {
      const [next] = await gifting.dequeueFulfilment(realCtx, 1)
      entry = next
      if (next === undefined) return false
      const ctx = await accounts.withAccountTime(realCtx, account_id)
      if (next.kind === 'place_order') await createParcels(ctx, next.gift_request_id, shipping)
      else await cancelParcels(ctx, next.gift_request_id, realCtx.now)
      return true
    })
  } catch (error) {
    const failed = entry
    if (failed === undefined || isDatabaseDown(error)) throw error
    await inTransaction(db, account_id, (ctx) => gifting.deferFulfilment(ctx, failed))
    if (onError === undefined) throw error
    onError(error, account_id)
    return true
  }
}

/**
 * Creates the loop that retries backordered gift requests after their items are in stock again. Each round
 * covers one page per account. Several rounds together cover all gift requests.
 */
function createBackorderFiller(
  db: Database,
  shipping: ShippingConfig,
  { onError, ...options }: RoundRobinOptions = {},
): AccountRoundRobin {
  const cursors = new Map<string, store.BackorderedParcel>()

  async function retryIfInStock(account_id: string, { gift_request_id }: store.BackorderedParcel) {
    try {
      return await inTransaction(db, account_id, async (realCtx) =>
        retryBackordered(
          await accounts.withAccountTime(realCtx, account_id),
          gift_request_id,
          shipping,
        ),
      )
    } catch (error) {
      if (onError === undefined || isDatabaseDown(error)) throw error
      onError(error, account_id)
      return false
    }
  }

  async function run(account_id: string): Promise<number> {
    const findPage = (ctx: TxContext) =>
      store.findBackordered(ctx, cursors.get(account_id), maxBackordered)
    const rows = await readTransaction(db, account_id, findPage)
    const lastRow = rows.at(-1)
    if (lastRow === undefined || rows.length < maxBackordered) cursors.delete(account_id)
    else cursors.set(account_id, lastRow)
    let filledCount = 0
    for (const row of rows) if (await retryIfInStock(account_id, row)) filledCount += 1
    return filledCount
  }

  return createAccountRoundRobin({
    findAccounts: async () =>
      (await readTransaction(db, ALL_ACCOUNTS, store.accountsWithBackorders)).map(
        ({ account_id }) => account_id,
      ),
    runTurn: run,
    ...options,
    onError,
  })
}

/** Runs one round over all accounts. Returns the number of gift requests that are no longer backordered. */
export const fillBackorders = (db: Database, shipping: ShippingConfig): Promise<number> =>
  createBackorderFiller(db, shipping).round()

interface LoopRounds {
  round(): Promise<number>
  /** Returns whether tasks are waiting. Only a loop with slots for concurrent tasks has this method. */
  hasBacklog?(): boolean
  settled(): Promise<void>
  due?: string | undefined
}

/** Creates the tasks of the background loops, by the name of the loop. */
const createLoops = (
  db: Database,
  shipping: ShippingConfig,
  optionsFor: (name: string) => RoundRobinOptions,
  onError?: (error: unknown, where: string) => void,
) => ({
  orders: createOutboxConsumer(db, shipping, optionsFor('orders')),
  carriers: createOutboxRunner(db, createCarrierOutbox(shipping), optionsFor('carriers')),
  purchases: createOutboxRunner(db, createPurchaseOutbox(shipping), optionsFor('purchases')),
  code_purchases: createOutboxRunner(
    db,
    createCodePurchaseOutbox(shipping),
    optionsFor('code_purchases'),
  ),
  simulator: createSimulatorPlayback(db, shipping, optionsFor('simulator')),
  hand_overs: accounts.createDueRowLoop(
    db,
    dueHandOvers,
    onError,
    optionsFor('hand_overs').roundTimeoutMs,
  ),
})

/**
 * Runs one round of every loop. Returns the number of completed tasks. A failure in one loop does not stop
 * the others. Throws the first failure at the end.
 */
export async function runOnce(db: Database, shipping: ShippingConfig): Promise<number> {
  const failures: unknown[] = []
  let done = 0
  for (const { round } of Object.values<LoopRounds>(createLoops(db, shipping, () => ({})))) {
    try {
      done += await round()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return done
}

/** Returns the time when the oldest task of each loop became due. The transaction covers all accounts. */
export const oldestDue = async (ctx: TxContext) => ({
  orders: await findOldestDue(ctx, gifting.dueFulfilmentJobs),
  carriers: await findOldestDue(ctx, store.dueTasks),
  purchases: await findOldestDue(ctx, duePurchases),
  code_purchases: await findOldestDue(ctx, digital.duePurchases),
  hand_overs: await findOldestDue(ctx, accounts.toDueTable(dueHandOvers)),
})

export interface FulfilmentLoops {
  wake(): void
  stop(): Promise<void>
  /** The background loops by name. */
  loops: Readonly<Record<string, PollingLoop>>
}

/** The milliseconds between two rounds of each loop. */
const intervalsMs = {
  orders: 250,
  carriers: 250,
  purchases: 10_000,
  code_purchases: 1_000,
  simulator: 250,
  hand_overs: 1_000,
  stock: 10_000,
  codes: 10_000,
}
/**
 * The milliseconds between two rounds that find little to do. Every notification wakes all loops, so these
 * rounds occur often.
 */
const pauseMs = 100
/** The milliseconds after which a round no longer waits for one account or one carrier. */
const maxWaitMs = 500

/** Runs the fulfilment loops until `stop()`. Any number of processes can run the loops on one database. */
export function startFulfilment(
  db: Database,
  shipping: ShippingConfig,
  onError: (error: unknown, where: string) => void,
  dueCheck?: DueCheck,
): FulfilmentLoops {
  const options = (name: string): RoundRobinOptions => ({
    roundTimeoutMs: maxWaitMs,
    onError: (error, account_id) => onError(error, `${name} of account ${account_id}`),
  })
  const rounds: Record<keyof typeof intervalsMs, LoopRounds> = {
    ...createLoops(db, shipping, options, onError),
    stock: createBackorderFiller(db, shipping, options('stock')),
    codes: createDigitalFiller(db, options('codes')),
  }
  const loops = Object.fromEntries(
    Object.entries(rounds).map(([name, { round, hasBacklog, due }]) => {
      const intervalMs = intervalsMs[name as keyof typeof intervalsMs]
      const loop = startPollingLoop({
        name,
        intervalMs,
        run: round,
        pauseMs,
        hasBacklog: hasBacklog ?? ((processed) => processed >= maxEntries),
        watch: dueCheck?.when(due),
        onError,
      })
      return [name, loop]
    }),
  )
  return {
    loops,
    wake() {
      for (const loop of Object.values(loops)) loop.wake()
    },
    async stop() {
      await Promise.all(Object.values(loops).map((loop) => loop.stop()))
      await Promise.all(Object.values(rounds).map(({ settled }) => settled()))
    },
  }
}
