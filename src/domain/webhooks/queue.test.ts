import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ALL_ACCOUNTS, type Database, inTransaction, type TxContext } from '#platform/postgres'
import { freshDatabase } from '#test/database'
import { openTestDatabase, telling, type WebhookWorld, webhookWorld } from '#test/webhook-world'
import {
  beforeAll,
  type Claimed,
  type ClaimRequest,
  claim,
  claiming,
  claimingBeyond,
  type Lane,
  type Rooms,
  steady,
} from './claim.ts'
import { listDeliveries } from './deliveries.ts'
import * as webhooks from './index.ts'
import { aLittleBefore, createMarks } from './marks.ts'
import * as queue from './queue.ts'
import { type Result, settle } from './settle.ts'
import { queued } from './tables.ts'

let url: string
let world: WebhookWorld
before(async () => {
  url = (await freshDatabase()).url
  world = await webhookWorld(url)
})
after(() => world.close())

const engine = <T>(act: (ctx: TxContext) => Promise<T>, db: Database = world.db) =>
  inTransaction(db, ALL_ACCOUNTS, act)

beforeEach(async () => {
  const others = await engine((ctx) => webhooks.listEndpoints(ctx))
  for (const { id } of others) await engine((ctx) => webhooks.remove(ctx, id))
})

const rooms = (more: Partial<Rooms> = {}): Rooms => ({
  endpoints: { ids: [], left: [] },
  unlisted: 50,
  accounts: { ids: [], left: [], unlisted: [] },
  ...more,
})

const request = (more: Partial<ClaimRequest> = {}): ClaimRequest => ({
  ...{ after: beforeAll, free: 50, rooms: rooms() },
  perAccount: 50,
  token: randomUUID(),
  lease_seconds: 60,
  ...more,
})

const claims = (more: Partial<ClaimRequest> = {}, lane: Lane = 'fresh') =>
  engine((ctx) => claim(ctx, lane, request(more)))

const resultOf = (row: Claimed, token: string, more: Partial<Result> = {}): Result => ({
  account_id: row.account_id,
  id: row.id,
  place: row.place,
  token,
  number: row.attempt,
  verdict: 'delivered',
  delay_ms: 0,
  attempt: {
    started_at: new Date(),
    duration_ms: 3,
    phase: 'status',
    status: 200,
    error: null,
    address: '127.0.0.1',
    worker: 'w',
  },
  ...more,
})

const settled = (...results: Result[]) => engine((ctx) => settle(ctx, results))

const rowOf = async (id: string) => {
  const [row] = await engine((ctx) =>
    ctx.query<{ state: number; attempt: number; lease_token: string | null }>(
      'select state, attempt, lease_token from webhooks.delivery_queue where id = $1',
      [id],
    ),
  )
  return row && [row.lease_token ?? row.state, row.attempt]
}

const outcomesOf = async (id: string) =>
  (
    await engine((ctx) =>
      ctx.query<{ number: number; outcome: string; status: number | null }>(
        'select number, outcome, status from webhooks.attempt where delivery_id = $1 order by number',
        [id],
      ),
    )
  ).map(({ number, outcome, status }) => [number, outcome, status])

/** One delivery, claimed with a lease that is over already. */
async function lost() {
  await world.endpoint({ url: 'http://127.0.0.1:9/' })
  await world.tell()
  const token = randomUUID()
  const { rows } = await claims({ token, lease_seconds: 0 })
  const [row] = rows
  assert.ok(row)
  await sleep(2)
  return { row, token }
}

it('takes an equal share from each endpoint, within what each has left, and comes round', async () => {
  const ids: string[] = []
  for (let n = 0; n < 4; n++)
    ids.push((await world.endpoint({ url: 'http://127.0.0.1:9/' })).endpoint.id)
  ids.sort()
  for (let n = 0; n < 10; n++) await world.tell()
  const [full = '', tight = '', ...open] = ids
  const first = await claims({
    free: 12,
    rooms: rooms({ unlisted: 5, endpoints: { ids: [full, tight], left: [0, 1] } }),
  })
  const taken = (rows: Claimed[]) =>
    ids.map((id) => rows.filter((row) => row.endpoint_id === id).length)
  assert.deepEqual(taken(first.rows), [0, 1, 4, 4])
  assert.equal(first.wrapped, true)
  const second = await claims({ free: 2 })
  assert.deepEqual(taken(second.rows), [1, 1, 0, 0])
  assert.deepEqual(
    [second.after, second.wrapped],
    [tight, false],
    'the next claim begins behind it',
  )
  assert.deepEqual(taken((await claims({ free: 2, after: second.after })).rows), [0, 0, 1, 1])
  assert.equal(open.length, 2)
})

