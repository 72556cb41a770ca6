import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, it } from 'node:test'
import { ALL_ACCOUNTS, inTransaction, type TxContext } from '#platform/postgres/database'
import { pluck } from '#test/pluck'
import { createMigratedDatabase } from '#test/throwaway-database'
import {
  createAccount,
  createWebhookHarness,
  eventInput,
  type WebhookHarness,
} from '#test/webhook-harness'
import { queueStates } from '../events/tables.ts'
import * as webhooks from '../index.ts'
import { createClaimCursors, idBefore } from './claim-cursors.ts'
import {
  type ClaimCapacity,
  type ClaimedDelivery,
  type ClaimRequest,
  claimDeliveries,
  type Lane,
  minUuid,
} from './claim-deliveries.ts'
import * as queue from './queue.ts'

let harness: WebhookHarness
before(async () => {
  harness = await createWebhookHarness((await createMigratedDatabase()).url)
})
after(() => harness.close())

const inAllAccounts = <T>(fn: (ctx: TxContext) => Promise<T>) =>
  inTransaction(harness.db, ALL_ACCOUNTS, fn)

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

const claimBatch = (more: Partial<ClaimRequest> = {}, lane: Lane = 'fresh') =>
  inAllAccounts((ctx) =>
    claimDeliveries(ctx, lane, {
      after: minUuid,
      maxRows: 50,
      capacity: capacity(),
      maxPerAccount: 50,
      token: randomUUID(),
      leaseSeconds: 60,
      ...more,
    }),
  )

const findRow = async (id: string) => {
  const [row] = await inAllAccounts((ctx) =>
    ctx.query<{ attempt: number; lease_token: string | null }>(
      'select attempt, lease_token from webhooks.delivery_queue where id = $1',
      [id],
    ),
  )
  return row && [row.lease_token, row.attempt]
}

it('finds the capacity of each endpoint among thousands of listed endpoints, and of each account', async () => {
  const ids: string[] = []
  for (let n = 0; n < 4; n++)
    ids.push((await harness.createEndpoint({ url: 'http://127.0.0.1:9/' })).endpoint.id)
  for (let n = 0; n < 10; n++) await harness.recordEvent()
  const [one = '', two = '', three = '', four = ''] = ids.sort()
  const others = Array.from({ length: 3_000 }, () => [randomUUID(), 0] as const)
  const left = new Map([...others, [one, 1], [two, 0], [three, 7]])
  const endpoints = [...left.keys()].sort()
  const capacityFor = (unlisted: number) =>
    capacity({
      endpoints: { ids: endpoints, left: endpoints.map((id) => left.get(id) ?? 0) },
      unlisted: 9,
      accounts: { ids: [harness.account_id], left: [50], unlisted: [unlisted] },
    })
  const taken = async (unlisted: number) => {
    const { rows } = await claimBatch({ maxRows: 48, capacity: capacityFor(unlisted) })
    return [one, two, three, four].map((id) => rows.filter((row) => row.endpoint_id === id).length)
  }
  assert.deepEqual(
    await taken(2),
    [1, 0, 7, 2],
    'unlisted endpoints of the account have less capacity',
  )
  assert.deepEqual(await taken(0), [1, 0, 3, 0])
})

it('divides a claim between accounts first, however many endpoints an account has', async () => {
  const url = 'http://127.0.0.1:9/'
  const other = await createAccount(harness.db)
  for (let n = 0; n < 15; n++) await harness.createEndpoint({ url })
  await inTransaction(harness.db, other, (ctx) =>
    webhooks.createEndpoint(
      ctx,
      { account_id: other, tier: 'enterprise' },
      { url, events: ['gift_request_created'] },
      { allowPrivate: true },
    ),
  )
  for (let n = 0; n < 20; n++) {
    await harness.recordEvent()
    await inTransaction(harness.db, other, async (ctx) =>
      webhooks.record(ctx, eventInput(other, 'gift_request_created')),
    )
  }
  const claimCounts = async (room: number, maxRows: number) => {
    const { rows } = await claimBatch({ maxRows, capacity: capacity({ unlisted: room }) })
    const counts = new Map<string, number>()
    for (const { account_id, endpoint_id } of rows)
      if (account_id === other) counts.set('other', (counts.get('other') ?? 0) + 1)
      else counts.set(endpoint_id, (counts.get(endpoint_id) ?? 0) + 1)
    const { other: ofOther, ...ofEach } = { other: 0, ...Object.fromEntries(counts) }
    return [ofOther, Object.values(ofEach).sort()]
  }
  const each = (count: number) => Array.from({ length: 15 }, () => count)
  assert.deepEqual(await claimCounts(8, 16), [8, each(1).slice(0, 8)], 'equal shares')
  assert.deepEqual(await claimCounts(2, 40), [2, each(2)], 'at most the capacity of an endpoint')
  const [ofOther] = await claimCounts(20, 40)
  assert.equal(ofOther, 10, 'all rows that remain')
})

