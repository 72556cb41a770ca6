import { setTimeout as sleep } from 'node:timers/promises'
import type { Scenario, Stage } from './stage.ts'
import { connect } from './truth.ts'

const held = 12_000 // milliseconds; longer than anybody waits for a lock

/**
 * Three things that others do to a database: a transaction that sits there with the queue locked, until
 * all connections wait for it; connections ended one by one by the server; and a server that takes no
 * writes for a while.
 */
export const idleLock = (): Scenario => ({
  name: 'idle-lock',
  rest: 20,
  async trouble(stage) {
    const { load, gifts, attach, service } = stage
    const database = await attach()
    const client = await connect(database.superuserUrl)
    await load.reached(gifts * 0.2)
    await client.query('begin')
    await client.query('lock table webhooks.delivery_queue in access exclusive mode')
    await sleep(held)
    await client.query('rollback')
    const freed = await untilMore(stage)
    const locked = load.seen.unavailable

    const ended = await endBackends(stage, client)
    await load.reached(gifts * 0.6)
    await client.query(`alter database bestow set default_transaction_read_only = on`)
    await endAll(client)
    await sleep(5_000)
    await client.query(
      'begin; set local transaction read write; alter database bestow reset default_transaction_read_only; commit',
    )
    await endAll(client)
    const writes = await untilMore(stage)
    await client.end()
    await database.detach()
    return {
      words: `queue locked for ${held / 1000} s (${locked} answers of 503, creating again after ${freed.toFixed(1)} s), ${ended} connections ended, read-only for 5 s (${load.seen.unavailable - locked} answers of 503, again after ${writes.toFixed(1)} s)`,
      complaints: [
        ...(freed > 10 || writes > 10 ? ['it took more than 10 s to go on'] : []),
        ...(service.counts.endedByItself > 0 ? ['the service ended by itself'] : []),
      ],
    }
  },
})

/** Seconds until gift requests are made again. */
async function untilMore({ load }: Stage): Promise<number> {
  const began = Date.now()
  await load.reached(load.seen.acknowledged.size + 1)
  return (Date.now() - began) / 1000
}

type Client = Awaited<ReturnType<typeof connect>>

/** One connection of the service after the other, at random. */
async function endBackends({ load, gifts }: Stage, client: Client): Promise<number> {
  let ended = 0
  for (let share = 0.25; share < 0.55; share += 0.015) {
    await load.reached(gifts * share)
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name like 'bestow %' order by random() limit 1`,
    )
    ended += rowCount ?? 0
  }
  return ended
}

const endAll = (client: Client) =>
  client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'bestow %'`,
  )
