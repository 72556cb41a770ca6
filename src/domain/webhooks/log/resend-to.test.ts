import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import type { ApiError } from '#contract'
import { newId } from '#platform/lib/ids'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { pluck } from '#test/pluck'
import { createMigratedDatabase } from '#test/throwaway-database'
import { allInState, startTestEngine, waitForDeliveries } from '#test/webhook-engine-fixture'
import { createAccount, createWebhookHarness, eventInput } from '#test/webhook-harness'
import { responders, startReceiver } from '#test/webhook-receiver'
import * as webhooks from '../index.ts'

/* Events that are resent to another endpoint of the account. Each test has endpoints of its own. */

const harness = await createWebhookHarness((await createMigratedDatabase()).url)
after(() => harness.close())

const run = <T>(fn: Parameters<typeof inTransaction<T>>[2], account_id = harness.account_id) =>
  inTransaction(harness.db, account_id, fn)

const nowhere = 'http://127.0.0.1:9/hooks'
type Scope = { after(run: () => Promise<unknown>): void }

/** Creates an endpoint that is deleted with the test, so that the next test's events do not reach it. */
async function createEndpoint(t: Scope, input: Partial<webhooks.EndpointInput> = {}) {
  const created = await harness.createEndpoint({ url: nowhere, ...input })
  t.after(() => run((ctx) => webhooks.deleteEndpoint(ctx, created.endpoint.id)))
  return { ...created, id: created.endpoint.id }
}

async function setUpReceiver(t: Scope, status = 200) {
  const receiver = await startReceiver({ respond: responders.status(status) })
  t.after(receiver.close)
  return receiver
}

const listDeliveries = (page: Partial<webhooks.DeliveryPage>) =>
  run((ctx) => webhooks.listDeliveries(ctx, { limit: 50, ...page }))

/** Records an event and returns its delivery to this endpoint. */
async function recordFor(endpoint_id: string): Promise<webhooks.Delivery> {
  const event_id = await harness.recordEvent()
  const [delivery] = await listDeliveries({ event_id, endpoint_id })
  assert.ok(delivery)
  return delivery
}

const resend = ({ id }: webhooks.Delivery, to: string) =>
  run((ctx) => webhooks.endpointCommands.resend(ctx, id, to))

/** Ends a delivery as after its fifth attempt. */
const abandon = ({ id }: webhooks.Delivery) =>
  run(async (ctx) => {
    await ctx.query('delete from webhooks.delivery_queue where id = $1', [id])
    await ctx.query('update webhooks.delivery set abandoned_at = now() where id = $1', [id])
  })

const startEngine = (t: Scope) => t.after(startTestEngine(harness.db).stop)

it('sends the stored body in the version of the target, with its secret and headers', async (t) => {
  const [first, second] = [await setUpReceiver(t, 500), await setUpReceiver(t)]
  const source = await createEndpoint(t, { url: first.url })
  const older = await createEndpoint(t, { payload_version: '2025-10' })
  const delivery = await recordFor(source.id)
  const target = await createEndpoint(t, {
    url: second.url,
    payload_version: '2025-10',
    headers: [{ name: 'X-Api-Key', value: 'copy' }],
  })
  startEngine(t)
  const id = await resend(delivery, target.id)
  const [request] = await second.waitForRequests(1)
  assert.ok(request)
  const { headers, body } = request
  assert.equal(headers['service-webhook-event-id'], delivery.event_id)
  assert.equal(headers['service-webhook-api-version'], '2025-10')
  assert.equal(headers['content-type'], 'application/vnd.api+json')
  assert.equal(headers['x-api-key'], 'copy')
  const at = Number(headers['service-webhook-dispatch-timestamp'])
  assert.equal(
    headers['service-webhook-signature'],
    webhooks.computeSignature(target.secret, at, body),
  )
  const stored = await run((ctx) => webhooks.findEventBodies(ctx, delivery.event_id))
  const versions = Object.fromEntries(stored.map((each) => [each.payload_version, each.body]))
  assert.equal(body.toString('utf8'), versions['2025-10'])

  const { endpoint_id, event_id } = delivery
  await waitForDeliveries(harness.db, { event_id, endpoint_id }, allInState('abandoned'))
  const sent = await listDeliveries({ event_id, endpoint_id: target.id })
  assert.deepEqual(pluck(sent, 'id', 'replay_of', 'account_id'), [
    [id, delivery.id, harness.account_id],
  ])
  assert.equal(
    (await listDeliveries({ event_id, endpoint_id })).length,
    1,
    'the source is as before',
  )
  assert.equal((await listDeliveries({ event_id, endpoint_id: older.id })).length, 1)
})