it('moves the rows of blocked endpoints to the slow lane once', async () => {
  const ids: string[] = []
  for (let n = 0; n < 2; n++)
    ids.push((await harness.createEndpoint({ url: 'http://127.0.0.1:9/' })).endpoint.id)
  const [blocked = '', open = ''] = ids
  for (let n = 0; n < 3; n++) await harness.recordEvent()
  const capacityWithoutOpen = capacity({ endpoints: { ids: [open], left: [0] } })
  const token = randomUUID()
  const [leased] = (await claimBatch({ maxRows: 1, capacity: capacityWithoutOpen, token })).rows
  await inAllAccounts((ctx) =>
    ctx.query(
      `update webhooks.delivery_queue set state = $2, attempt = 1 where id = (
         select max(id::text)::uuid from webhooks.delivery_queue where endpoint_id = $1)`,
      [blocked, queueStates.readyRetry],
    ),
  )
  const move = () => inAllAccounts((ctx) => queue.moveToSlowLane(ctx, [blocked]))
  assert.equal(await move(), 2, 'moves a first attempt and a retry, but no leased row')
  assert.equal(await move(), 0)
  assert.deepEqual(await findRow(leased?.id ?? ''), [token, 1])
  const endpointIds = ({ rows }: { rows: ClaimedDelivery[] }) =>
    new Set(rows.map((row) => row.endpoint_id))
  assert.deepEqual(endpointIds(await claimBatch()), new Set([open]))
  assert.equal((await claimBatch({}, 'late')).rows.length, 0)
  const { rows } = await claimBatch({}, 'slow')
  assert.deepEqual(pluck(rows, 'endpoint_id', 'attempt'), [
    [blocked, 1],
    [blocked, 2],
  ])
})

it('claims from its cursors while full scans are slow, and then scans the whole queue again', async () => {
  const urls = [1, 2, 3].map((n) => `http://127.0.0.1:9/${n}`)
  const [one, two, three] = await Promise.all(
    urls.map(async (url) => (await harness.createEndpoint({ url })).endpoint.id),
  )
  await harness.recordEvent()
  const ids = [one ?? '', two ?? '', three ?? ''].sort()
  const endpointIds = (rows: readonly ClaimedDelivery[]) =>
    ids.filter((id) => rows.some(({ endpoint_id }) => endpoint_id === id))
  const maxUuid = 'ffffffff-ffff-7fff-bfff-ffffffffffff'
  const cursorEndpointIds = [ids[0] ?? '', ids[1] ?? '', randomUUID()]
  const some = await claimBatch({
    fromCursor: { endpoint_ids: cursorEndpointIds, ids: [minUuid, maxUuid, minUuid] },
  })
  assert.deepEqual(
    endpointIds(some.rows),
    [ids[0]],
    'no row before a cursor, and none of an endpoint without a cursor',
  )
  assert.equal(some.reachedEnd, true)

  let now = 0
  const cursors = createClaimCursors(() => now)
  cursors.record(some.rows)
  assert.equal(cursors.current(), undefined, 'full scans while they are fast')
  cursors.recordFullScan(400, 256)
  assert.equal(cursors.current(), undefined, 'full scans while a slow one returns many rows')
  cursors.recordFullScan(60, 8)
  assert.equal(cursors.current(), undefined, 'a full scan after a single slow one')
  cursors.recordFullScan(60, 8)
  assert.deepEqual(cursors.current()?.endpoint_ids, [ids[0]])
  assert.deepEqual(
    cursors.current()?.ids,
    some.rows.map(({ id }) => idBefore(id)),
  )
  now = 300
  assert.equal(cursors.current(), undefined, 'a full scan after the pause')
  assert.deepEqual(endpointIds((await claimBatch()).rows), ids.slice(1))
  assert.equal(
    idBefore('01a1ff8d-320c-73e8-9eac-dc83c63dd92a'),
    '01a1ff8d-2e24-0000-0000-000000000000',
  )
})
