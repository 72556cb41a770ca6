import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { inTransaction } from '#platform/postgres/database'
import { createMigratedDatabase } from '#test/throwaway-database'
import { createWebhookHarness, eventInput } from '#test/webhook-harness'
import { claimDeliveries, minUuid } from '../engine/claim-deliveries.ts'
import * as webhooks from '../index.ts'

const { url } = await createMigratedDatabase()
const harness = await createWebhookHarness(url)
after(() => harness.close())

const asAccount = <T>(fn: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(harness.db, harness.account_id, fn)

/** Records one event and returns its subject. */
const recordEvent = () =>
  asAccount(async (ctx) => {
    const input = eventInput(harness.account_id)
    const event_id = webhooks.record(ctx, input)
    return { event_id, subject_id: input.subject_id }
  })
const erase = (subject_id: string) =>
  asAccount(async (ctx) => webhooks.eraseEvents(ctx, [subject_id]))
const listEventDeliveries = (event_id: string) =>
  asAccount((ctx) => webhooks.listDeliveries(ctx, { event_id, limit: 10 }))

const { endpoint } = await harness.createEndpoint({ url: 'http://127.0.0.1:9/a' })

it('deletes the body and abandons waiting deliveries, without affecting other events', async () => {
  const one = await recordEvent()
  const other = await recordEvent()
  await erase(one.subject_id)
  const [erased] = await listEventDeliveries(one.event_id)
  assert.equal(erased?.state, 'abandoned')
  assert.ok(erased?.erased_at instanceof Date)
  const [remaining] = await listEventDeliveries(other.event_id)
  assert.deepEqual([remaining?.state, remaining?.erased_at], ['pending', null])
  const found = await asAccount((ctx) => webhooks.findEvent(ctx, one.event_id))
  assert.equal(found?.body, null)
  assert.equal(found?.type, 'gift_request_created')
  assert.notEqual((await asAccount((ctx) => webhooks.findEvent(ctx, other.event_id)))?.body, null)
  await assert.rejects(
    asAccount((ctx) => webhooks.resend(ctx, erased?.id ?? '')),
    { code: 'invalid_transition' },
  )
  assert.ok(await asAccount((ctx) => webhooks.resend(ctx, remaining?.id ?? '')))
})

it('abandons parked deliveries, and does not recover them', async () => {
  const { event_id, subject_id } = await recordEvent()
  await asAccount((ctx) => webhooks.disableEndpoint(ctx, endpoint.id))
  await erase(subject_id)
  assert.equal((await listEventDeliveries(event_id))[0]?.state, 'abandoned')
  await asAccount((ctx) => webhooks.enableEndpoint(ctx, endpoint.id))
  const since = new Date(Date.now() - 3_600_000)
  await asAccount((ctx) => webhooks.recoverSince(ctx, endpoint.id, since))
  assert.equal((await listEventDeliveries(event_id)).length, 1)
})

it('leaves leased deliveries to their worker', async () => {
  const { event_id, subject_id } = await recordEvent()
  const limits = { after: minUuid, maxRows: 100, maxPerAccount: 100 }
  const capacity = {
    endpoints: { ids: [], left: [] },
    unlisted: 100,
    accounts: { ids: [], left: [], unlisted: [] },
  }
  const token = '00000000-0000-4000-8000-000000000001'
  const { rows } = await inTransaction(harness.db, '*', (ctx) =>
    claimDeliveries(ctx, 'fresh', {
      ...limits,
      capacity,
      token,
      leaseSeconds: 60,
    }),
  )
  assert.ok(rows.some((row) => row.event_id === event_id))
  await erase(subject_id)
  const [delivery] = await listEventDeliveries(event_id)
  assert.equal(delivery?.state, 'pending')
  assert.ok(delivery?.erased_at instanceof Date)
})

it('changes nothing when called again', async () => {
  const { event_id, subject_id } = await recordEvent()
  await erase(subject_id)
  const first = await listEventDeliveries(event_id)
  await erase(subject_id)
  assert.deepEqual(await listEventDeliveries(event_id), first)
})
