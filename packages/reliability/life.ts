/**
 * `npm run bench -- life` measures the cost of one gift request's life, from creation to delivery, with five
 * state transitions, three events and three emails. It prints per gift request: CPU time, WAL by table, index
 * entries, transactions and statements. WAL and counts do not depend on other load on the machine.
 * `LIFE_GIFTS` sets the number of gift requests, `LIFE_CLIENTS` the number of clients, `LIFE_TOP` the number
 * of listed tables and statements.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { newId } from '#platform/lib/ids'
import {
  readDatabaseCounters,
  readStatements,
  readWalByRelation,
  type StatementCost,
} from './life/database-counters.ts'
import { createGiftApiClient, type GiftApiClient } from './support/api-client.ts'
import { createBenchInstance, startScript, terminate } from './support/instance.ts'
import { cpuTime } from './support/process-stats.ts'

const giftCount = Number(process.env.LIFE_GIFTS ?? 500)
const listed = Number(process.env.LIFE_TOP ?? 15)
const clientCount = Number(process.env.LIFE_CLIENTS ?? 16)
let ids: string[] = []

const instance = await createBenchInstance(
  {},
  // Collects statistics only once, because autovacuum would write WAL at other times in each run.
  { settings: { shared_preload_libraries: 'pg_stat_statements', autovacuum: 'off' } },
)
const { child: receiver, line: port } = await startScript(
  'packages/reliability/support/receiver.ts',
  process.env,
)
const database = new Client({ connectionString: instance.superuserUrl })
try {
  await measure()
} finally {
  await database.end()
  await terminate(receiver)
  await instance.remove()
}

async function measure(): Promise<void> {
  await database.connect()
  for (const name of ['pg_stat_statements', 'pg_walinspect'])
    await database.query(`create extension if not exists ${name}`)
  const client = await createGiftApiClient(instance)
  const to = ['--url', `http://127.0.0.1:${port}/`]
  await instance.cli('endpoints', 'create', '--account', instance.account_id, ...to)
  const service = await instance.serve('api,web,worker')
  await runLives(client, 50) // a warm-up of catalogue pages, query plans and code
  await database.query('analyze')
  await printPhase('created, link and invitation', service.pid ?? 0, () =>
    createGifts(client, giftCount),
  )
  await printPhase('redeemed to delivered', service.pid ?? 0, () => advanceGifts(client))
}

async function runLives(client: GiftApiClient, count: number): Promise<void> {
  await createGifts(client, count)
  await waitUntilIdle()
  await advanceGifts(client)
  await waitUntilIdle()
}

async function createGifts(client: GiftApiClient, count: number): Promise<void> {
  ids = await mapConcurrently(Array.from({ length: count }), async () => {
    const json = await post(client, '/gift_requests', client.bodyFor(`${newId()}@example.com`))
    return (JSON.parse(json) as { id: string }).id
  })
}

async function advanceGifts(client: GiftApiClient): Promise<void> {
  await mapConcurrently(ids, (id) =>
    post(client, `/test_helpers/gift_requests/${id}/advance`, '{"to":"delivered"}'),
  )
}

async function post({ headers }: GiftApiClient, path: string, body: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const response = await fetch(`${instance.base}/api${path}`, { method: 'POST', headers, body })
    const text = await response.text()
    if (response.ok) return text
    if (response.status !== 503) throw new Error(`${response.status} ${text}`)
  }
  throw new Error('the service cannot reach its database')
}

async function mapConcurrently<From, To>(
  items: readonly From[],
  run: (item: From) => Promise<To>,
): Promise<To[]> {
  const results: To[] = []
  let next = 0
  const runClient = async () => {
    while (next < items.length) results.push(await run(items[next++] as From))
  }
  await Promise.all(Array.from({ length: clientCount }, runClient))
  return results
}

async function waitUntilIdle(): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt++) {
    const { rows } = await database.query<{ is_busy: boolean }>(
      `select exists (select from webhooks.delivery_queue)
           or exists (select from gifting.gift_request where state = 'created')
           or exists (select from mail.message where state = 'queued') as is_busy`,
    )
    if (rows[0]?.is_busy === false) return
    await sleep(100)
  }
  throw new Error('some deliveries or emails did not end')
}

async function printPhase(name: string, pid: number, run: () => Promise<void>): Promise<void> {
  await database.query('select pg_stat_statements_reset()')
  const before = await readUsage(pid)
  await run()
  await waitUntilIdle()
  const after = await readUsage(pid)
  const statements = await readStatements(database)
  const wal = await readWalByRelation(database, before.lsn, after.lsn)
  const each = (value: number) => value / giftCount
  const difference = (key: Exclude<keyof typeof after, 'lsn'>) => each(after[key] - before[key])
  const walBytes = each(wal.totalBytes)
  const calls = each(statements.reduce((sum, { calls }) => sum + calls, 0))
  console.log(
    `${name}, each: CPU service ${(difference('service') / 1000).toFixed(2)} ms, ` +
      `PostgreSQL ${(difference('postgres') / 1000).toFixed(2)} ms; ` +
      `${walBytes.toFixed(0)} bytes of WAL without full-page images, ${each(wal.records).toFixed(0)} records; ` +
      `${difference('transactions').toFixed(1)} transactions, ${calls.toFixed(1)} statements; ` +
      `rows: ${difference('inserted').toFixed(1)} inserted, ${difference('updated').toFixed(1)} updated, ` +
      `${difference('hotUpdated').toFixed(1)} of them HOT, ${difference('deleted').toFixed(1)} deleted`,
  )
  for (const { relation, bytes, records } of wal.relations.slice(0, listed))
    console.log(
      `  ${each(bytes).toFixed(0).padStart(6)} bytes ${each(records).toFixed(1).padStart(5)} records  ${relation}`,
    )
  for (const statement of statements.slice(0, listed)) printStatement(statement)
}

function printStatement({ calls, exec_ms, wal_bytes, text }: StatementCost): void {
  console.log(
    `  ${((exec_ms * 1000) / giftCount).toFixed(0).padStart(6)} µs ${(calls / giftCount).toFixed(2).padStart(6)} calls ` +
      `${(wal_bytes / giftCount).toFixed(0).padStart(6)} bytes  ${text}`,
  )
}

async function readUsage(pid: number) {
  return {
    ...(await readDatabaseCounters(database)),
    service: cpuTime(pid),
    postgres: cpuTime(instance.database.pid),
  }
}