it('retries an open delivery of the target instead of a second one, also when pressed twice', async (t) => {
  const source = await createEndpoint(t)
  const subscribed = await createEndpoint(t)
  const delivery = await recordFor(source.id)
  const { event_id } = delivery
  const [open] = await listDeliveries({ event_id, endpoint_id: subscribed.id })
  assert.equal(await resend(delivery, subscribed.id), open?.id)

  const target = await createEndpoint(t)
  const ids = await Promise.all([1, 2, 3].map(() => resend(delivery, target.id)))
  assert.equal(new Set(ids).size, 1)
  const [sent, ...others] = await listDeliveries({ event_id, endpoint_id: target.id })
  assert.ok(sent)
  assert.deepEqual(others, [])

  await abandon(sent)
  assert.notEqual(await resend(delivery, target.id), sent.id, 'an ended one starts again')
})

it('names endpoint_id and the remedy when the target cannot receive the event', async (t) => {
  const source = await createEndpoint(t)
  const delivery = await recordFor(source.id)
  const test_id = await run((ctx) =>
    webhooks.endpointCommands.sendTest(ctx, source.id, 'gift_request_created'),
  )
  const [testDelivery] = await listDeliveries({ endpoint_id: source.id })
  assert.equal(testDelivery?.id, test_id)
  const other_id = await createAccount(harness.db)
  const { endpoint: foreign } = await run(
    (ctx) =>
      webhooks.createEndpoint(
        ctx,
        { account_id: other_id, tier: 'enterprise' },
        { url: nowhere },
        { allowPrivate: true },
      ),
    other_id,
  )
  const target = await createEndpoint(t)
  const disabled = await createEndpoint(t)
  await run((ctx) => webhooks.disableEndpoint(ctx, disabled.id))
  const deleted = await createEndpoint(t)
  await run((ctx) => webhooks.deleteEndpoint(ctx, deleted.id))
  const deaf = await createEndpoint(t, { events: ['gift_request_delivered'] })
  const older = await createEndpoint(t, { payload_version: '2025-10' })
  // biome-ignore format: read down the columns
  const rows: [delivery: webhooks.Delivery, to: string, code: string, message: RegExp][] = [
    [delivery,     newId(),     'invalid_reference', /no endpoint of this account. Use the id/],
    [delivery,     'orders',    'invalid_reference', /no endpoint of this account/],
    [delivery,     foreign.id,  'invalid_reference', /no endpoint of this account/],
    [delivery,     deleted.id,  'invalid_reference', /no endpoint of this account/],
    [delivery,     disabled.id, 'not_allowed',       /disabled endpoint. Enable it first/],
    [delivery,     deaf.id,     'not_allowed',       /does not receive gift_request_created. Subscribe/],
    [delivery,     older.id,    'not_allowed',       /version 2025-10, .*not stored. Choose one with 2026-05/],
    [testDelivery, target.id,   'not_allowed',       /Send a test event to that endpoint instead/],
  ]
  const count = async () => (await listDeliveries({})).length
  const before = await count()
  for (const [sent, to, code, message] of rows)
    await assert.rejects(resend(sent, to), (error: ApiError) => {
      assert.deepEqual(pluck(error.fieldErrors, 'code', 'param'), [[code, 'endpoint_id']])
      assert.match(error.fieldErrors[0]?.message ?? '', message)
      return true
    })
  assert.equal(await count(), before)
  await assert.rejects(
    run((ctx) => webhooks.endpointCommands.resend(ctx, delivery.id, foreign.id), other_id),
    { code: 'not_found' },
  )
})

