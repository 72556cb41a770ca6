import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { inTransaction } from '#platform/postgres'
import { createCipher } from '#platform/secrets'
import { freshDatabase } from '#test/database'
import { type Receiver, startReceiver } from '#test/receiver'
import { allAre, deliveriesWhen, runEngine } from '#test/webhook-engine'
import { openTestDatabase, testKey, type WebhookWorld, webhookWorld } from '#test/webhook-world'
import { sealedFor } from './endpoints.ts'
import * as webhooks from './index.ts'

let url: string
let world: WebhookWorld
let to: Receiver
before(async () => {
  url = (await freshDatabase()).url
  world = await webhookWorld(url)
  to = await startReceiver()
})
after(async () => {
  await to.close()
  await world.close()
})

const otherKey = { id: 'other-2026', bytes: Buffer.alloc(32, 9) }
const everybody = <T>(act: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(world.db, '*', act)
const replaceColumn = (id: string, column: 'secret' | 'previous_secret', bytes: Buffer) =>
  everybody((ctx) =>
    ctx.query(
      `update webhooks.endpoint set ${column} = $2, generation = generation + 1 where id = $1`,
      [id, bytes],
    ),
  )
const errorOf = async (id: string) =>
  (await everybody((ctx) => webhooks.findEndpoint(ctx, id)))?.signing_error

it('parks what it cannot sign, spends no attempt, names the key, and delivers when the key is back', async () => {
  const { endpoint, secret } = await world.endpoint({ url: to.url })
  const healthy = await world.endpoint({ url: to.url })
  const encrypted = createCipher([otherKey]).encrypt(secret, sealedFor(endpoint.id))
  await replaceColumn(endpoint.id, 'secret', encrypted)
  const events = [await world.tell(), await world.tell(), await world.tell()]

  const without = runEngine(world.db)
  await deliveriesWhen(world.db, { endpoint_id: healthy.endpoint.id }, allAre('delivered'))
  const parked = await deliveriesWhen(world.db, { endpoint_id: endpoint.id }, allAre('parked'))
  assert.equal(parked.length, 3)
  assert.ok(parked.every(({ attempts }) => attempts.length === 0))
  assert.match((await errorOf(endpoint.id)) ?? '', /the key 'other-2026'.*BESTOW_SECRET_KEY/)
  assert.match(String(without.errors[0]), new RegExp(`${endpoint.id} are parked.*other-2026`))
  await without.stop()
  const attempts = await everybody((ctx) =>
    ctx.query('select from webhooks.delivery_queue where attempt > 0 or lease_token is not null'),
  )
  assert.equal(attempts.length, 0)
  assert.equal((await everybody((ctx) => ctx.query('select from webhooks.lease'))).length, 0)

  const db = openTestDatabase(url, { keys: [testKey, otherKey] })
  const withKey = runEngine(db)
  const delivered = await deliveriesWhen(
    world.db,
    { endpoint_id: endpoint.id },
    allAre('delivered'),
  )
  await withKey.stop()
  await db.pool.end()
  assert.ok(delivered.every(({ attempts }) => attempts.length === 1))
  assert.equal(await errorOf(endpoint.id), null)
  const signed = to.got.filter(
    ({ headers, body }) =>
      headers['service-webhook-signature'] ===
      webhooks.signature(secret, Number(headers['service-webhook-dispatch-timestamp']), body),
  )
  assert.deepEqual(
    new Set(signed.map(({ headers }) => headers['service-webhook-event-id'])),
    new Set(events),
  )
})

it('goes on with a new secret when the stored one is damaged', async () => {
  const { endpoint } = await world.endpoint({ url: to.url })
  await replaceColumn(endpoint.id, 'secret', Buffer.from('damaged'))
  const event_id = await world.tell()
  const engine = runEngine(world.db)
  const of = { endpoint_id: endpoint.id, event_id }
  await deliveriesWhen(world.db, of, allAre('parked'))
  assert.match((await errorOf(endpoint.id)) ?? '', /damaged.*rotate/)
  const rotated = await everybody((ctx) => webhooks.rotate(ctx, endpoint.id))
  await deliveriesWhen(world.db, of, allAre('delivered'))
  await engine.stop()
  const got = to.got.at(-1)
  assert.ok(got && rotated)
  const timestamp = Number(got.headers['service-webhook-dispatch-timestamp'])
  assert.equal(
    got.headers['service-webhook-signature'],
    webhooks.signature(rotated.secret, timestamp, got.body),
  )
  assert.equal(got.headers['service-webhook-signature-previous'], undefined)
})
