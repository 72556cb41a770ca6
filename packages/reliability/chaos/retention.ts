import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { runHousekeeping } from '#app/housekeeping'
import { createCipher } from '#platform/crypto/encryption'
import { systemClock } from '#platform/lib/clock'
import { createLruCache } from '#platform/lib/lru-cache'
import { type Database, openDatabase } from '#platform/postgres/database'
import { terminate } from '#reliability/support/instance'
import { connectAsSuperuser } from './reconcile.ts'
import type { Scenario } from './scenario-runner.ts'
import { addEndpoint, startReceiver } from './test-deployment.ts'

const idColumnByTable = {
  event: 'id',
  event_body: 'event_id',
  delivery: 'id',
  attempt: 'delivery_id',
}
const oldWeeks = [120, 110, 100, 90, 80] // the ages of partitions in weeks, beyond the retention period
const rowsPerWeek = 400
const pendingCount = 20 // the number of events of the oldest week that are not yet sent

/**
 * Lets two nodes drop partitions of old events repeatedly under load. Some events of the oldest week are not
 * yet sent: their deliveries become due only after the load.
 */
export const retention = (): Scenario => ({
  name: 'retention',
  loadFactor: 2,
  restMs: 20,
  async run(testbed) {
    const { load, env, account_id, attach } = testbed
    const lateReceiver = await startReceiver(env)
    const endpoint = await addEndpoint(
      env,
      account_id,
      lateReceiver,
      '--events',
      'gift_request_delivered',
    )
    const database = await attach()
    const client = await connectAsSuperuser(database.superuserUrl)
    const nodes = [openServiceDatabase(database.url), openServiceDatabase(database.url)]
    const errorCounts = new Map<string, number>()
    await load.reached(2 * pendingCount)
    await createOldPartitions(client)
    await enqueuePending(client, account_id, endpoint)
    let dropped = 0
    let isOver = false
    const loadEnds = load.done.then(() => {
      isOver = true
    })
    while (!isOver) {
      const before = await countPartitions(client)
      await Promise.all(
        nodes.map((db) =>
          runHousekeeping(db).catch((error: Error) => {
            errorCounts.set(error.message, (errorCounts.get(error.message) ?? 0) + 1)
          }),
        ),
      )
      dropped += before - (await countPartitions(client))
      await createOldPartitions(client)
      await sleep(100)
    }
    await loadEnds
    const deadlocks = await countDeadlocks(client)
    await client.query(
      'update webhooks.delivery_queue set next_at = now() where endpoint_id = $1',
      [endpoint],
    )
    for (
      let attempt = 0;
      attempt < 100 && (await lateReceiver.counts()).events < pendingCount;
      attempt++
    )
      await sleep(100)
    const { events } = await lateReceiver.counts()
    await Promise.all([
      ...nodes.map((db) => db.pool.end()),
      client.end(),
      terminate(lateReceiver.child),
    ])
    await database.detach()
    return {
      summary: `${dropped} partitions dropped by two nodes; ${events} of ${pendingCount} old ones arrived; ${deadlocks} deadlocks, ${load.stats.unavailable} responses with 503`,
      failures: [
        ...[...errorCounts].map(
          ([message, times]) => `${times} times housekeeping failed: ${message}`,
        ),
        ...(dropped < 40 ? [`only ${dropped} partitions were dropped`] : []),
        ...(events < pendingCount ? ['a pending delivery lost its body'] : []),
        ...(deadlocks > 0 ? [`${deadlocks} deadlocks`] : []),
        ...(load.stats.unavailable > 0 ? ['a request was rejected'] : []),
      ],
    }
  },
})

const openServiceDatabase = (url: string): Database =>
  openDatabase({
    url,
    clock: systemClock,
    maxConnections: 2,
    name: 'housekeeping',
    deployment: {
      origin: 'http://localhost:3000',
      stage: 'staging',
      region: 'us',
      versions: {},
      cipher: createCipher([{ id: 'chaos', bytes: Buffer.alloc(32, 7) }]),
      cache: createLruCache(10),
      notify: () => {},
    },
  })

/** Inserts copies of current events, with ids of the old weeks. */
async function createOldPartitions(client: pg.Client): Promise<void> {
  await client.query(`set role bestow`)
  await client.query(`set bestow.account = '*'`)
  for (const weeksAgo of oldWeeks) {
    const timestampSql = `now() - interval '${weeksAgo} weeks'`
    for (const table of Object.keys(idColumnByTable))
      await client.query(
        `select platform.create_weekly_partitions('webhooks.${table}'::regclass, ${timestampSql}, 0)`,
      )
    await client.query(`
      with old as (
        select e.*, webhooks.new_id(platform.uuid_floor(${timestampSql})) as old_id,
               webhooks.new_id(platform.uuid_floor(${timestampSql})) as old_delivery
          from (select * from webhooks.event where created_at > now() - interval '1 day' limit ${rowsPerWeek}) e
      ), event as (
        insert into webhooks.event (account_id, id, type, subject_id, created_at)
        select account_id, old_id, type, subject_id, ${timestampSql} from old
      ), body as (
        insert into webhooks.event_body (account_id, event_id, payload_version, body)
        select old.account_id, old.old_id, b.payload_version, b.body
          from old join webhooks.event_body b on b.account_id = old.account_id and b.event_id = old.id
      ), delivery as (
        insert into webhooks.delivery (account_id, id, event_id, event_type, endpoint_id, payload_version, created_at)
        select old.account_id, old.old_delivery, old.old_id, old.type, d.endpoint_id, d.payload_version, ${timestampSql}
          from old join webhooks.delivery d on d.account_id = old.account_id and d.event_id = old.id
      )
      insert into webhooks.attempt (account_id, delivery_id, number, outcome)
      select account_id, old_delivery, 1, 'unknown' from old`)
  }
  await client.query('reset role')
}

/** Queues some events of the oldest week for a separate endpoint. */
const enqueuePending = (client: pg.Client, account_id: string, endpoint: string) =>
  client.query(
    `with few as (
       select e.id, b.payload_version, e.type, webhooks.new_id(e.id) as delivery
         from webhooks.event e join webhooks.event_body b on b.account_id = e.account_id and b.event_id = e.id
        where e.created_at < now() - interval '119 weeks' limit ${pendingCount}
     ), delivery as (
       insert into webhooks.delivery (account_id, id, event_id, event_type, endpoint_id, payload_version, created_at)
       select $1, delivery, id, type, $2, payload_version, now() from few
     )
     insert into webhooks.delivery_queue (account_id, endpoint_id, id, event_id, event_type, payload_version, state, attempt, next_at)
     select $1, $2, delivery, id, type, payload_version, 3, 0, now() + interval '1 hour' from few`,
    [account_id, endpoint],
  )

async function countPartitions(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ weeks: number }>(
    `select count(*)::int as weeks from pg_inherits
      where inhparent in ('webhooks.event'::regclass, 'webhooks.event_body'::regclass,
        'webhooks.delivery'::regclass, 'webhooks.attempt'::regclass)`,
  )
  return rows[0]?.weeks ?? 0
}

async function countDeadlocks(client: pg.Client): Promise<number> {
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.deadlocks ?? 0
}
