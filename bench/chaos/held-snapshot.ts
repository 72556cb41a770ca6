import { latenciesOf, p95 } from './latencies.ts'
import type { Scenario } from './stage.ts'
import { connect } from './truth.ts'

/** Milliseconds that the 95th percentile may take meanwhile, on a machine that took so long before. */
const most = (before: number) => Math.max(500, 3 * before)

/**
 * Somebody holds a snapshot for most of the load, as a long report or an idle transaction does: until
 * it ends, PostgreSQL cannot clear away what the queue has finished with.
 */
export const heldSnapshot = (): Scenario => ({
  name: 'held-snapshot',
  times: 10,
  rest: 100,
  async trouble(stage) {
    const { load, gifts, attach } = stage
    const database = await attach()
    const client = await connect(database.superuserUrl)
    const began = Date.now()
    await load.reached(gifts * 0.15)
    const held = Date.now()
    await client.query('begin isolation level repeatable read')
    await client.query('select count(*) from webhooks.delivery_queue')
    await load.reached(gifts * 0.85)
    const dead = await deadIn(client)
    await client.query('commit')
    const released = Date.now()
    await load.done
    const ended = Date.now()
    await client.end()
    const latencies = await latenciesOf(stage)
    await database.detach()
    const [before, during, after] = [
      p95(latencies, began, held),
      p95(latencies, held, released),
      p95(latencies, released, ended),
    ]
    return {
      words: `snapshot held for ${((released - held) / 1000).toFixed(0)} s, ${dead} dead rows in the queue; p95 ${before} ms before, ${during} ms meanwhile, ${after} ms after`,
      complaints: [
        ...(during > most(before) ? [`p95 was ${during} ms while the snapshot was held`] : []),
        ...(after > most(before) ? [`p95 was ${after} ms after`] : []),
      ],
    }
  },
})

async function deadIn(client: Awaited<ReturnType<typeof connect>>): Promise<number> {
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ dead: number }>(
    `select n_dead_tup::int as dead from pg_stat_all_tables where relid = 'webhooks.delivery_queue'::regclass`,
  )
  return rows[0]?.dead ?? 0
}