it('is not possible after the recipient was erased', async (t) => {
  const source = await createEndpoint(t)
  const target = await createEndpoint(t, { events: ['gift_request_cancelled'] })
  const input = eventInput(harness.account_id)
  const event_id = await run(async (ctx) => webhooks.record(ctx, input))
  await run(async (ctx) => webhooks.eraseEvents(ctx, [input.subject_id]))
  const [erased] = await listDeliveries({ event_id, endpoint_id: source.id })
  assert.ok(erased)
  await assert.rejects(resend(erased, target.id), {
    code: 'invalid_transition',
    message: /recipient was erased/,
  })
})

it('leaves a failure of the first endpoint to be recovered and reported', async (t) => {
  const source = await createEndpoint(t)
  const delivery = await recordFor(source.id)
  await abandon(delivery)
  const target = await createEndpoint(t)
  await resend(delivery, target.id)
  const failing = await inTransaction(harness.db, ALL_ACCOUNTS, webhooks.listFailingEndpoints)
  assert.ok(failing.some(({ endpoint_id }) => endpoint_id === source.id))
  const since = new Date(Date.now() - 60_000)
  const count = () => run((ctx) => webhooks.countRecoverable(ctx, source.id, since))
  assert.equal(await count(), 1)
  assert.equal(await run((ctx) => webhooks.recoverSince(ctx, source.id, since)), 1)
  assert.equal(await count(), 0)
})

it('obeys the filter and the order of the target', async (t) => {
  const [first, second] = [await setUpReceiver(t), await setUpReceiver(t)]
  first.respond(({ number }, response) => void response.writeHead(number === 1 ? 500 : 200).end())
  const source = await createEndpoint(t)
  const input = eventInput(harness.account_id)
  const ids: string[] = []
  for (const type of ['gift_request_created', 'gift_request_redeemed'] as const)
    ids.push(await run(async (ctx) => webhooks.record(ctx, { ...input, type })))
  const ordered = await createEndpoint(t, { url: first.url, ordered: true })
  const filter = 'event.type == "gift_request_redeemed"'
  const filtered = await createEndpoint(t, { url: second.url, filter })
  const sources = (await listDeliveries({ endpoint_id: source.id })).reverse()
  assert.deepEqual(pluck(sources, 'event_id'), ids)
  for (const each of sources) for (const to of [ordered.id, filtered.id]) await resend(each, to)
  startEngine(t)
  const arrived = await first.waitForRequests(3)
  assert.deepEqual(
    arrived.map(({ headers }) => headers['service-webhook-event-id']),
    [ids[0], ids[0], ids[1]],
    'the second event waits for the retry of the first one',
  )
  const ended = await waitForDeliveries(harness.db, { endpoint_id: filtered.id }, (all) =>
    all.every(({ state }) => state !== 'pending'),
  )
  assert.deepEqual(pluck(ended.reverse(), 'state'), ['filtered', 'delivered'])
  assert.equal(second.requests.length, 1)
})

it('sends an attention event only to an endpoint that receives them', async (t) => {
  const source = await createEndpoint(t, { receives_attention: true })
  await run(async (ctx) =>
    webhooks.recordAttention(ctx, [
      {
        type: 'attention.cleared',
        gift_request_id: null,
        about_endpoint_id: null,
        item: JSON.stringify({ id: newId() }),
      },
    ]),
  )
  const [delivery] = await listDeliveries({ endpoint_id: source.id })
  assert.ok(delivery)
  const gifts = await createEndpoint(t)
  await assert.rejects(resend(delivery, gifts.id), { code: 'not_allowed' })
  const alerts = await createEndpoint(t, { receives_attention: true })
  const id = await resend(delivery, alerts.id)
  assert.equal((await listDeliveries({ endpoint_id: alerts.id }))[0]?.id, id)
})
