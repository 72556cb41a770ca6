import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '#bench/support/instance'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres'
import { createAccount, eventInput } from '#test/webhook-world'
import * as webhooks from '#webhooks'
import { createPlace, type Node, type Place } from './place.ts'

const shape = { accounts: 10, endpoints: 20 } // of each account
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const deliveries = Number(process.env.BENCH_DELIVERIES ?? 20_000)
const most = Number(process.env.NODES_WORKERS ?? 4)
/** Milliseconds of a receiver that takes its time: long, so that slots decide and not the two cores. */
const usualPause = Number(process.env.NODES_PAUSE ?? 1_000)

/** One drain of the queue. Rates a second, processor time in microseconds a delivery. */
interface Drain {
  rate: number
  worker: number
  postgres: number
  /** What the busiest worker did of it. */
  share: number
  repeated: number
  stale: number
}

/**
 * Deliveries a second with one to four worker processes: to a receiver that answers at once, where the
 * two cores are what is short; and to one that takes as long as real ones do, where slots are.
 */
export async function workers(): Promise<void> {
  const place = await createPlace()
  try {
    const accounts = await populate(place)
    const drains = new Map<string, Drain[]>()
    for (let round = 1; round <= rounds; round++) {
      for (let count = 1; count <= most; count++) {
        const nodes = await Promise.all(Array.from({ length: count }, () => place.start('worker')))
        await drain(place, accounts, nodes, deliveries / 2, 0) // warm
        const kinds = [
          ['at once', deliveries, 0],
          [`after ${usualPause} ms`, 2_000 * count, usualPause],
        ] as const
        for (const [kind, wanted, pause] of kinds) {
          const done = await drain(place, accounts, nodes, wanted, pause)
          const key = `${kind}, ${count} ${count === 1 ? 'worker' : 'workers'}`
          drains.set(key, [...(drains.get(key) ?? []), done])
          console.log(`round ${round}  ${key}  ${inWords(done)}`)
        }
        await Promise.all(nodes.map((node) => node.stop()))
      }
    }
    console.log(`medians of ${rounds}`)
    for (const [key, done] of [...drains].sort()) console.log(`${key}  ${inWords(middle(done))}`)
  } finally {
    await place.remove()
  }
}

const inWords = ({ rate, worker, postgres, share, repeated, stale }: Drain) =>
  `${rate.toFixed(0)}/s  CPU a delivery: workers ${worker.toFixed(0)} µs, PostgreSQL ${postgres.toFixed(0)} µs` +
  `  busiest worker ${(share * 100).toFixed(0)} %  twice ${repeated}  stale ${stale}`

const middle = (drains: readonly Drain[]): Drain => {
  const of = (name: keyof Drain) => median(drains.map((each) => each[name]))
  return {
    rate: of('rate'),
    worker: of('worker'),
    postgres: of('postgres'),
    share: of('share'),
    repeated: Math.max(...drains.map(({ repeated }) => repeated)),
    stale: Math.max(...drains.map(({ stale }) => stale)),
  }
}

async function populate({ db, receiver }: Place): Promise<string[]> {
  const made: string[] = []
  for (let n = 0; n < shape.accounts; n++) {
    const account_id = await createAccount(db)
    await inTransaction(db, account_id, async (ctx) => {
      for (let each = 0; each < shape.endpoints; each++)
        await webhooks.createEndpoint(
          ctx,
          { account_id, tier: 'enterprise' },
          { url: `${receiver.url}/${each}` },
          { allowPrivate: true },
        )
    })
    made.push(account_id)
  }
  return made
}

/** Everything becomes visible at one commit; the clock runs from a tenth of it to nine tenths. */
async function drain(
  { db, receiver, serverCpu }: Place,
  accounts: readonly string[],
  nodes: readonly Node[],
  wanted: number,
  pause: number,
): Promise<Drain> {
  await receiver.pause(pause)
  const events = Math.round(wanted / (shape.accounts * shape.endpoints))
  const total = events * shape.accounts * shape.endpoints
  const from = await receiver.counts()
  const before = await Promise.all(nodes.map((node) => node.metric('bestow_deliveries_delivered')))
  await inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    for (const account_id of accounts)
      webhooks.recordAll(
        ctx,
        Array.from({ length: events }, () => eventInput(account_id)),
      )
  })
  const cpu = () => nodes.reduce((sum, node) => sum + node.cpu(), 0)
  const look = async () => ({
    done: (await receiver.counts()).requests - from.requests,
    at: performance.now(),
    worker: cpu(),
    postgres: serverCpu(),
  })
  let first = await look()
  while (first.done < total * 0.1) {
    await sleep(10)
    first = await look()
  }
  let last = first
  while (last.done < total * 0.9) {
    await sleep(20)
    last = await look()
  }
  while (!(await isEmpty(db))) await sleep(20)
  const done = await Promise.all(nodes.map((node) => node.metric('bestow_deliveries_delivered')))
  const own = done.map((each, n) => each - (before[n] ?? 0))
  const stale = await Promise.all(nodes.map((node) => node.metric('bestow_deliveries_stale')))
  const count = last.done - first.done
  return {
    rate: count / ((last.at - first.at) / 1000),
    worker: (last.worker - first.worker) / count,
    postgres: (last.postgres - first.postgres) / count,
    share: Math.max(...own) / total,
    repeated: (await receiver.counts()).repeated,
    stale: stale.reduce((sum, each) => sum + each, 0),
  }
}

const isEmpty = (db: Place['db']): Promise<boolean> =>
  inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const rows = await ctx.query('select from webhooks.delivery_queue limit 1')
    return rows.length === 0
  })
