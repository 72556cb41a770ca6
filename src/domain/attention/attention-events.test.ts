import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestApp } from '#test/api-harness'
import { createAttentionFixture } from '#test/attention-fixture'
import { createCups } from '#test/fulfilment-fixture'
import * as webhooks from '#webhooks'

const testApp = await createTestApp()
const dayMs = 86_400_000
const { abandonDelivery, check, createEndpoint, deleteEndpoint, findItem, setState } =
  createAttentionFixture(testApp)

it('sends events only to endpoints that receive attention events, in the version of each', async () => {
  await check()
  const plain = await createEndpoint()
  const newest = await createEndpoint({ receives_attention: true })
  const older = await createEndpoint({
    receives_attention: true,
    payload_version: '2025-10',
    events: ['gift_request_cancelled'],
  })
  const shop = await createCups(testApp, { Red: 9 })
  const id = await setState(await shop.createGift(), 'backordered')
  await check()
  await setState(id, 'ordered')
  await check()
  const types = async (endpoint_id: string) =>
    (await testApp.run((ctx) => webhooks.listDeliveries(ctx, { endpoint_id, limit: 50 })))
      .map(({ event_type }) => event_type)
      .filter((type) => !type.startsWith('gift_request_'))
      .sort()
  assert.deepEqual(await types(plain.id), [])
  assert.deepEqual(await types(newest.id), ['attention.backordered', 'attention.cleared'])
  assert.deepEqual(await types(older.id), ['attention.backordered', 'attention.cleared'])

  const [delivery] = await testApp.run((ctx) =>
    webhooks.listDeliveries(ctx, { endpoint_id: older.id, limit: 1 }),
  )
  const bodies = await testApp.run((ctx) => webhooks.findEventBodies(ctx, delivery?.event_id ?? ''))
  const [flat, document] = bodies.map(({ body }) => JSON.parse(body))
  assert.equal(flat.gift_request_id, id)
  assert.equal(flat.kind, 'backordered')
  assert.equal(document.data.type, 'attention_items')
  assert.equal(document.data.attributes.kind, 'backordered')

  const { data } = await testApp.run((ctx) =>
    webhooks.listEvents(ctx, { subject_id: id }, { limit: 50, order: 'asc' }),
  )
  assert.deepEqual(
    data.map(({ type }) => type),
    ['gift_request_created'],
    'the feed of events has no attention events',
  )
  for (const each of [plain, newest, older]) await deleteEndpoint(each.id)
})

it('does not report an endpoint to itself, and does not count its attention deliveries', async () => {
  const endpoint = await createEndpoint({ receives_attention: true })
  await abandonDelivery(endpoint.id)
  await check()
  const deliveries = async () =>
    (
      await testApp.run((ctx) =>
        webhooks.listDeliveries(ctx, { endpoint_id: endpoint.id, limit: 50 }),
      )
    ).filter(({ event_type }) => event_type.startsWith('attention.'))
  assert.deepEqual(await deliveries(), [])
  await testApp.run((ctx) => webhooks.recoverSince(ctx, endpoint.id, new Date(Date.now() - dayMs)))
  const shop = await createCups(testApp, { Red: 9 })
  await testApp.run((ctx) =>
    ctx.query('delete from webhooks.delivery_queue where endpoint_id = $1', [endpoint.id]),
  )
  await setState(await shop.createGift(), 'backordered')
  await check()
  assert.equal((await deliveries()).length > 0, true)
  await testApp.run((ctx) =>
    ctx.query(
      `update webhooks.delivery set abandoned_at = now()
        where endpoint_id = $1 and event_type like 'attention.%'`,
      [endpoint.id],
    ),
  )
  await check()
  assert.ok((await findItem('delivery_abandoned', endpoint.id))?.cleared_at instanceof Date)
  await deleteEndpoint(endpoint.id)
})
