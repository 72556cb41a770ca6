import { createLruCache } from '#platform/lib/lru-cache'
import type { TxContext } from '#platform/postgres/database'
import { visitInSlices } from '../filters/time-limit.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import type { ConcurrencyLimiter } from './concurrency-limits.ts'
import type { Destination } from './destinations.ts'
import type { EngineCounts } from './engine-options.ts'
import { deleteLeases } from './queue.ts'
import { type PacedClaim, reserveSlots, returnToQueue } from './rate-limits.ts'
import type { AttemptResult } from './settle.ts'
import type { Settler } from './settler.ts'

/*
 * The gate of endpoints with a filter. Filters are computed after the claim and outside its transaction, when the attempts
 * of the other endpoints have started. Each account may use a share of the time of a worker. Beyond it, its deliveries
 * return to the queue, and the worker claims from these endpoints again when the account has time.
 */

/** The share of the time of a worker that the filters of one account may use. */
const share = 0.05
/** The time that an account without recent filters may use at once, in milliseconds. */
const burstMs = 25
/** After this time, the gate lets other work of the process run. */
const sliceMs = 2

const maxAccounts = 10_000

/** Creates the budget of each account, a token bucket of milliseconds. */
export function createFilterBudget(now: () => number = () => performance.now()) {
  const accounts = createLruCache<{ left: number; at: number }>(maxAccounts)

  function refill(account_id: string): { left: number; at: number } {
    const at = now()
    const last = accounts.get(account_id) ?? { left: burstMs, at }
    const refilled = { left: Math.min(burstMs, last.left + (at - last.at) * share), at }
    accounts.set(account_id, refilled)
    return refilled
  }

  return {
    /** Returns the milliseconds until the account has time for another filter; 0: now. */
    waitMs: (account_id: string): number => Math.max(0, -refill(account_id).left / share),
    spend(account_id: string, ms: number): void {
      refill(account_id).left -= ms
    },
  }
}

export interface FilterGateContext {
  run: <T>(fn: (ctx: TxContext) => Promise<T>) => Promise<T>
  limiter: Pick<ConcurrencyLimiter, 'pause'>
  settler: Settler
  counts: EngineCounts
}

export type Signable = readonly [ClaimedDelivery, Destination]

/** Returns which of these deliveries are tests, which no filter leaves out. */
async function findTests(ctx: TxContext, rows: readonly ClaimedDelivery[]): Promise<Set<string>> {
  const tests = await ctx.query<{ id: string }>(
    `select d.id from unnest($1::uuid[], $2::uuid[]) as r (account_id, id)
       join webhooks.delivery d on d.account_id = r.account_id and d.id = r.id
      where d.is_test`,
    [rows.map(({ account_id }) => account_id), rows.map(({ id }) => id)],
  )
  return new Set(tests.map(({ id }) => id))
}

interface Judged {
  passed: Signable[]
  left_out: Signable[]
  /** Those of accounts without time for another filter. */
  returned: ClaimedDelivery[]
}

/**
 * Computes the filters of a batch, and lets other work of the process run in between. An event whose filter takes too long
 * is sent, as one whose filter fails.
 */
async function judge(
  batch: readonly Signable[],
  budget: ReturnType<typeof createFilterBudget>,
  pause: ConcurrencyLimiter['pause'],
): Promise<Judged> {
  const judged: Judged = { passed: [], left_out: [], returned: [] }
  await visitInSlices(batch, {
    sliceMs,
    visit: (each) => judgeOne(each, judged, budget, pause),
    onSlow(slow, ms) {
      judged.passed.push(slow)
      budget.spend(slow[0].account_id, ms)
    },
  })
  return judged
}

function judgeOne(
  signable: Signable,
  { passed, left_out, returned }: Judged,
  budget: ReturnType<typeof createFilterBudget>,
  pause: ConcurrencyLimiter['pause'],
): void {
  const [row, { filter }] = signable
  const { account_id, endpoint_id, body } = row
  const waitMs = budget.waitMs(account_id)
  if (waitMs > 0) {
    returned.push(row)
    pause(endpoint_id, account_id, waitMs)
    return
  }
  const startedAt = performance.now()
  const result = body === null ? undefined : filter?.judge(row, body)
  budget.spend(account_id, performance.now() - startedAt)
  if (result?.kind === 'left_out') left_out.push(signable)
  else passed.push(signable)
}

function toFilteredResult([row, { ordered }]: Signable, token: string): AttemptResult {
  const { account_id, id, row_ctid, attempt: number } = row
  const result = { account_id, id, row_ctid, token, number, delay_ms: 0, attempt: null }
  return { ...result, verdict: 'filtered', releases_next: ordered }
}

/** Creates the gate. It returns the deliveries to send, and settles those that a filter leaves out. */
export function createFilterGate({ run, limiter, settler, counts }: FilterGateContext) {
  const budget = createFilterBudget()

  async function endReturned(token: string, count: number): Promise<void> {
    if (count > 0 && settler.forget(token, count))
      await run(async (ctx) => deleteLeases(ctx, [token]))
  }

  return async function pass(
    batch: readonly Signable[],
    token: string,
  ): Promise<{ passed: readonly Signable[]; delays: PacedClaim['delays'] }> {
    const tests = await run((ctx) => findTests(ctx, batch.map(toRow)))
    const isTest = ([{ id }]: Signable) => tests.has(id)
    const events = batch.filter((each) => !isTest(each))
    const { passed, left_out, returned } = await judge(events, budget, limiter.pause)
    counts.filtered += left_out.length
    for (const each of left_out) settler.add(toFilteredResult(each, token))
    const open = [...batch.filter(isTest), ...passed]
    const destinations = new Map(open.map(([row, each]) => [row.endpoint_id, each]))
    const paced = await run(async (ctx) => {
      returnToQueue(ctx, returned, token)
      return reserveSlots(ctx, open.map(toRow), destinations, token)
    })
    for (const { endpoint_id, account_id, ms } of paced.pauses)
      limiter.pause(endpoint_id, account_id, ms)
    await endReturned(token, returned.length + open.length - paced.rows.length)
    const sent = new Set(paced.rows)
    return { passed: open.filter(([row]) => sent.has(row)), delays: paced.delays }
  }
}

const toRow = ([row]: Signable): ClaimedDelivery => row
