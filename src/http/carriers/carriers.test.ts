import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { createTestApp } from '#test/api-harness'
import { homeAddress, redeem } from '#test/catalogue-fixture'
import {
  signMessage,
  startFakeEasyPost,
  type TrackingDetailInput,
  trackerUpdated,
} from '#test/fake-easypost'
import {
  createCups,
  createFulfilmentRunner,
  createRedeemedGift,
  findEmittedEvents,
  findStates,
} from '#test/fulfilment-fixture'
import { pluck } from '#test/pluck'
import { shippingFromConfig } from '#test/shipping'
import { carriers } from './index.ts'

const secret = 'a secret of sixteen letters'
const testApp = await createTestApp()
const easyPost = await startFakeEasyPost()
after(() => easyPost.close())
const shipping = shippingFromConfig({
  stage: 'staging',
  carrier: 'easypost',
  simulator: 'manual',
  easyPost: {
    api_key: 'EZTK_test',
    webhook_secret: secret,
    from: 'adr_home',
    ounces: 16,
    url: easyPost.url,
    allowPrivate: true,
  },
})
await testApp.app.register(carriers({ db: testApp.db, shipping }))
const shipper = createFulfilmentRunner(testApp, shipping)
const key = shipping.carriers.get('easypost')?.inbox?.key ?? ''
const shop = await createCups(testApp)

