import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres'
import { createNotifier } from '#platform/wake'
import { createAccount, openTestDatabase } from '#test/webhook-world'
import * as webhooks from '#webhooks'

export interface Target {
  account_id: string
  id: string
}

/** What happened to the deliveries of one phase. */
export interface Phase {
  seconds: number
  /** Milliseconds from the commit to the arrival, of those made in this phase; infinite when it did not arrive. */
  waits: number[]
  /** Deliveries to endpoints that behave, made and arrived in this phase, a second. */
  made: number
  rate: number
}

export interface Worker {
  child: ChildProcess
  lines: Interface
}

/** Accounts with endpoints, a steady stream of deliveries to them, and what arrived. */
export async function openWorld(url: string, [goodPort, badPort]: readonly number[]) {
  const waker = createNotifier({ url })
  const db: Database = openTestDatabase(url, { size: 8, wake: () => waker.notify('deliveries') })
  const control = `http://127.0.0.1:${goodPort}`
  const arrived = { good: new Map<string, number>(), bad: new Map<string, number>() }

  async function endpoints(account_id: string, count: number, isBad: boolean): Promise<Target[]> {
    const port = isBad ? badPort : goodPort
    const owner = { account_id, tier: 'enterprise' } as const
    return inTransaction(db, account_id, async (ctx) => {
      const made: Target[] = []
      for (let n = 0; n < count; n++) {
        const wanted = { url: `http://127.0.0.1:${port}/${n}` }
        const { endpoint } = await webhooks.createEndpoint(ctx, owner, wanted, {
          allowPrivate: true,
        })
        made.push({ account_id, id: endpoint.id })
      }
      return made
    })
  }

  /** Reads what arrived since the last time. */
  async function collect(): Promise<void> {
    const got = (await (await fetch(control)).json()) as Record<
      keyof typeof arrived,
      [string, number][]
    >
    for (const kind of ['good', 'bad'] as const)
      for (const [id, at] of got[kind]) if (!arrived[kind].has(id)) arrived[kind].set(id, at)
  }

  async function send({ account_id, id }: Target): Promise<{ id: string; at: number }> {
    const delivery = await inTransaction(db, account_id, (ctx) =>
      webhooks.sendTestEvent(ctx, id, 'gift_request_created'),
    )
    return { id: delivery ?? '', at: performance.timeOrigin + performance.now() }
  }

  async function eventsOf(deliveries: readonly string[]): Promise<Map<string, string>> {
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
    account: () => createAccount(db),
    endpoints,
    collect,
    arrived,
    async mode(to: string) {
      await fetch(`${control}/${to}`, { method: 'PUT' })
    },
    /** Sends to one target after the other at a steady pace; measures those that are `good`. */
    async phase(
      targets: () => Target,
      good: ReadonlySet<string>,
      { seconds, perSecond }: { seconds: number; perSecond: number },
    ): Promise<Phase> {
      const began = performance.timeOrigin + performance.now()
      const sending: Promise<{ id: string; at: number }>[] = []
      for (let n = 0; n < seconds * perSecond; n++) {
        const due = began + (n * 1_000) / perSecond - performance.timeOrigin
        await sleep(Math.max(0, due - performance.now()))
        const target = targets()
        const sent = send(target)
        if (good.has(target.id)) sending.push(sent)
        else sent.catch(console.error)
      }
      const ended = performance.timeOrigin + performance.now()
      const sent = await Promise.all(sending)
      await sleep(1_000)
      await collect()
      const events = await eventsOf(sent.map(({ id }) => id))
      const times = sent.map(({ id, at }) => {
        const arrival = arrived.good.get(events.get(id) ?? '')
        return arrival === undefined ? Number.POSITIVE_INFINITY : Math.max(0, arrival - at)
      })
      const arrivals = [...arrived.good.values()].filter((at) => at >= began && at <= ended).length
      return {
        seconds,
        waits: times.sort((one, other) => one - other),
        made: (times.length / (ended - began)) * 1_000,
        rate: (arrivals / (ended - began)) * 1_000,
      }
    },
    /** Rows of the queue that could be claimed now. */
    async left(): Promise<number> {
      const [row] = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
        ctx.query<{ n: string }>('select count(*) as n from webhooks.delivery_queue'),
      )
      return Number(row?.n)
    },
    clear: () =>
      inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
        await ctx.query('delete from webhooks.delivery_queue')
        await ctx.query('delete from webhooks.lease')
      }),
    async close() {
      await waker.stop()
      await db.pool.end()
    },
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>

export async function startWorker(url: string): Promise<Worker> {
  const child = spawn(process.execPath, ['bench/isolation/engine.ts'], {
    env: { ...process.env, NODE_ENV: 'production', BENCH_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  await once(lines, 'line')
  return { child, lines }
}

/** What a worker used and did. `claim`: milliseconds of a claim, on average. */
interface Ended {
  cpu: number
  memory: number
  claims: number
  claim: number
  most: number
}

export async function endWorker({ child, lines }: Worker) {
  const said = once(lines, 'line')
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const [line] = await said
  await ended
  return JSON.parse(String(line)) as Ended
}
