import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import * as gifting from '#gifting'
import { newId } from '#platform/lib/ids'
import { createTestApp } from '#test/api-harness'
import { homeAddress } from '#test/catalogue-fixture'
import { startFakeEasyPost } from '#test/fake-easypost'
import {
  createCups,
  createFulfilmentRunner,
  createRedeemedGift,
  findStates,
} from '#test/fulfilment-fixture'
import { shippingFromConfig } from '#test/shipping'
import * as fulfilment from '../index.ts'
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

/** Creates a parcel of a campaign in which a user chooses the rate. */
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
  duringPurchase(async () => {
    await testApp.run((ctx) => gifting.cancel(ctx, gift_id, 'cancelled by a test'))
    await shipper.run() // the run cancels the shipment, which has no label yet
  })
  await assert.rejects(
    buyRate(db, account.id, parcel_id, rates[0]?.id ?? '', shipping),
    isRefundedError,
  )
  await shipper.run()
  assert.equal((await findParcel(gift_id))?.state, 'cancelled')
  assert.equal(shipment?.refund_status, 'submitted')
})

/** Runs a function during the carrier's sale of the label, before the sale is complete. */
function duringPurchase(run: () => Promise<void>): void {
  easyPost.respond(async (line) => {
    if (!line.endsWith('/buy')) return false
    easyPost.respond(() => false)
    await run()
    return false
  })
}

const otherAddress = { ...homeAddress, line_1: 'Friedrichstraße 7' }
const changeAddress = (gift_id: string) =>
  testApp.run(async (ctx) => {
    const body = { shipping_address: otherAddress }
    const outcome = await fulfilment.changeGift(ctx, gift_id, body, shipping)
    assert.deepEqual(outcome, { kind: 'pending' })
  })

/**
 * Asserts that the label is refunded. The purchase needs no further step, and the parcel waits for a rate of
 * another label.
 */
async function assertRefunded(
  { gift_id, shipment }: Awaited<ReturnType<typeof createParcelToRate>>,
  address = otherAddress,
) {
  await shipper.run()
  assert.equal(shipment?.refund_status, 'submitted')
  const current = easyPost.shipments.at(-1)
  assert.notEqual(current?.id, shipment?.id)
  assert.equal(current?.to_address.street1, address.line_1)
  const parcel = await findParcel(gift_id)
  assert.equal(parcel?.state, 'ordered')
  assert.equal(parcel?.label_url, null)
  assert.equal(parcel?.tracking_code, null)
  assert.deepEqual(await findPurchases(), [])
}

const findPurchases = () =>
  testApp.run((ctx) =>
    ctx.query('select * from fulfilment.label_purchase where account_id = $1', [ctx.account_id]),
  )

const isRefundedError = { code: 'invalid_transition', message: /refund/ }

it('gives the label back when a change of the address is complete before the purchase', async () => {
  const created = await createParcelToRate()
  const { gift_id, parcel_id } = created
  const { rates = [] } = (await listRates(db, account.id, parcel_id, shipping)) ?? {}
  duringPurchase(async () => {
    await changeAddress(gift_id)
    await shipper.run()
  })
  await assert.rejects(
    buyRate(db, account.id, parcel_id, rates[0]?.id ?? '', shipping),
    isRefundedError,
  )
  await assertRefunded(created)
})

it('gives the label back when the parcel was replaced during the purchase', async () => {
  const { gift_id, parcel_id, shipment } = await createParcelToRate()
  const { rates = [] } = (await listRates(db, account.id, parcel_id, shipping)) ?? {}
  duringPurchase(() =>
    testApp.run(async (ctx) => {
      await gifting.findForUpdate(ctx, ctx.account_id, gift_id)
      await ctx.query('delete from fulfilment.parcel where account_id = $1 and id = $2', [
        ctx.account_id,
        parcel_id,
      ])
    }),
  )
  await assert.rejects(
    buyRate(db, account.id, parcel_id, rates[0]?.id ?? '', shipping),
    isRefundedError,
  )
  await shipper.run()
  assert.equal(shipment?.refund_status, 'submitted')
  assert.deepEqual(await findPurchases(), [])
})

it('gives the label back when its purchase ends while the carrier cancels it for a change', async () => {
  const created = await createParcelToRate()
  const { gift_id, parcel_id, shipment } = created
  const { rates = [] } = (await listRates(db, account.id, parcel_id, shipping)) ?? {}
  await changeAddressDuring(gift_id, () =>
    buyRate(db, account.id, parcel_id, rates[0]?.id ?? '', shipping),
  )
  assert.ok(shipment?.postage_label)
  await assertRefunded(created)
})

/**
 * Changes the address as a recipient. The carrier responds that there is no label to cancel, and `buy` ends
 * before this response is stored.
 */
async function changeAddressDuring(gift_id: string, buy: () => Promise<unknown>): Promise<void> {
  const easyPostCarrier = shipping.carriers.get('easypost') ?? assert.fail('no carrier')
  const cancelled = Promise.withResolvers<void>()
  const bought = Promise.withResolvers<void>()
  const racing = fulfilment.createShippingConfig(
    [
      {
        ...easyPostCarrier,
        async cancel(carrier_ref) {
          const result = await easyPostCarrier.cancel(carrier_ref)
          cancelled.resolve()
          await bought.promise
          return result
        },
      },
    ],
    { retryDelaysMs: [0] },
  )
  let round: Promise<number> | undefined
  duringPurchase(async () => {
    await changeAddress(gift_id)
    round = fulfilment.runOnce(db, racing)
    await cancelled.promise
  })
  await assert.rejects(buy(), isRefundedError)
  bought.resolve()
  await round
}

for (const [during, isChanged] of [
  ['with a change of the address', true],
  ['without a change', false],
] as const)
  it(`settles a purchase whose process died, ${during}`, async () => {
    const created = await createParcelToRate()
    const { gift_id, parcel_id, shipment } = created
    const { rates = [] } = (await listRates(db, account.id, parcel_id, shipping)) ?? {}
    const easyPostCarrier = shipping.carriers.get('easypost') ?? assert.fail('no carrier')
    const dying = fulfilment.createShippingConfig([
      {
        ...easyPostCarrier,
        rates: {
          list: async () => assert.fail('not called'),
          async buy(carrier_ref, rate_id) {
            if (isChanged) {
              await changeAddress(gift_id)
              await shipper.run()
            }
            await easyPostCarrier.rates?.buy(carrier_ref, rate_id)
            throw new Error('killed')
          },
        },
      },
    ])
    await assert.rejects(buyRate(db, account.id, parcel_id, rates[0]?.id ?? '', dying), /killed/)
    assert.equal((await findPurchases()).length, 1)
    await shipper.run()
    assert.equal(shipment?.refund_status, null, 'the purchase may still be in progress')
    await testApp.advanceTime(shipping.leaseMs + 1)
    if (isChanged) return assertRefunded(created)
    await shipper.run()
    assert.equal(shipment?.refund_status, null)
    assert.deepEqual(await findPurchases(), [])
    await listRates(db, account.id, parcel_id, shipping)
    assert.equal((await findParcel(gift_id))?.tracking_code, shipment?.tracking_code)
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