const send = async (body: string, headers: Record<string, string>, path = `easypost/${key}`) => {
  const response = await testApp.app.inject({
    method: 'POST',
    url: `/carriers/${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  })
  return { status: response.statusCode, text: response.payload.trim(), headers: response.headers }
}

const sendTracking = (
  ref: string,
  details: readonly TrackingDetailInput[],
  estimated_at?: string,
) => {
  const body = trackerUpdated(ref, details, estimated_at)
  return send(body, signMessage(body, secret))
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const days: readonly TrackingDetailInput[] = [
  { status: 'pre_transit', datetime: hoursAgo(6) },
  { status: 'in_transit', datetime: hoursAgo(5), city: 'RENO' },
  { status: 'out_for_delivery', datetime: hoursAgo(4) },
  { status: 'in_transit', datetime: hoursAgo(3) },
  { status: 'out_for_delivery', datetime: hoursAgo(2) },
  { status: 'delivered', datetime: hoursAgo(1) },
]

async function createOrderedParcel(): Promise<{ id: string; ref: string }> {
  const id = await createRedeemedGift(testApp, shop)
  await shipper.run()
  assert.equal((await findStates(testApp, id)).at(-1), 'ordered')
  return { id, ref: easyPost.shipments.at(-1)?.id ?? '' }
}

it('follows an EasyPost parcel from label to delivery', async () => {
  const { id, ref } = await createOrderedParcel()
  for (let seen = 1; seen <= days.length; seen++)
    assert.deepEqual((await sendTracking(ref, days.slice(0, seen))).text, 'applied')
  assert.equal((await sendTracking(ref, days)).text, 'duplicate')
  assert.equal(
    await findEmittedEvents(testApp, id),
    'created redeemed dispatched dispatched delivered',
  )
  const [parcel] = await shipper.parcels(id)
  assert.equal(parcel?.carrier, 'USPS')
  assert.equal(parcel?.tracking_url, 'https://track.example.com/1')
  assert.equal(parcel?.steps.length, days.length)
  assert.equal(parcel?.steps[1]?.at.toISOString(), days[1]?.datetime)
})

it('bounds the times of a carrier whose clock is wrong', async () => {
  const begin = Date.now()
  const { id, ref } = await createOrderedParcel()
  const details: readonly TrackingDetailInput[] = [
    { status: 'in_transit', datetime: '1970-01-01T00:00:00Z' },
    { status: 'out_for_delivery', datetime: hoursAgo(12) }, // this time has a wrong time zone
    { status: 'return_to_sender', datetime: 'a day after the next' },
    { status: 'delivered', datetime: '+010000-01-01T00:00:00Z' },
  ]
  assert.equal((await sendTracking(ref, details, '9999-12-31T00:00:00Z')).text, 'applied')
  assert.equal((await sendTracking(ref, details, '1970-01-01T00:00:00Z')).text, 'duplicate')
  const [parcel] = await shipper.parcels(id)
  assert.equal(parcel?.state, 'delivered')
  assert.equal(parcel.estimated_at, null)
  assert.deepEqual(pluck(parcel.steps, 'state'), ['out_for_delivery', 'in_transit', 'delivered'])
  const [wrongZone, first, last] = parcel.steps.map(({ at }) => at.getTime())
  assert.equal(wrongZone, Date.parse(details[1]?.datetime ?? ''))
  assert.ok(Number(first) >= begin && Number(first) <= Date.now())
  assert.ok(Number(last) > Number(first) && Number(last) <= Date.now() + 60_000)
})

it('emits the same events when messages arrive late, twice, and concurrently', async () => {
  const { id, ref } = await createOrderedParcel()
  await sendTracking(ref, days.slice(0, 5))
  await sendTracking(ref, days.slice(0, 2))
  await sendTracking(ref, days.slice(0, 4))
  await Promise.all([sendTracking(ref, days), sendTracking(ref, days), sendTracking(ref, days)])
  await sendTracking(ref, days.slice(0, 3))
  assert.equal(
    await findEmittedEvents(testApp, id),
    'created redeemed dispatched dispatched delivered',
  )
  assert.equal((await shipper.parcels(id))[0]?.steps.length, days.length)
})

it('gives the carrier a phone number that it can call', async () => {
  const id = await shop.createGift()
  await redeem(testApp, id, { shipping_address: { ...homeAddress, phone: '030 / 90 18 20' } })
  await shipper.run()
  assert.equal(easyPost.shipments.at(-1)?.to_address.phone, '+4930901820')
})

it('rejects messages that are not signed by the carrier', async () => {
  const { id, ref } = await createOrderedParcel()
  const body = trackerUpdated(ref, days)
  assert.equal((await send(body, {})).status, 401)
  assert.equal((await send(body, signMessage(body, `${secret}.`))).status, 401)
  assert.equal((await send(`${body} `, signMessage(body, secret))).status, 401)
  assert.equal((await send(body, signMessage(body, secret), 'easypost/guessed')).status, 404)
  assert.equal((await send(body, signMessage(body, secret), `simulator/${key}`)).status, 404)
  assert.equal((await send(body, signMessage(body, secret), `manual/${key}`)).status, 404)
  assert.equal((await findStates(testApp, id)).at(-1), 'ordered')
})

it('accepts and ignores messages about other parcels, and rejects messages that are too large', async () => {
  assert.deepEqual((await sendTracking('shp_of_another_account', days)).text, 'unknown')
  const other = JSON.stringify({ description: 'batch.created', result: {} })
  assert.equal((await send(other, signMessage(other, secret))).status, 200)
  const huge = 'x'.repeat(1_100_000)
  assert.equal((await send(huge, signMessage(huge, secret))).status, 413)
})

it('asks the carrier to retry a message that arrives before its label is stored', async () => {
  const id = await createRedeemedGift(testApp, shop)
  const early: { status: number; text: string }[] = []
  easyPost.respond(async (line) => {
    if (line.endsWith('/buy'))
      early.push(await sendTracking(easyPost.shipments.at(-1)?.id ?? '', days.slice(0, 2)))
    return false
  })
  await shipper.run()
  easyPost.respond(() => false)
  assert.equal(early[0]?.status, 503)
  assert.equal((await findStates(testApp, id)).at(-1), 'ordered')
  await sendTracking(easyPost.shipments.at(-1)?.id ?? '', days.slice(0, 2))
  assert.equal((await findStates(testApp, id)).at(-1), 'in_transit')
})
