import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { forceIndexScans } from '#platform/postgres/force-index-scans'
import { pluck } from '#test/pluck'
import { createMigratedDatabase } from '#test/throwaway-database'
import {
  createWebhookHarness,
  eventInput,
  openTestDatabase,
  type WebhookHarness,
} from '#test/webhook-harness'
import { queueStates } from '../events/tables.ts'
import * as webhooks from '../index.ts'
import { listDeliveries } from '../log/deliveries.ts'
import {
  type ClaimCapacity,
  type ClaimedDelivery,
  type ClaimRequest,
  claimDeliveries,
  claimFromCursorSql,
  claimSql,
  type Lane,
  minUuid,
} from './claim-deliveries.ts'
import * as queue from './queue.ts'
import { type AttemptResult, settle } from './settle.ts'

let url: string
let harness: WebhookHarness
before(async () => {
  url = (await createMigratedDatabase()).url
  harness = await createWebhookHarness(url)
})
after(() => harness.close())

const inAllAccounts = <T>(fn: (ctx: TxContext) => Promise<T>, db: Database = harness.db) =>
  inTransaction(db, ALL_ACCOUNTS, fn)

beforeEach(async () => {
  const others = await inAllAccounts((ctx) => webhooks.listEndpoints(ctx))
  for (const { id } of others) await inAllAccounts((ctx) => webhooks.deleteEndpoint(ctx, id))
})

const capacity = (more: Partial<ClaimCapacity> = {}): ClaimCapacity => ({
  endpoints: { ids: [], left: [] },
  unlisted: 50,
  accounts: { ids: [], left: [], unlisted: [] },
  ...more,
})

const createRequest = (more: Partial<ClaimRequest> = {}): ClaimRequest => ({
  ...{ after: minUuid, maxRows: 50, capacity: capacity() },
  maxPerAccount: 50,
  token: randomUUID(),
  leaseSeconds: 60,
  ...more,
})

const claimBatch = (more: Partial<ClaimRequest> = {}, lane: Lane = 'fresh') =>
  inAllAccounts((ctx) => claimDeliveries(ctx, lane, createRequest(more)))

const createResult = (
  row: ClaimedDelivery,
  token: string,
  more: Partial<AttemptResult> = {},
): AttemptResult => ({
  account_id: row.account_id,
  id: row.id,
  row_ctid: row.row_ctid,
  token,
  number: row.attempt,
  verdict: 'delivered',
  delay_ms: 0,
  attempt: {
    started_at: new Date(),
    duration_ms: 3,
    phase: 'status',
    dns_ms: 1,
    connect_ms: null,
    tls_ms: null,
    status: 200,
    error: null,
    reason: null,
    detail: null,
    address: '127.0.0.1',
    worker: 'w',
  },
  ...more,
})

const settleAll = (...results: AttemptResult[]) => inAllAccounts((ctx) => settle(ctx, results))

const findRow = async (id: string) => {
  const [row] = await inAllAccounts((ctx) =>
    ctx.query<{ state: number; attempt: number; lease_token: string | null }>(
      'select state, attempt, lease_token from webhooks.delivery_queue where id = $1',
      [id],
    ),
  )
  return row && [row.lease_token ?? row.state, row.attempt]
}

const findOutcomes = async (id: string) =>
  (
    await inAllAccounts((ctx) =>
      ctx.query<{ number: number; outcome: string; status: number | null }>(
        'select number, outcome, status from webhooks.attempt where delivery_id = $1 order by number',
        [id],
      ),
    )
  ).map(({ number, outcome, status }) => [number, outcome, status])

/** Claims one delivery with an expired lease. */
async function claimExpired() {
  await harness.createEndpoint({ url: 'http://127.0.0.1:9/' })
  await harness.recordEvent()
  const token = randomUUID()
  const { rows } = await claimBatch({ token, leaseSeconds: 0 })
  const [row] = rows
  assert.ok(row)
  await sleep(2)
  return { row, token }
}

it('takes an equal share from each endpoint, within its capacity, and continues with the next endpoints', async () => {
  const ids: string[] = []
  for (let n = 0; n < 4; n++)
    ids.push((await harness.createEndpoint({ url: 'http://127.0.0.1:9/' })).endpoint.id)
  ids.sort()
  for (let n = 0; n < 10; n++) await harness.recordEvent()
  const [full = '', limited = '', ...open] = ids
  const first = await claimBatch({
    maxRows: 12,
    capacity: capacity({ unlisted: 5, endpoints: { ids: [full, limited], left: [0, 1] } }),
  })
  const countPerEndpoint = (rows: ClaimedDelivery[]) =>
    ids.map((id) => rows.filter((row) => row.endpoint_id === id).length)
  assert.deepEqual(countPerEndpoint(first.rows), [0, 1, 5, 5])
  assert.equal(first.reachedEnd, true)
  const second = await claimBatch({ maxRows: 2 })
  assert.deepEqual(countPerEndpoint(second.rows), [1, 1, 0, 0])
  assert.deepEqual(
    [second.after, second.reachedEnd],
    [limited, false],
    'the next claim starts after this endpoint',
  )
  assert.deepEqual(
    countPerEndpoint((await claimBatch({ maxRows: 2, after: second.after })).rows),
    [0, 0, 1, 1],
  )
  assert.equal(open.length, 2)
})

