import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createCipher } from '#platform/crypto/encryption'
import { inTransaction } from '#platform/postgres/database'
import { createMigratedDatabase } from '#test/throwaway-database'
import { allInState, startTestEngine, waitForDeliveries } from '#test/webhook-engine-fixture'
import {
  createWebhookHarness,
  openTestDatabase,
  testKey,
  type WebhookHarness,
} from '#test/webhook-harness'
import { type Receiver, startReceiver } from '#test/webhook-receiver'
import { secretContext } from '../endpoints/endpoints.ts'
import * as webhooks from '../index.ts'

let url: string
let harness: WebhookHarness
let target: Receiver
before(async () => {
  url = (await createMigratedDatabase()).url
  harness = await createWebhookHarness(url)
  target = await startReceiver()
})
after(async () => {
  await target.close()
  await harness.close()
})

const otherKey = { id: 'other-2026', bytes: Buffer.alloc(32, 9) }
const inAllAccounts = <T>(fn: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(harness.db, '*', fn)
const replaceColumn = (id: string, column: 'secret' | 'previous_secret', bytes: Buffer) =>
  inAllAccounts((ctx) =>
    ctx.query(
      `update webhooks.endpoint set ${column} = $2, config_version = config_version + 1 where id = $1`,
      [id, bytes],
    ),
  )
const findSigningError = async (id: string) =>
  (await inAllAccounts((ctx) => webhooks.findEndpoint(ctx, id)))?.signing_error

it('parks what it cannot sign, spends no attempt, names the key, and delivers when the key is back', async () => {
  const { endpoint, secret } = await harness.createEndpoint({ url: target.url })
  const healthy = await harness.createEndpoint({ url: target.url })
  const encrypted = createCipher([otherKey]).encrypt(secret, secretContext(endpoint.id))
  await replaceColumn(endpoint.id, 'secret', encrypted)
  const events = [
    await harness.recordEvent(),
    await harness.recordEvent(),
    await harness.recordEvent(),
  ]

  const without = startTestEngine(harness.db)
  await waitForDeliveries(harness.db, { endpoint_id: healthy.endpoint.id }, allInState('delivered'))
  const parked = await waitForDeliveries(
    harness.db,
    { endpoint_id: endpoint.id },
    allInState('parked'),
  )
  assert.equal(parked.length, 3)
  assert.ok(parked.every(({ attempts }) => attempts.length === 0))
  assert.match(
    (await findSigningError(endpoint.id)) ?? '',
    /the key 'other-2026'.*BESTOW_SECRET_KEY/,
  )
  assert.match(String(without.errors[0]), new RegExp(`${endpoint.id} are parked.*other-2026`))
  await without.stop()
  const attempts = await inAllAccounts((ctx) =>
    ctx.query('select from webhooks.delivery_queue where attempt > 0 or lease_token is not null'),
  )
  assert.equal(attempts.length, 0)
  assert.equal((await inAllAccounts((ctx) => ctx.query('select from webhooks.lease'))).length, 0)

  const db = openTestDatabase(url, { keys: [testKey, otherKey] })
  const withKey = startTestEngine(db)
  const delivered = await waitForDeliveries(
    harness.db,
    { endpoint_id: endpoint.id },
    allInState('delivered'),
  )
  await withKey.stop()
  await db.pool.end()
  assert.ok(delivered.every(({ attempts }) => attempts.length === 1))
  assert.equal(await findSigningError(endpoint.id), null)
  const signed = target.requests.filter(
    ({ headers, body }) =>
      headers['service-webhook-signature'] ===
      webhooks.computeSignature(
        secret,
        Number(headers['service-webhook-dispatch-timestamp']),
        body,
      ),
  )
  assert.deepEqual(
    new Set(signed.map(({ headers }) => headers['service-webhook-event-id'])),
    new Set(events),
  )
})

it('goes on with a new secret when the stored one is damaged', async () => {
  const { endpoint } = await harness.createEndpoint({ url: target.url })
  await replaceColumn(endpoint.id, 'secret', Buffer.from('damaged'))
  const event_id = await harness.recordEvent()
  const engine = startTestEngine(harness.db)
  const filter = { endpoint_id: endpoint.id, event_id }
  await waitForDeliveries(harness.db, filter, allInState('parked'))
  assert.match((await findSigningError(endpoint.id)) ?? '', /damaged.*rotate/)
  const rotated = await inAllAccounts((ctx) => webhooks.rotateSecret(ctx, endpoint.id))
  await waitForDeliveries(harness.db, filter, allInState('delivered'))
  await engine.stop()
  const got = target.requests.at(-1)
  assert.ok(got && rotated)
  const timestamp = Number(got.headers['service-webhook-dispatch-timestamp'])
  assert.equal(
    got.headers['service-webhook-signature'],
    webhooks.computeSignature(rotated.secret, timestamp, got.body),
  )
  assert.equal(got.headers['service-webhook-signature-previous'], undefined)
})
