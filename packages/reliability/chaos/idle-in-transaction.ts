import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsSuperuser } from './reconcile.ts'
import type { Scenario, Testbed } from './scenario-runner.ts'

const lockMs = 12_000 // the duration of a lock in milliseconds, longer than any lock timeout

/**
 * Lets other database clients disturb the service in three ways. An idle transaction locks the queue until
 * all connections wait. The server terminates connections one by one. The server rejects writes for a while.
 */
export const idleInTransaction = (): Scenario => ({
  name: 'idle-in-transaction',
  restMs: 20,
  async run(testbed) {
    const { load, gifts, attach, service } = testbed
    const database = await attach()
    const client = await connectAsSuperuser(database.superuserUrl)
    await load.reached(gifts * 0.2)
    await client.query('begin')
    await client.query('lock table webhooks.delivery_queue in access exclusive mode')
    await sleep(lockMs)
    await client.query('rollback')
    const secondsAfterUnlock = await waitForNextCreate(testbed)
    const unavailableWhileLocked = load.stats.unavailable

    const terminated = await terminateBackends(testbed, client)
    await load.reached(gifts * 0.6)
    await client.query(`alter database bestow set default_transaction_read_only = on`)
    await terminateAllBackends(client)
    await sleep(5_000)
    await client.query(
      'begin; set local transaction read write; alter database bestow reset default_transaction_read_only; commit',
    )
    await terminateAllBackends(client)
    const secondsAfterReadOnly = await waitForNextCreate(testbed)
    await client.end()
    await database.detach()
    return {
      summary: `queue locked for ${lockMs / 1000} s (${unavailableWhileLocked} responses with 503, creating again after ${secondsAfterUnlock.toFixed(1)} s), ${terminated} connections terminated, read-only for 5 s (${load.stats.unavailable - unavailableWhileLocked} responses with 503, again after ${secondsAfterReadOnly.toFixed(1)} s)`,
      failures: [
        ...(secondsAfterUnlock > 10 || secondsAfterReadOnly > 10
          ? ['no progress for more than 10 s']
          : []),
        ...(service.counts.unexpectedExits > 0 ? ['the service exited'] : []),
      ],
    }
  },
})

/** Returns the seconds until the next gift request is created. */
async function waitForNextCreate({ load }: Testbed): Promise<number> {
  const startedAt = Date.now()
  await load.reached(load.stats.acknowledged.size + 1)
  return (Date.now() - startedAt) / 1000
}

type Client = Awaited<ReturnType<typeof connectAsSuperuser>>

/** Terminates connections of the service in random order. */
async function terminateBackends({ load, gifts }: Testbed, client: Client): Promise<number> {
  let terminated = 0
  for (let share = 0.25; share < 0.55; share += 0.015) {
    await load.reached(gifts * share)
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name like 'bestow %' order by random() limit 1`,
    )
    terminated += rowCount ?? 0
  }
  return terminated
}

const terminateAllBackends = (client: Client) =>
  client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'bestow %'`,
  )
