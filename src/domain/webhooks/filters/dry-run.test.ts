import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { ApiError, type EventType, eventTypes } from '#contract'
import { inTransaction } from '#platform/postgres/database'
import { createMigratedDatabase } from '#test/throwaway-database'
import { createWebhookHarness, eventInput, type WebhookHarness } from '#test/webhook-harness'
import * as webhooks from '../index.ts'

let harness: WebhookHarness
before(async () => {
  harness = await createWebhookHarness((await createMigratedDatabase()).url)
})
after(() => harness.close())

const run = <T>(fn: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(harness.db, harness.account_id, fn)

const dryRun = (input: Partial<webhooks.DryRunInput>) =>
  run((ctx) =>
    webhooks.dryRun(ctx, {
      filter: null,
      events: eventTypes,
      payload_version: '2026-05',
      endpoint_id: undefined,
      ...input,
    }),
  )

const life: EventType[] = [
  'gift_request_created',
  'gift_request_redeemed',
  'gift_request_delivered',
]

/** Records the events of a gift request. Returns their ids. */
async function recordLife(): Promise<string[]> {
  const input = eventInput(harness.account_id)
  return run(async (ctx) => life.map((type) => webhooks.record(ctx, { ...input, type })))
}

it('finds nothing in an account without events', async () => {
  const { examined, oldest_at, examples, order } = await dryRun({ filter: 'true' })
  assert.deepEqual([examined, oldest_at, examples, order], [0, null, [], null])
})

it('judges the last thousand events of the chosen types, over several pages', async () => {
  const input = eventInput(harness.account_id)
  const text = 'x'.repeat(1_500)
  const gift = { ...input.gift, reference: text }
  const count = 1_050
  await run(async (ctx) =>
    webhooks.recordAll(
      ctx,
      Array.from({ length: count }, (_, n) => ({
        ...input,
        gift,
        type: n % 2 === 0 ? ('gift_request_created' as const) : ('gift_request_delivered' as const),
      })),
    ),
  )
  const all = await dryRun({ filter: 'event.type == "gift_request_created"' })
  assert.deepEqual([all.examined, all.matching, all.left_out, all.failed], [1_000, 500, 500, 0])
  assert.equal(all.examples.length, 10)
  const some = await dryRun({
    filter: 'body.recipient.nothing == 1',
    events: ['gift_request_delivered'],
  })
  assert.deepEqual([some.examined, some.failed], [count / 2, count / 2])
  assert.equal(some.examples[0]?.reason, 'No such key: nothing')
  const older = await dryRun({ filter: 'true', payload_version: '2025-10' })
  assert.deepEqual([older.examined, older.without_body, older.examples.length], [1_000, 1_000, 0])
})

it('shows what the order would have changed at an endpoint', async () => {
  const { endpoint } = await harness.createEndpoint({ url: 'http://127.0.0.1:9/hooks' })
  const inOrder = await recordLife()
  const outOfOrder = await recordLife()
  const attempt = (event_id: string | undefined, outcome: 'ok' | 'failed', seconds: number) =>
    run(async (ctx) =>
      ctx.query(
        `insert into webhooks.attempt (account_id, delivery_id, number, started_at, duration_ms, outcome, phase)
         select account_id, id, (select count(*) + 1 from webhooks.attempt a where a.delivery_id = d.id),
                timestamptz '2026-05-01T10:00:00Z' + $3 * interval '1 second', 500, $4, 'status'
           from webhooks.delivery d where event_id = $1 and endpoint_id = $2`,
        [event_id, endpoint.id, seconds, outcome],
      ),
    )
  for (const [index, id] of inOrder.entries()) await attempt(id, 'ok', index)
  await attempt(outOfOrder[0], 'failed', 0)
  await attempt(outOfOrder[1], 'ok', 1)
  await attempt(outOfOrder[2], 'ok', 2)
  await attempt(outOfOrder[0], 'ok', 30)
  const { order } = await dryRun({ endpoint_id: endpoint.id })
  assert.deepEqual(order, { overtaken: 1, waiting: 2, longest_wait_ms: 29_500 })
})

it('refuses a filter that is not valid, and sees no events of other accounts', async () => {
  await assert.rejects(dryRun({ filter: 'event.type =' }), (error) => {
    assert.ok(error instanceof ApiError)
    return true
  })
  const other = await createWebhookHarness(harness.db.pool.options.connectionString ?? '')
  const { examined } = await inTransaction(other.db, other.account_id, (ctx) =>
    webhooks.dryRun(ctx, {
      filter: null,
      events: eventTypes,
      payload_version: '2026-05',
      endpoint_id: undefined,
    }),
  )
  await other.close()
  assert.equal(examined, 0)
})
