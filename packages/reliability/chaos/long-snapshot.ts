import { measureLatencies, p95 } from './latencies.ts'
import { connectAsSuperuser } from './reconcile.ts'
import type { Scenario } from './scenario-runner.ts'

/** Returns the maximum 95th percentile during the snapshot, in milliseconds, for the value before it. */
const maxLatencyMs = (before: number) => Math.max(500, 3 * before)

/**
 * Holds a database snapshot open for most of the load, like a long report or an idle transaction. Until the
 * snapshot ends, PostgreSQL cannot remove dead rows of the queue.
 */
export const longSnapshot = (): Scenario => ({
  name: 'long-snapshot',
  loadFactor: 10,
  restMs: 100,
  async run(testbed) {
    const { load, gifts, attach } = testbed
    const database = await attach()
    const client = await connectAsSuperuser(database.superuserUrl)
    const startedAt = Date.now()
    await load.reached(gifts * 0.15)
    const openedAt = Date.now()
    await client.query('begin isolation level repeatable read')
    await client.query('select count(*) from webhooks.delivery_queue')
    await load.reached(gifts * 0.85)
    const deadRows = await countDeadRows(client)
    await client.query('commit')
    const closedAt = Date.now()
    await load.done
    const endedAt = Date.now()
    await client.end()
    const latencies = await measureLatencies(testbed)
    await database.detach()
    const [before, during, after] = [
      p95(latencies, startedAt, openedAt),
      p95(latencies, openedAt, closedAt),
      p95(latencies, closedAt, endedAt),
    ]
    return {
      summary: `snapshot open for ${((closedAt - openedAt) / 1000).toFixed(0)} s, ${deadRows} dead rows in the queue; p95 ${before} ms before, ${during} ms during it, ${after} ms after`,
      failures: [
        ...(during > maxLatencyMs(before)
          ? [`p95 was ${during} ms while the snapshot was open`]
          : []),
        ...(after > maxLatencyMs(before) ? [`p95 was ${after} ms after`] : []),
      ],
    }
  },
})

async function countDeadRows(
  client: Awaited<ReturnType<typeof connectAsSuperuser>>,
): Promise<number> {
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ dead: number }>(
    `select n_dead_tup::int as dead from pg_stat_all_tables where relid = 'webhooks.delivery_queue'::regclass`,
  )
  return rows[0]?.dead ?? 0
}
