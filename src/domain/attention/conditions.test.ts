import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { AttentionKind } from '#contract'
import * as fulfilment from '#fulfilment'
import { newId } from '#platform/lib/ids'
import { createTestApp } from '#test/api-harness'
import { createAttentionFixture } from '#test/attention-fixture'
import { createCatalogueFixture } from '#test/catalogue-fixture'
import {
  createCups,
  createFulfilmentRunner,
  createRedeemedGift,
  setAvailable,
} from '#test/fulfilment-fixture'
import * as webhooks from '#webhooks'

const testApp = await createTestApp()
const shipper = createFulfilmentRunner(testApp)
const dayMs = 86_400_000
const account_id = testApp.account.id

const { abandonDelivery, check, createEndpoint, deleteEndpoint, findItem, list, setState } =
  createAttentionFixture(testApp)

/** Asserts that the check raises one item for the subject, and that a second check changes nothing. */
async function assertRaised(kind: AttentionKind, subject_id: string, cause: string) {
  assert.equal(await findItem(kind, subject_id), undefined)
  await check()
  const item = await findItem(kind, subject_id)
  assert.deepEqual([item?.cause, item?.cleared_at], [cause, null])
  await check()
  assert.equal((await list({ kind, subject_id })).length, 1)
  return item
}

async function assertCleared(kind: AttentionKind, subject_id: string) {
  await check()
  const item = await findItem(kind, subject_id)
  assert.ok(item?.cleared_at instanceof Date, `${kind} is still open`)
}

it('raises a backordered gift, and clears it when stock arrives', async () => {
  const shop = await createCups(testApp, { Blue: 1 })
  const id = await shop.createGift()
  await setAvailable(testApp, shop, shop.id('Blue'), 0)
  await setState(id, 'backordered')
  const item = await assertRaised('backordered', id, 'out_of_stock')
  assert.equal(item?.gift_request_id, id)
  await setState(id, 'ordered')
  await assertCleared('backordered', id)
})

it('raises the states of a parcel that a carrier reports, and clears them with the next scan', async () => {
  const shop = await createCups(testApp, { Red: 9 })
  const id = await createRedeemedGift(testApp, shop)
  await shipper.run()
  await setState(id, 'shipping_error')
  await assertRaised('address_refused', id, 'label_refused')
  await setState(id, 'delivery_attempt_failed')
  await assertRaised('delivery_attempt_failed', id, 'not_accepted')
  assert.ok((await findItem('address_refused', id))?.cleared_at instanceof Date)
  await setState(id, 'out_for_delivery')
  await assertCleared('delivery_attempt_failed', id)
})

it('raises an order without a dispatch after five days, and a dispatch after ten', async () => {
  const shop = await createCups(testApp, { Red: 9 })
  const id = await createRedeemedGift(testApp, shop)
  await shipper.run()
  await check()
  assert.equal(await findItem('overdue', id), undefined)
  await testApp.advanceTime(5 * dayMs + 60_000)
  await assertRaised('overdue', id, 'not_dispatched')
  await setState(id, 'in_transit')
  await assertCleared('overdue', id)
  await testApp.advanceTime(10 * dayMs + 60_000)
  await check()
  const items = await list({ kind: 'overdue', subject_id: id })
  assert.deepEqual(
    items.map(({ cause, cleared_at }) => [cause, cleared_at === null]),
    [
      ['not_dispatched', false],
      ['not_delivered', true],
    ],
  )
  await setState(id, 'delivered')
  await assertCleared('overdue', id)
})

it('raises a gift that expires soon, and clears it when its expiry is extended', async () => {
  const shop = await createCups(testApp)
  const expires_at = new Date((await now()).getTime() + 8 * dayMs)
  const id = await shop.createGift({ expires_at: expires_at.toISOString() })
  await check()
  assert.equal(await findItem('expiring', id), undefined)
  await testApp.advanceTime(2 * dayMs)
  await assertRaised('expiring', id, 'not_redeemed')
  await testApp.run((ctx) =>
    ctx.query(`update gifting.gift_request set expires_at = $3 where account_id = $1 and id = $2`, [
      account_id,
      id,
      new Date(expires_at.getTime() + 90 * dayMs),
    ]),
  )
  await assertCleared('expiring', id)
})

