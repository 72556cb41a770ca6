/**
 * `node bench/retries.ts`: very many retries of 200 endpoints fall due at one moment, and meanwhile gift requests are
 * created at a steady pace, for endpoints of their own and for those with retries alike. Told are
 * the waits of the fresh deliveries before, during and after, and how long the retries took.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { flood } from './support/flood.ts'
import { end, startScript } from './support/instance.ts'
import { at, setStage } from './support/stage.ts'

const sizes = (process.env.BENCH_RETRIES ?? '50000,1000000').split(',').map(Number)
const pace = 10
const show = (waits: readonly number[]) =>
  `p50 ${at(waits, 0.5).toFixed(0)} ms, p95 ${at(waits, 0.95).toFixed(0)} ms, at most ${at(waits, 1).toFixed(0)} ms`

for (const count of sizes) await measure(count)

async function measure(count: number): Promise<void> {
  const receiver = await startScript('bench/support/receiver.ts', process.env)
  const stage = await setStage(5)
  try {
    const own = await stage.sql<{ id: string }>('select id from webhooks.endpoint')
    const endpoint_ids = await stage.endpoints(
      Array.from({ length: 195 }, (_, n) => `http://127.0.0.1:${receiver.line}/hook/${n}`),
    )
    // The five that are measured have retries like the others; the others are told of nothing new.
    await stage.sql(
      `update webhooks.endpoint set events = '{gift_request_cancelled}' where id = any ($1)`,
      [endpoint_ids],
    )
    const all = process.env.BENCH_APART
      ? endpoint_ids
      : [...own.map(({ id }) => id), ...endpoint_ids]
    const due = { at: new Date(Date.now() + 3_600_000), attempts: 4 }
    await flood(stage, { endpoint_ids: all, count, due })
    await stage.pace(5, pace)
    const before = await stage.pace(5, pace)
    console.log(`${count} retries to come: fresh ${show(before)}`)
    await stage.sql('update webhooks.delivery_queue set next_at = now() where state = 3')
    const began = performance.now()
    const during: number[] = []
    let left = count
    while (left > count / 50) {
      during.push(...(await stage.pace(2, pace)))
      left = await remaining()
    }
    while (left > 0) {
      await sleep(200)
      left = await remaining()
    }
    const took = (performance.now() - began) / 1000
    during.sort((one, other) => one - other)
    console.log(`${count} due at once: fresh ${show(during)}`)
    console.log(`the retries took ${took.toFixed(0)} s, ${(count / took).toFixed(0)} a second`)
    console.log(`memory of the node at most ${stage.memory.look().most.toFixed(0)} MB`)
  } finally {
    await stage.close()
    await end(receiver.child)
  }

  async function remaining(): Promise<number> {
    const [row] = await stage.sql<{ left: string }>(
      'select count(*) as left from webhooks.delivery_queue where attempt > 0',
    )
    return Number(row?.left)
  }
}