it('takes no more for an account than it has left', async () => {
  for (let n = 0; n < 3; n++) await world.endpoint({ url: 'http://127.0.0.1:9/' })
  for (let n = 0; n < 5; n++) await world.tell()
  const { rows } = await claims({
    rooms: rooms({ accounts: { ids: [world.account_id], left: [4], unlisted: [50] } }),
  })
  assert.equal(rows.length, 4)
  assert.equal((await claims({ perAccount: 6 })).rows.length, 6)
})

it('claims nothing twice, however many claim at once', async () => {
  for (let n = 0; n < 5; n++) await world.endpoint({ url: 'http://127.0.0.1:9/' })
  await inTransaction(world.db, world.account_id, async (ctx) => {
    webhooks.recordAll(
      ctx,
      Array.from({ length: 100 }, () => telling(world.account_id)),
    )
  })
  const crowd = openTestDatabase(url, { size: 16 })
  const seen: string[] = []
  const worker = async () => {
    for (let nothing = 0; nothing < 3; ) {
      const { rows } = await engine((ctx) => claim(ctx, 'fresh', request({ free: 7 })), crowd)
      nothing = rows.length === 0 ? nothing + 1 : 0
      seen.push(...rows.map(({ id }) => id))
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  await crowd.pool.end()
  assert.equal(seen.length, 500)
  assert.equal(new Set(seen).size, 500)
})

it('refuses a worker whose lease was lost, and keeps what it tells for the log', async () => {
  const { row, token } = await lost()
  assert.equal(await engine(queue.sweep), 1)
  assert.deepEqual(
    await rowOf(row.id),
    [queued.readyLate, 1],
    'due at once among the retries, and the attempt counts',
  )
  assert.deepEqual(await outcomesOf(row.id), [[1, 'unknown', null]])

  const other = randomUUID()
  const { rows } = await claims({ token: other }, 'late')
  assert.deepEqual((await settled(resultOf(row, token))).length, 0)
  assert.deepEqual(await rowOf(row.id), [other, 2], 'the new owner still has it')
  assert.deepEqual(await outcomesOf(row.id), [[1, 'late', 200]])

  const [again] = rows
  assert.ok(again)
  assert.equal((await settled(resultOf(again, other))).length, 1)
  assert.equal(await rowOf(row.id), undefined)
  assert.equal((await settled(resultOf(again, other))).length, 0, 'to settle twice changes nothing')
  assert.deepEqual(await outcomesOf(row.id), [
    [1, 'late', 200],
    [2, 'ok', 200],
  ])
})

it('tells a lost attempt from the one that replaced it, when both end together', async () => {
  const { row, token } = await lost()
  await engine(queue.sweep)
  const other = randomUUID()
  const [again] = (await claims({ token: other }, 'late')).rows
  assert.ok(again)
  const heard = await settled(resultOf(row, token), resultOf(again, other))
  assert.deepEqual(
    heard.map(({ number }) => number),
    [2],
  )
  assert.deepEqual(await outcomesOf(row.id), [
    [1, 'late', 200],
    [2, 'ok', 200],
  ])
})

it('hears a worker that is late but was not replaced yet', async () => {
  const { row, token } = await lost()
  assert.equal((await settled(resultOf(row, token))).length, 1)
  assert.equal(await engine(queue.sweep), 0)
  assert.deepEqual(await outcomesOf(row.id), [[1, 'ok', 200]])
})

it('gives up a delivery whose worker is lost each time, after the fifth', async () => {
  const { row } = await lost()
  for (let n = 2; n <= 5; n++) {
    await engine(queue.sweep)
    const { rows } = await claims({ lease_seconds: 0 }, 'late')
    assert.equal(rows[0]?.attempt, n)
    await sleep(2)
  }
  await engine(queue.sweep)
  assert.equal(await rowOf(row.id), undefined)
  assert.equal((await outcomesOf(row.id)).length, 5)
  const [delivery] = await engine((ctx) =>
    listDeliveries(ctx, { endpoint_id: row.endpoint_id, limit: 1 }),
  )
  assert.equal(delivery?.state, 'abandoned')
})

it('gives back what was claimed and not begun, as if it had not been', async () => {
  const { row, token } = await lost()
  await engine(async (ctx) => queue.giveBack(ctx, token))
  assert.deepEqual(await rowOf(row.id), [queued.ready, 0])
  assert.deepEqual(await outcomesOf(row.id), [])
})

it('parks what is claimed of a disabled endpoint, and spends no attempt on it', async () => {
  const { endpoint } = await world.endpoint({ url: 'http://127.0.0.1:9/' })
  await world.tell()
  await engine((ctx) =>
    ctx.query('update webhooks.endpoint set enabled = false where id = $1', [endpoint.id]),
  )
  const { rows } = await claims()
  assert.deepEqual([rows.length, rows[0]?.enabled, rows[0]?.body], [1, false, null])
  assert.deepEqual(await rowOf(rows[0]?.id ?? ''), [queued.parked, 0])
  assert.deepEqual(await engine(queue.misparked), [])
  await engine((ctx) =>
    ctx.query('update webhooks.endpoint set enabled = true where id = $1', [endpoint.id]),
  )
  const found = await engine(queue.misparked)
  assert.deepEqual(found, [
    { account_id: world.account_id, endpoint_id: endpoint.id, is_deleted: false },
  ])
})

it('counts what is leased apart from what could be claimed', async () => {
  await world.endpoint({ url: 'http://127.0.0.1:9/' })
  const before = (await engine(webhooks.queueFigures)).counts
  for (let n = 0; n < 3; n++) await world.tell()
  const token = randomUUID()
  const { rows } = await claims({ free: 2, token })
  assert.equal(rows.length, 2)
  const { counts } = await engine(webhooks.queueFigures)
  assert.deepEqual([counts.ready - before.ready, counts.leased - before.leased], [1, 2])
  await settled(...rows.map((row) => resultOf(row, token)))
  assert.equal((await engine(webhooks.queueFigures)).counts.leased, before.leased)
})

it('forgets a lease with the last of its results', async () => {
  await world.endpoint({ url: 'http://127.0.0.1:9/' })
  await world.tell()
  const token = randomUUID()
  const { rows } = await claims({ token })
  const leases = async () =>
    engine((ctx) => ctx.query('select from webhooks.lease where token = $1', [token]))
  assert.equal((await leases()).length, 1)
  await engine((ctx) =>
    settle(
      ctx,
      rows.map((row) => resultOf(row, token)),
      [token],
    ),
  )
  assert.equal((await leases()).length, 0)
})

it('keeps to its partial indexes after one endpoint has flooded the statistics', async () => {
  const { endpoint } = await world.endpoint({ url: 'http://127.0.0.1:9/' })
  await world.endpoint({ url: 'http://127.0.0.1:9/' })
  await world.tell()
  const plans = await engine(async (ctx) => {
    await ctx.query(
      `insert into webhooks.delivery_queue (account_id, endpoint_id, id, event_id, event_type, payload_version)
       select $1, $2, webhooks.new_id(platform.uuid_floor(now())), webhooks.new_id(platform.uuid_floor(now())), 'gift_request_created', '2026-05' from generate_series(1, 30000)`,
      [world.account_id, endpoint.id],
    )
    await ctx.query('analyze webhooks.delivery_queue')
    await ctx.query('set local plan_cache_mode = force_generic_plan')
    steady(ctx)
    const values = () =>
      `'${beforeAll}', 50, 8, '{}', '{}', 50, '{}', '{}', '${randomUUID()}', 60, 50, '{}'`
    const marks = `'{${endpoint.id}}', '{${beforeAll}}'`
    await ctx.query(`prepare claiming as ${claiming(queued.ready)}`)
    await ctx.query(`prepare beyond as ${claimingBeyond}`)
    await ctx.query(`prepare slowing as ${queue.slowing(queued.ready)}`)
    const explain = 'explain (analyze, costs off, timing off, summary off) execute'
    const plan = async (text: string) =>
      (await ctx.query<{ 'QUERY PLAN': string }>(`${explain} ${text}`))
        .map((row) => row['QUERY PLAN'])
        .join('\n')
    return [
      await plan(`claiming (${values()})`),
      await plan(`beyond (${values()}, ${marks})`),
      await plan(`slowing ('{${endpoint.id}}')`),
    ]
  })
  for (const plan of plans) {
    const scans = plan.match(/\w+ Scan.* on delivery_queue.*/g) ?? []
    assert.ok(scans.length >= 2, plan)
    for (const scan of scans)
      assert.match(scan, /delivery_ready on|delivery_queue_pkey on|Tid Scan/, plan)
    assert.equal(/Rows Removed by Filter: \d{4}/.test(plan), false, plan)
  }
})

it('claims behind its marks while a whole claim takes long, and then looks at all again', async () => {
  const urls = [1, 2, 3].map((n) => `http://127.0.0.1:9/${n}`)
  const [one, two, three] = await Promise.all(
    urls.map(async (url) => (await world.endpoint({ url })).endpoint.id),
  )
  await world.tell()
  const ids = [one ?? '', two ?? '', three ?? ''].sort()
  const of = (rows: readonly Claimed[]) =>
    ids.filter((id) => rows.some(({ endpoint_id }) => endpoint_id === id))
  const above = 'ffffffff-ffff-7fff-bfff-ffffffffffff'
  const marked = [ids[0] ?? '', ids[1] ?? '', randomUUID()]
  const some = await claims({
    beyond: { endpoint_ids: marked, ids: [beforeAll, above, beforeAll] },
  })
  assert.deepEqual(of(some.rows), [ids[0]], 'neither before its mark nor where there is none')
  assert.equal(some.wrapped, true)

  let now = 0
  const marks = createMarks(() => now)
  marks.note(some.rows)
  assert.equal(marks.current(), undefined, 'whole, as long as that is quick')
  marks.tookWhole(400, 256)
  assert.equal(marks.current(), undefined, 'whole, when it takes long and brings much')
  marks.tookWhole(60, 8)
  assert.equal(marks.current(), undefined, 'whole, when it took long once')
  marks.tookWhole(60, 8)
  assert.deepEqual(marks.current()?.endpoint_ids, [ids[0]])
  assert.deepEqual(
    marks.current()?.ids,
    some.rows.map(({ id }) => aLittleBefore(id)),
  )
  now = 300
  assert.equal(marks.current(), undefined, 'the rest is over')
  assert.deepEqual(of((await claims()).rows), ids.slice(1))
  assert.equal(
    aLittleBefore('01a1ff8d-320c-73e8-9eac-dc83c63dd92a'),
    '01a1ff8d-2e24-0000-0000-000000000000',
  )
})

it('makes weeks ahead, and drops old ones but for those that something still needs', async () => {
  const { endpoint } = await world.endpoint({ url: 'http://127.0.0.1:9/' })
  const event_id = '01960000-0000-7000-8000-00000000000a' // of April 2025
  const unheard = '01967000-0000-7000-8000-00000000000a' // some weeks later
  await inTransaction(world.db, world.account_id, async (ctx) => {
    webhooks.record(ctx, { ...telling(world.account_id), event_id })
  })
  await inTransaction(world.db, world.account_id, async (ctx) => {
    await webhooks.disable(ctx, endpoint.id)
    webhooks.record(ctx, { ...telling(world.account_id), event_id: unheard })
  })
  await engine((ctx) => ctx.query(`select webhooks.prepare_weeks('2025-04-07', 5)`))
  const retain = () =>
    Promise.all(webhooks.keptTables.map((table) => engine((ctx) => webhooks.retain(ctx, table))))
  const dropped = (await retain()).flat()
  assert.ok(!dropped.includes('event_body_2025w14'), 'a parked delivery needs its body')
  assert.ok(dropped.includes('event_body_2025w17') && dropped.includes('event_2025w17'))
  await engine((ctx) => webhooks.remove(ctx, endpoint.id))
  assert.ok((await retain()).flat().includes('event_body_2025w14'))
  assert.equal(
    await engine((ctx) => webhooks.prepareWeeks(ctx)),
    0,
    'this week and the next are there',
  )
})
