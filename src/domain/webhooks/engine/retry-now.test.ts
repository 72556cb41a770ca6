import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { ApiError } from '#contract'
import { inTransaction, type TxContext } from '#platform/postgres/database'
import { createMigratedDatabase } from '#test/throwaway-database'
import { createAccount, createWebhookHarness, type WebhookHarness } from '#test/webhook-harness'
import * as webhooks from '../index.ts'

let harness: WebhookHarness
before(async () => {
  harness = await createWebhookHarness((await createMigratedDatabase()).url)
})
after(() => harness.close())

const asAccount = <T>(fn: (ctx: TxContext) => Promise<T>, account_id = harness.account_id) =>
  inTransaction(harness.db, account_id, fn)

/** Creates an endpoint with retries that are due in hours. Returns its id and theirs, oldest first. */
async function createWithRetries(count: number) {
  const { endpoint } = await harness.createEndpoint({ url: 'http://127.0.0.1:9/hooks' })
  const rows = await asAccount((ctx) =>
    ctx.query<{ id: string }>(
      `with begun as (
         insert into webhooks.delivery (account_id, id, event_id, event_type, endpoint_id, payload_version, created_at)
         select $1, webhooks.new_id(platform.uuid_floor(now() - n * interval '1 second')), gen_random_uuid(),
                'gift_request_created', $2, '2026-05', now() from generate_series(1, $3::int) n
         returning id, event_id
       )
       insert into webhooks.delivery_queue (account_id, endpoint_id, id, event_id, event_type, payload_version, state, attempt, next_at)
       select $1, $2, id, event_id, 'gift_request_created', '2026-05', 3, 4, now() + interval '9 hours' from begun
       returning id`,
      [harness.account_id, endpoint.id, count],
    ),
  )
  return { id: endpoint.id, retries: rows.map((row) => row.id).sort() }
}

const findWaiting = (endpoint_id: string) =>
  asAccount((ctx) =>
    ctx.query<{ id: string; state: number; seconds: number | null; attempt: number }>(
      `select id, state, attempt, extract(epoch from next_at - now())::float8 as seconds
         from webhooks.delivery_queue where endpoint_id = $1 order by id`,
      [endpoint_id],
    ),
  )

it('moves all waiting retries forward, oldest first, and spreads them over time', async () => {
  const { id, retries } = await createWithRetries(6_000)
  let after = 0
  for (let calls = 1, remaining = 1; remaining > 0; calls++) {
    const step = await asAccount((ctx) => webhooks.retryWaiting(ctx, id, after))
    ;({ remaining, after } = step)
    assert.equal(remaining, 6_000 - after)
    assert.ok(calls < 5 && step.rescheduled > 0)
  }
  assert.equal(after, 6_000)
  const waiting = await findWaiting(id)
  assert.deepEqual(
    waiting.map((row) => row.id),
    retries,
  )
  assert.ok(
    waiting.every(({ attempt }) => attempt === 4),
    'uses no attempt',
  )
  const seconds = waiting.map((row) => row.seconds ?? Number.NaN)
  assert.deepEqual(
    seconds,
    seconds.toSorted((one, other) => one - other),
  )
  const totalSeconds = 6_000 / webhooks.retriesPerSecond
  const busiest = seconds.filter((each) => Math.abs(each - totalSeconds / 2) < 0.5).length
  assert.ok(busiest <= webhooks.retriesPerSecond + 1, `${busiest} in a second`)
})

it('does not affect other endpoints or other accounts', async () => {
  const { id } = await createWithRetries(3)
  await createWithRetries(2).then(({ id: other }) =>
    asAccount((ctx) => webhooks.retryWaiting(ctx, other)),
  )
  const otherAccount = await createAccount(harness.db)
  const found = await asAccount((ctx) => webhooks.retryWaiting(ctx, id), otherAccount)
  assert.deepEqual(found, { rescheduled: 0, remaining: 0, after: 0 })
  assert.ok((await findWaiting(id)).every(({ seconds }) => (seconds ?? 0) > 8 * 3_600))
})

it('resends an open delivery by moving its next attempt forward, without a second delivery', async () => {
  const { id, retries } = await createWithRetries(2)
  const [first = '', second] = retries
  assert.equal(await asAccount((ctx) => webhooks.resend(ctx, first)), first)
  const rows = await findWaiting(id)
  assert.deepEqual(
    rows.map((row) => [row.id, row.state, row.seconds === null]),
    [
      [first, 1, true],
      [second, 3, false],
    ],
  )
  const listed = await asAccount((ctx) =>
    webhooks.listDeliveries(ctx, { endpoint_id: id, limit: 10 }),
  )
  assert.equal(listed.length, 2)
  assert.equal(
    await asAccount((ctx) => webhooks.resend(ctx, first)),
    first,
    'the attempt is already in flight',
  )
})

it('rejects the resend of a paused delivery with instructions', async () => {
  const { id, retries } = await createWithRetries(1)
  await asAccount((ctx) => webhooks.disableEndpoint(ctx, id))
  await assert.rejects(
    asAccount((ctx) => webhooks.resend(ctx, retries[0] ?? '')),
    (error) => error instanceof ApiError && /Enable the endpoint/.test(error.message),
  )
})
