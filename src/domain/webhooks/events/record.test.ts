import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type Page, versions } from '#contract'
import { newId } from '#platform/lib/ids'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { pluck } from '#test/pluck'
import { createMigratedDatabase } from '#test/throwaway-database'
import {
  createAccount,
  createWebhookHarness,
  eventInput,
  sampleGiftView,
  type WebhookHarness,
} from '#test/webhook-harness'
import * as webhooks from '../index.ts'

let harness: WebhookHarness
before(async () => {
  harness = await createWebhookHarness((await createMigratedDatabase()).url)
})
after(() => harness.close())

const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  inTransaction(harness.db, ALL_ACCOUNTS, (ctx) => ctx.query<Row>(text, values))

const bodies = (event_id: string) =>
  rows<{ payload_version: string; body: Buffer }>(
    'select payload_version, body from webhooks.event_body where event_id = $1 order by 1',
    [event_id],
  )

const deliveries = (event_id: string) =>
  rows<{ endpoint_id: string; payload_version: string; queued: number }>(
    `select d.endpoint_id, d.payload_version, count(q.id) as queued from webhooks.delivery d
       left join webhooks.delivery_queue q on q.id = d.id and q.endpoint_id = d.endpoint_id
      where d.event_id = $1 group by 1, 2 order by 1`,
    [event_id],
  )

it('writes one delivery for each enabled, subscribed endpoint, with the bytes of its version', async () => {
  const account_id = await createAccount(harness.db)
  const owner = { account_id, tier: 'enterprise' } as const
  const createEndpoint = (input: Omit<webhooks.EndpointInput, 'url'>) =>
    inTransaction(harness.db, account_id, (ctx) =>
      webhooks.createEndpoint(
        ctx,
        owner,
        { url: 'http://127.0.0.1/', ...input },
        { allowPrivate: true },
      ),
    )
  const all = await createEndpoint({})
  const old = await createEndpoint({ payload_version: '2025-10', events: ['gift_request_created'] })
  await createEndpoint({ events: ['gift_request_delivered'] })
  const off = await createEndpoint({})
  const gone = await createEndpoint({})
  await inTransaction(harness.db, account_id, (ctx) =>
    webhooks.disableEndpoint(ctx, off.endpoint.id),
  )
  await inTransaction(harness.db, account_id, (ctx) =>
    webhooks.deleteEndpoint(ctx, gone.endpoint.id),
  )

  const input = eventInput(account_id)
  const event_id = await inTransaction(harness.db, account_id, async (ctx) =>
    webhooks.record(ctx, input),
  )

  assert.deepEqual(
    (await bodies(event_id)).map(({ payload_version, body }) => [payload_version, body.toString()]),
    [
      ['2025-10', versions['2025-10'].renderGiftRequest(input.gift)],
      ['2026-05', versions['2026-05'].renderGiftRequest(input.gift)],
    ],
  )
  assert.deepEqual(await deliveries(event_id), [
    { endpoint_id: all.endpoint.id, payload_version: '2026-05', queued: 1 },
    { endpoint_id: old.endpoint.id, payload_version: '2025-10', queued: 1 },
  ])
})

it('stores an event without subscribers for the feed, with the newest body only', async () => {
  const account_id = await createAccount(harness.db)
  const input = eventInput(account_id, 'gift_request_cancelled')
  const event_id = await inTransaction(harness.db, account_id, async (ctx) =>
    webhooks.record(ctx, input),
  )
  assert.deepEqual(pluck(await bodies(event_id), 'payload_version'), ['2026-05'])
  assert.deepEqual(await deliveries(event_id), [])

  const found = await inTransaction(harness.db, account_id, (ctx) =>
    webhooks.findEvent(ctx, event_id),
  )
  assert.equal(found?.body, versions['2026-05'].renderGiftRequest(input.gift))
  assert.equal(found.type, 'gift_request_cancelled')
  assert.equal(found.subject_id, input.subject_id)
})

it('writes a hundred events in one statement, each with its own body, and lists them in order', async () => {
  const account_id = await createAccount(harness.db)
  const inputs = Array.from({ length: 100 }, () => eventInput(account_id))
  const ids = await inTransaction(harness.db, account_id, async (ctx) =>
    webhooks.recordAll(ctx, inputs),
  )
  const list = (page: Partial<Page>, filter: Parameters<typeof webhooks.listEvents>[1] = {}) =>
    inTransaction(harness.db, account_id, async (ctx) => {
      const { data } = await webhooks.listEvents(ctx, filter, {
        limit: 100,
        order: 'desc',
        ...page,
      })
      return data
    })

  const ascending = await list({ order: 'asc' })
  assert.deepEqual(pluck(ascending, 'id'), ids)
  for (const [index, { body }] of ascending.entries())
    assert.equal(JSON.parse(body ?? '').id, inputs[index]?.gift.id)
  const [, second] = await list({ limit: 2 })
  assert.equal(second?.id, ids[98])
  assert.equal((await list({ limit: 1, after: ids[98] ?? '' }))[0]?.id, ids[97])
  assert.deepEqual(await list({}, { type: 'gift_request_delivered' }), [])
})

it('stores nothing when the transaction fails', async () => {
  const event_id = newId()
  const failing = inTransaction(harness.db, harness.account_id, async (ctx) => {
    webhooks.record(ctx, { ...eventInput(harness.account_id), event_id })
    throw new Error('afterwards')
  })
  await assert.rejects(failing, /afterwards/)
  assert.deepEqual(await bodies(event_id), [])
})

it("cannot write events of an account other than the transaction's", async () => {
  const other = await createAccount(harness.db)
  const foreignWrite = inTransaction(harness.db, harness.account_id, async (ctx) =>
    webhooks.record(ctx, {
      account_id: other,
      type: 'gift_request_created',
      subject_id: newId(),
      gift: sampleGiftView(),
    }),
  )
  await assert.rejects(foreignWrite, /row-level security/)
})

it('stores rows without a partition, and moves them when their partition is created', async () => {
  const [event_id] = ['01960000-0000-7000-8000-000000000001'] // spring 2025, which has no partition
  await inTransaction(harness.db, harness.account_id, async (ctx) =>
    webhooks.record(ctx, { ...eventInput(harness.account_id), event_id }),
  )
  const findPartition = () =>
    rows<{ part: string }>(
      'select tableoid::regclass::text as part from webhooks.event where id = $1',
      [event_id],
    )
  assert.deepEqual(await findPartition(), [{ part: 'webhooks.event_default' }])
  await rows(`select webhooks.create_partitions('2025-04-20', 0)`)
  assert.deepEqual(await findPartition(), [{ part: 'webhooks.event_2025w14' }])
})