const now = () => testApp.run(async (ctx) => ctx.now)

it('raises a waiting gift whose recipient cannot receive email, and clears it with the bounce', async () => {
  const shop = await createCups(testApp)
  const email = `bounce-${newId()}@example.com`
  const recipient = { first_name: 'Bo', last_name: 'Unce', email }
  const id = await shop.createGift({ recipient })
  const setBounced = (isBounced: boolean) =>
    testApp.run((ctx) =>
      ctx.query(
        isBounced
          ? `insert into mail.bounced_address values ($1, sha256($2::bytea), 'no such user', now())`
          : 'delete from mail.bounced_address where account_id = $1 and to_digest = sha256($2::bytea)',
        [account_id, email],
      ),
    )
  await setBounced(true)
  await assertRaised('email_bounced', id, 'mail_rejected')
  await setBounced(false)
  await assertCleared('email_bounced', id)
})

it('raises a variant with few units, saves the change to none, and clears it after a delivery', async () => {
  const shop = await createCups(testApp, { Green: 6 })
  const variant_id = shop.id('Green')
  await setAvailable(testApp, shop, variant_id, 5)
  await assertRaised('stock_low', variant_id, 'few_units')
  await setAvailable(testApp, shop, variant_id, 0)
  await check()
  assert.equal((await findItem('stock_low', variant_id))?.cause, 'no_units')
  await setAvailable(testApp, shop, variant_id, 6)
  await assertCleared('stock_low', variant_id)
})

it('raises a parcel that is lost until another parcel replaces it', async () => {
  const shop = await createCatalogueFixture(testApp, [{ name: 'Cup', stock: { Red: 9 } }], 'all')
  const id = await createRedeemedGift(testApp, shop)
  await shipper.run()
  const [parcel] = await shipper.parcels(id)
  const parcel_id = parcel?.id ?? ''
  await testApp.run((ctx) =>
    ctx.query(`update fulfilment.parcel set state = 'lost', updated_at = $2 where id = $1`, [
      parcel_id,
      ctx.now,
    ]),
  )
  await assertRaised('parcel_lost', parcel_id, 'lost')
  await setState(id, 'in_transit')
  await testApp.run((ctx) => fulfilment.reshipLines(ctx, id, parcel_id, shipper.shipping))
  await assertCleared('parcel_lost', parcel_id)
})

it('raises abandoned deliveries of an endpoint, and clears them when they are sent again', async () => {
  const endpoint = await createEndpoint()
  await abandonDelivery(endpoint.id)
  await assertRaised('delivery_abandoned', endpoint.id, 'five_attempts_failed')
  const since = new Date(Date.now() - dayMs)
  await testApp.run((ctx) => webhooks.recoverSince(ctx, endpoint.id, since))
  await assertCleared('delivery_abandoned', endpoint.id)
  await deleteEndpoint(endpoint.id)
})

it('raises an endpoint whose requests cannot be signed or fail, and clears it when it recovers', async () => {
  const endpoint = await createEndpoint()
  const setError = (text: string | null) =>
    testApp.run((ctx) =>
      ctx.query('update webhooks.endpoint set signing_error = $2 where id = $1', [
        endpoint.id,
        text,
      ]),
    )
  await setError('missing key')
  await assertRaised('endpoint_failing', endpoint.id, 'cannot_sign')
  await setError(null)
  await assertCleared('endpoint_failing', endpoint.id)
  await createCups(testApp).then((shop) => shop.createGift())
  await testApp.run((ctx) =>
    ctx.query(
      `with failed as (
         update webhooks.delivery_queue set state = 3, attempt = 5, next_at = now() + interval '1 hour'
          where account_id = $1 and endpoint_id = $2 returning id)
       insert into webhooks.attempt (account_id, delivery_id, number, started_at, outcome)
       select $1, id, n, now(), 'failed' from failed, generate_series(1, 5) n`,
      [account_id, endpoint.id],
    ),
  )
  await check()
  const item = await findItem('endpoint_failing', endpoint.id)
  assert.deepEqual([item?.cause, item?.cleared_at], ['attempts_failing', null])
  await testApp.run((ctx) => webhooks.disableEndpoint(ctx, endpoint.id))
  await assertCleared('endpoint_failing', endpoint.id)
  await deleteEndpoint(endpoint.id)
})