it('takes no more rows of an account than its capacity', async () => {
  for (let n = 0; n < 3; n++) await harness.createEndpoint({ url: 'http://127.0.0.1:9/' })
  for (let n = 0; n < 5; n++) await harness.recordEvent()
  const { rows } = await claimBatch({
    capacity: capacity({ accounts: { ids: [harness.account_id], left: [4], unlisted: [50] } }),
  })
  assert.equal(rows.length, 4)
  assert.equal((await claimBatch({ maxPerAccount: 6 })).rows.length, 6)
})

it('claims no row twice in concurrent claims', async () => {
  for (let n = 0; n < 5; n++) await harness.createEndpoint({ url: 'http://127.0.0.1:9/' })
  await inTransaction(harness.db, harness.account_id, async (ctx) => {
    webhooks.recordAll(
      ctx,
      Array.from({ length: 100 }, () => eventInput(harness.account_id)),
    )
  })
  const pooledDb = openTestDatabase(url, { size: 16 })
  const claimedIds: string[] = []
  const worker = async () => {
    for (let emptyClaims = 0; emptyClaims < 3; ) {
      const { rows } = await inAllAccounts(
        (ctx) => claimDeliveries(ctx, 'fresh', createRequest({ maxRows: 7 })),
        pooledDb,
      )
      emptyClaims = rows.length === 0 ? emptyClaims + 1 : 0
      claimedIds.push(...rows.map(({ id }) => id))
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  await pooledDb.pool.end()
  assert.equal(claimedIds.length, 500)
  assert.equal(new Set(claimedIds).size, 500)
})

it('rejects the result of a lost lease, and stores it in the log', async () => {
  const { row, token } = await claimExpired()
  assert.equal(await inAllAccounts(queue.reclaimExpiredLeases), 1)
  assert.deepEqual(
    await findRow(row.id),
    [queueStates.readyRetry, 1],
    'due at once in the lane for retries, and the attempt counts',
  )
  assert.deepEqual(await findOutcomes(row.id), [[1, 'unknown', null]])

  const other = randomUUID()
  const { rows } = await claimBatch({ token: other }, 'late')
  assert.deepEqual((await settleAll(createResult(row, token))).length, 0)
  assert.deepEqual(await findRow(row.id), [other, 2], 'the new owner still has the lease')
  assert.deepEqual(await findOutcomes(row.id), [[1, 'late', 200]])

  const [reclaimed] = rows
  assert.ok(reclaimed)
  assert.equal((await settleAll(createResult(reclaimed, other))).length, 1)
  assert.equal(await findRow(row.id), undefined)
  assert.equal(
    (await settleAll(createResult(reclaimed, other))).length,
    0,
    'settling twice changes nothing',
  )
  assert.deepEqual(await findOutcomes(row.id), [
    [1, 'late', 200],
    [2, 'ok', 200],
  ])
})

it('distinguishes a lost attempt from its replacement when both end in one batch', async () => {
  const { row, token } = await claimExpired()
  await inAllAccounts(queue.reclaimExpiredLeases)
  const other = randomUUID()
  const [reclaimed] = (await claimBatch({ token: other }, 'late')).rows
  assert.ok(reclaimed)
  const accepted = await settleAll(createResult(row, token), createResult(reclaimed, other))
  assert.deepEqual(pluck(accepted, 'number'), [2])
  assert.deepEqual(await findOutcomes(row.id), [
    [1, 'late', 200],
    [2, 'ok', 200],
  ])
})

it('accepts a late result whose delivery was not reclaimed yet', async () => {
  const { row, token } = await claimExpired()
  assert.equal((await settleAll(createResult(row, token))).length, 1)
  assert.equal(await inAllAccounts(queue.reclaimExpiredLeases), 0)
  assert.deepEqual(await findOutcomes(row.id), [[1, 'ok', 200]])
})

it('abandons a delivery after its worker was lost five times', async () => {
  const { row } = await claimExpired()
  for (let n = 2; n <= 5; n++) {
    await inAllAccounts(queue.reclaimExpiredLeases)
    const { rows } = await claimBatch({ leaseSeconds: 0 }, 'late')
    assert.equal(rows[0]?.attempt, n)
    await sleep(2)
  }
  await inAllAccounts(queue.reclaimExpiredLeases)
  assert.equal(await findRow(row.id), undefined)
  assert.equal((await findOutcomes(row.id)).length, 5)
  const [delivery] = await inAllAccounts((ctx) =>
    listDeliveries(ctx, { endpoint_id: row.endpoint_id, limit: 1 }),
  )
  assert.equal(delivery?.state, 'abandoned')
})

it('releases claimed deliveries without using up an attempt', async () => {
  const { row, token } = await claimExpired()
  await inAllAccounts(async (ctx) => queue.releaseLeases(ctx, [token]))
  assert.deepEqual(await findRow(row.id), [queueStates.ready, 0])
  assert.deepEqual(await findOutcomes(row.id), [])
})

it('parks claimed deliveries of a disabled endpoint without using up an attempt', async () => {
  const { endpoint } = await harness.createEndpoint({ url: 'http://127.0.0.1:9/' })
  await harness.recordEvent()
  await inAllAccounts((ctx) =>
    ctx.query('update webhooks.endpoint set enabled = false where id = $1', [endpoint.id]),
  )
  const { rows } = await claimBatch()
  assert.deepEqual([rows.length, rows[0]?.enabled, rows[0]?.body], [1, false, null])
  assert.deepEqual(await findRow(rows[0]?.id ?? ''), [queueStates.parked, 0])
  assert.deepEqual(await inAllAccounts(queue.findWronglyParked), [])
  await inAllAccounts((ctx) =>
    ctx.query('update webhooks.endpoint set enabled = true where id = $1', [endpoint.id]),
  )
  const found = await inAllAccounts(queue.findWronglyParked)
  assert.deepEqual(found, [
    { account_id: harness.account_id, endpoint_id: endpoint.id, is_deleted: false },
  ])
})

it('counts leased deliveries separately from ready ones', async () => {
  await harness.createEndpoint({ url: 'http://127.0.0.1:9/' })
  const before = (await inAllAccounts(webhooks.getQueueStats)).counts
  for (let n = 0; n < 3; n++) await harness.recordEvent()
  const token = randomUUID()
  const { rows } = await claimBatch({ maxRows: 2, token })
  assert.equal(rows.length, 2)
  const { counts } = await inAllAccounts(webhooks.getQueueStats)
  assert.deepEqual([counts.ready - before.ready, counts.leased - before.leased], [1, 2])
  await settleAll(...rows.map((row) => createResult(row, token)))
  assert.equal((await inAllAccounts(webhooks.getQueueStats)).counts.leased, before.leased)
})

it('deletes a lease with the last of its results', async () => {
  await harness.createEndpoint({ url: 'http://127.0.0.1:9/' })
  await harness.recordEvent()
  const token = randomUUID()
  const { rows } = await claimBatch({ token })
  const leases = async () =>
    inAllAccounts((ctx) => ctx.query('select from webhooks.lease where token = $1', [token]))
  assert.equal((await leases()).length, 1)
  await inAllAccounts((ctx) =>
    settle(
      ctx,
      rows.map((row) => createResult(row, token)),
      [token],
    ),
  )
  assert.equal((await leases()).length, 0)
})

it('uses its partial indexes after one endpoint has skewed the statistics', async () => {
  const { endpoint } = await harness.createEndpoint({ url: 'http://127.0.0.1:9/' })
  await harness.createEndpoint({ url: 'http://127.0.0.1:9/' })
  await harness.recordEvent()
  const plans = await inAllAccounts(async (ctx) => {
    await ctx.query(
      `insert into webhooks.delivery_queue (account_id, endpoint_id, id, event_id, event_type, payload_version)
       select $1, $2, webhooks.new_id(platform.uuid_floor(now())), webhooks.new_id(platform.uuid_floor(now())), 'gift_request_created', '2026-05' from generate_series(1, 30000)`,
      [harness.account_id, endpoint.id],
    )
    await ctx.query('analyze webhooks.delivery_queue')
    await ctx.query('set local plan_cache_mode = force_generic_plan')
    forceIndexScans(ctx)
    const values = () =>
      `'${minUuid}', 50, 8, '{}', '{}', 50, '{}', '{}', '${randomUUID()}', 60, 50, '{}'`
    const cursors = `'{${endpoint.id}}', '{${minUuid}}'`
    await ctx.query(`prepare claiming as ${claimSql(queueStates.ready)}`)
    await ctx.query(`prepare beyond as ${claimFromCursorSql}`)
    await ctx.query(`prepare slowing as ${queue.moveToSlowLaneSql(queueStates.ready)}`)
    const explain = 'explain (analyze, costs off, timing off, summary off) execute'
    const plan = async (text: string) =>
      (await ctx.query<{ 'QUERY PLAN': string }>(`${explain} ${text}`))
        .map((row) => row['QUERY PLAN'])
        .join('\n')
    return [
      await plan(`claiming (${values()})`),
      await plan(`beyond (${values()}, ${cursors})`),
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
