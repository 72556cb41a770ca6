import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import * as gifting from '#gifting'
import { newId } from '#platform/lib/ids'
import { createTestApp } from '#test/api-harness'
import { startFakeEasyPost } from '#test/fake-easypost'
import {
  createCups,
  createFulfilmentRunner,
  createRedeemedGift,
  findStates,
} from '#test/fulfilment-fixture'
import { shippingFromConfig } from '../carriers/configured-carriers.ts'
import { buyRate, listRates } from './label-rates.ts'

const testApp = await createTestApp()
const { db, account } = testApp
const easyPost = await startFakeEasyPost()
after(() => easyPost.close())
const shipping = shippingFromConfig({
  stage: 'staging',
  carrier: 'easypost',
  simulator: 'manual',
  easyPost: {
    api_key: 'EZTK_test',
    webhook_secret: 'a secret of sixteen letters',
    from: 'adr_home',
    ounces: 16,
    url: easyPost.url,
    allowPrivate: true,
  },
})
const shipper = createFulfilmentRunner(testApp, shipping)

/** Creates a parcel whose campaign lets a person choose the rate. */
async function createParcelToRate() {
  const shop = await createCups(testApp)
  await testApp.run((ctx) =>
    ctx.query(
      `update campaigns.campaign set rate_rule = '{"kind": "manual"}' where account_id = $1 and id = $2`,
      [ctx.account_id, shop.campaign_id],
    ),
  )
  const gift_id = await createRedeemedGift(testApp, shop)
  await shipper.run()
  assert.equal((await findStates(testApp, gift_id)).at(-1), 'ordered')
  const [parcel] = await shipper.parcels(gift_id)
  assert.ok(parcel)
  return { gift_id, parcel_id: parcel.id, shipment: easyPost.shipments.at(-1) }
}

const findParcel = async (gift_id: string) => (await shipper.parcels(gift_id))[0]

it('shows the rates of a parcel, and buys the label that a person chooses', async () => {
  const { gift_id, parcel_id } = await createParcelToRate()
  assert.equal((await findParcel(gift_id))?.label_url, null)
  const listed = await listRates(db, account.id, parcel_id, shipping)
  assert.deepEqual(
    listed?.rates.map(({ carrier_name, amount_minor }) => `${carrier_name} ${amount_minor}`),
    ['USPS 758', 'FedEx 940', 'UPS 1210'],
  )
  const fedEx = listed?.rates[1]?.id ?? ''
  const bought = await buyRate(db, account.id, parcel_id, fedEx, shipping)
  assert.equal(bought?.label?.carrier_name, 'FedEx')
  const parcel = await findParcel(gift_id)
  assert.equal(parcel?.carrier, 'FedEx')
  assert.equal(parcel?.label_url, 'https://labels.example.com/1.png')
  assert.deepEqual((await listRates(db, account.id, parcel_id, shipping))?.rates, [])
})

it('buys one label for two people who choose at the same instant', async () => {
  const { gift_id, parcel_id } = await createParcelToRate()
  const { rates = [] } = (await listRates(db, account.id, parcel_id, shipping)) ?? {}
  const before = easyPost.boughtCount()
  const bought = await Promise.all(
    rates.map(({ id }) => buyRate(db, account.id, parcel_id, id, shipping)),
  )
  assert.equal(easyPost.boughtCount(), before + 1)
  assert.equal(new Set(bought.map((each) => each?.label?.tracking_code)).size, 1)
  assert.equal((await findParcel(gift_id))?.tracking_code, bought[0]?.label?.tracking_code)
})

it('stores a label whose purchase was not stored', async () => {
  const { gift_id, parcel_id, shipment } = await createParcelToRate()
  const { rates = [] } = (await listRates(db, account.id, parcel_id, shipping)) ?? {}
  await shipping.carriers.get('easypost')?.rates?.buy(shipment?.id ?? '', rates[0]?.id ?? '')
  const listed = await listRates(db, account.id, parcel_id, shipping)
  assert.deepEqual(listed?.rates, [])
  assert.equal((await findParcel(gift_id))?.tracking_code, shipment?.tracking_code)
})

it('gives the label back when the gift request is cancelled during the purchase', async () => {
  const { gift_id, parcel_id, shipment } = await createParcelToRate()
  const { rates = [] } = (await listRates(db, account.id, parcel_id, shipping)) ?? {}
  easyPost.respond(async (line) => {
    if (!line.endsWith('/buy')) return false
    easyPost.respond(() => false)
    await testApp.run((ctx) => gifting.cancel(ctx, gift_id, 'cancelled by a test'))
    await shipper.run() // cancels the shipment, which has no label yet
    return false
  })
  await buyRate(db, account.id, parcel_id, rates[0]?.id ?? '', shipping)
  await shipper.run()
  assert.equal((await findParcel(gift_id))?.state, 'cancelled')
  assert.equal(shipment?.refund_status, 'submitted')
})

it('reports a rejected rate, a carrier that does not respond, and a parcel without rates', async () => {
  const { gift_id, parcel_id } = await createParcelToRate()
  const buy = (rate_id: string) => buyRate(db, account.id, parcel_id, rate_id, shipping)
  await assert.rejects(buy('rate_of_another'), { code: 'invalid_transition' })
  easyPost.respond((_line, response) => {
    response.destroy()
    return true
  })
  await assert.rejects(buy('rate'), { code: 'unavailable' })
  easyPost.respond(() => false)
  await testApp.run((ctx) => gifting.cancel(ctx, gift_id, 'cancelled by a test'))
  await shipper.run()
  await assert.rejects(buy('rate'), { code: 'invalid_transition' })
})

it('finds no parcel of another account', async () => {
  const { parcel_id } = await createParcelToRate()
  const other = newId()
  assert.equal(await listRates(db, other, parcel_id, shipping), undefined)
  assert.equal(await buyRate(db, other, parcel_id, 'rate', shipping), undefined)
  assert.equal(await listRates(db, account.id, newId(), shipping), undefined)
})
