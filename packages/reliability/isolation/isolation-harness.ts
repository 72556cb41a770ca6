import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import { createNotifier } from '#platform/postgres/notifier'
import { endOnSignal } from '#reliability/support/end-on-signal'
import { createAccount, openTestDatabase } from '#test/webhook-harness'
import * as webhooks from '#webhooks'

export interface Target {
  account_id: string
  id: string
}

/** The measured deliveries of one phase. */
export interface Phase {
  seconds: number
  /**
   * The milliseconds from commit to arrival of each delivery of this phase. Infinite for
   * a delivery that did not arrive.
   */
  latencies: number[]
  /**
   * The number of deliveries to healthy endpoints that were created and arrived in this phase, per second.
   */
  createdPerSecond: number
  arrivedPerSecond: number
}

export interface BenchWorker {
  child: ChildProcess
  lines: Interface
}

/**
 * Creates accounts with endpoints, a steady stream of deliveries to the
 * endpoints, and a record of the arrivals.
 */
export async function openIsolationHarness(url: string, [goodPort, badPort]: readonly number[]) {
  const notifier = createNotifier({ url })
  const db: Database = openTestDatabase(url, {
    size: 8,
    notify: () => notifier.notify('deliveries'),
  })
  const control = `http://127.0.0.1:${goodPort}`
  const arrived = { good: new Map<string, number>(), bad: new Map<string, number>() }

  async function createEndpoints(
    account_id: string,
    count: number,
    isBad: boolean,
  ): Promise<Target[]> {
    const port = isBad ? badPort : goodPort
    const owner = { account_id, tier: 'enterprise' } as const
    return inTransaction(db, account_id, async (ctx) => {
      const targets: Target[] = []
      for (let n = 0; n < count; n++) {
        const input = { url: `http://127.0.0.1:${port}/${n}` }
        const { endpoint } = await webhooks.createEndpoint(ctx, owner, input, {
          allowPrivate: true,
        })
        targets.push({ account_id, id: endpoint.id })
      }
      return targets
    })
  }

  /** Reads the deliveries that have arrived since the last call. */
  async function collect(): Promise<void> {
    const arrivals = (await (await fetch(control)).json()) as Record<
      keyof typeof arrived,
      [string, number][]
    >
    for (const kind of ['good', 'bad'] as const)
      for (const [id, at] of arrivals[kind]) if (!arrived[kind].has(id)) arrived[kind].set(id, at)
  }

  async function send({ account_id, id }: Target): Promise<{ id: string; at: number }> {
    const delivery = await inTransaction(db, account_id, (ctx) =>
      webhooks.sendTestEvent(ctx, id, 'gift_request_created'),
    )
    return { id: delivery ?? '', at: performance.timeOrigin + performance.now() }
  }

  async function findEventIds(deliveries: readonly string[]): Promise<Map<string, string>> {
    const rows = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      ctx.query<{ id: string; event_id: string }>(
        'select id, event_id from webhooks.delivery where id = any ($1)',
        [deliveries],
      ),
    )
    return new Map(rows.map(({ id, event_id }) => [id, event_id]))
  }

  return {
    db,
    createAccount: () => createAccount(db),
    createEndpoints,
    collect,
    arrived,
    async setMode(mode: string) {
      await fetch(`${control}/${mode}`, { method: 'PUT' })
    },
    /** Sends to one target after another at a steady rate, and measures the deliveries to healthy targets. */
    async runPhase(
      targets: () => Target,
      good: ReadonlySet<string>,
      { seconds, perSecond }: { seconds: number; perSecond: number },
    ): Promise<Phase> {
      const startedAt = performance.timeOrigin + performance.now()
      const sending: Promise<{ id: string; at: number }>[] = []
      for (let n = 0; n < seconds * perSecond; n++) {
        const due = startedAt + (n * 1_000) / perSecond - performance.timeOrigin
        await sleep(Math.max(0, due - performance.now()))
        const target = targets()
        const sent = send(target)
        if (good.has(target.id)) sending.push(sent)
        else sent.catch(console.error)
      }
      const endedAt = performance.timeOrigin + performance.now()
      const sent = await Promise.all(sending)
      await sleep(1_000)
      await collect()
      const events = await findEventIds(sent.map(({ id }) => id))
      const times = sent.map(({ id, at }) => {
        const arrival = arrived.good.get(events.get(id) ?? '')
        return arrival === undefined ? Number.POSITIVE_INFINITY : Math.max(0, arrival - at)
      })
      const arrivals = [...arrived.good.values()].filter(
        (at) => at >= startedAt && at <= endedAt,
      ).length
      return {
        seconds,
        latencies: times.sort((one, other) => one - other),
        createdPerSecond: (times.length / (endedAt - startedAt)) * 1_000,
        arrivedPerSecond: (arrivals / (endedAt - startedAt)) * 1_000,
      }
    },
    /** Returns the number of deliveries in the queue that a worker can claim now. */
    async countQueued(): Promise<number> {
      const [row] = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
        ctx.query<{ n: string }>('select count(*) as n from webhooks.delivery_queue'),
      )
      return Number(row?.n)
    },
    clearQueue: () =>
      inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
        await ctx.query('delete from webhooks.delivery_queue')
        await ctx.query('delete from webhooks.lease')
      }),
    async close() {
      await notifier.stop()
      await db.pool.end()
    },
  }
}

export type IsolationHarness = Awaited<ReturnType<typeof openIsolationHarness>>

export async function startWorker(url: string): Promise<BenchWorker> {
  const child = spawn(process.execPath, ['packages/reliability/isolation/worker.ts'], {
    env: { ...process.env, NODE_ENV: 'production', BENCH_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endOnSignal(child)
  const lines = createInterface({ input: child.stdout })
  await once(lines, 'line')
  return { child, lines }
}

/** The resources and results of a worker. `claim` is the average duration of a claim in milliseconds. */
interface WorkerStats {
  cpu: number
  memory: number
  claims: number
  claim: number
  maxInFlight: number
}

export async function stopWorker({ child, lines }: BenchWorker) {
  const output = once(lines, 'line')
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const [line] = await output
  await exited
  return JSON.parse(String(line)) as WorkerStats
}
