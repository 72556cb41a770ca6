import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { inTransaction } from '#platform/postgres'
import { freshDatabase } from '#test/database'
import { telling, webhookWorld } from '#test/webhook-world'
import { beforeAll, claim } from './claim.ts'
import * as webhooks from './index.ts'

const { url } = await freshDatabase()
const world = await webhookWorld(url)
after(() => world.close())

const run = <T>(verb: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(world.db, world.account_id, verb)

/** Tells one event; answers its subject. */
const tell = () =>
  run(async (ctx) => {
    const told = telling(world.account_id)
    const event_id = webhooks.record(ctx, told)
    return { event_id, subject_id: told.subject_id }
  })
const forget = (subject_id: string) => run(async (ctx) => webhooks.forget(ctx, [subject_id]))
const deliveriesOf = (event_id: string) =>
  run((ctx) => webhooks.listDeliveries(ctx, { event_id, limit: 10 }))

const { endpoint } = await world.endpoint({ url: 'http://127.0.0.1:9/a' })

it('takes the body away and gives up what waits for it, and leaves all others alone', async () => {
  const one = await tell()
  const other = await tell()
  await forget(one.subject_id)
  const [erased] = await deliveriesOf(one.event_id)
  assert.equal(erased?.state, 'abandoned')
  assert.ok(erased?.erased_at instanceof Date)
  const [kept] = await deliveriesOf(other.event_id)
  assert.deepEqual([kept?.state, kept?.erased_at], ['pending', null])
  const found = await run((ctx) => webhooks.findEvent(ctx, one.event_id))
  assert.equal(found?.body, null)
  assert.equal(found?.type, 'gift_request_created')
  assert.notEqual((await run((ctx) => webhooks.findEvent(ctx, other.event_id)))?.body, null)
  await assert.rejects(
    run((ctx) => webhooks.resend(ctx, erased?.id ?? '')),
    { code: 'invalid_transition' },
  )
  assert.ok(await run((ctx) => webhooks.resend(ctx, kept?.id ?? '')))
})

it('gives up what is parked, and does not recover it', async () => {
  const { event_id, subject_id } = await tell()
  await run((ctx) => webhooks.disable(ctx, endpoint.id))
  await forget(subject_id)
  assert.equal((await deliveriesOf(event_id))[0]?.state, 'abandoned')
  await run((ctx) => webhooks.enable(ctx, endpoint.id))
  const since = new Date(Date.now() - 3_600_000)
  await run((ctx) => webhooks.recoverSince(ctx, endpoint.id, since))
  assert.equal((await deliveriesOf(event_id)).length, 1)
})

it('leaves to its worker what is on its way', async () => {
  const { event_id, subject_id } = await tell()
  const wanted = { after: beforeAll, free: 100, perAccount: 100 }
  const rooms = {
    endpoints: { ids: [], left: [] },
    unlisted: 100,
    accounts: { ids: [], left: [], unlisted: [] },
  }
  const token = '00000000-0000-4000-8000-000000000001'
  const { rows } = await inTransaction(world.db, '*', (ctx) =>
    claim(ctx, 'fresh', {
      ...wanted,
      rooms,
      token,
      lease_seconds: 60,
    }),
  )
  assert.ok(rows.some((row) => row.event_id === event_id))
  await forget(subject_id)
  const [delivery] = await deliveriesOf(event_id)
  assert.equal(delivery?.state, 'pending')
  assert.ok(delivery?.erased_at instanceof Date)
})

it('says the same of it a second time', async () => {
  const { event_id, subject_id } = await tell()
  await forget(subject_id)
  const first = await deliveriesOf(event_id)
  await forget(subject_id)
  assert.deepEqual(await deliveriesOf(event_id), first)
})
