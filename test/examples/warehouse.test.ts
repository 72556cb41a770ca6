import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { shippingFromConfig } from '#app/shipping'
import { carriers } from '#http/carriers'
import { createTestApp } from '#test/api-harness'
import { eventually } from '#test/eventually'
import { startExampleWarehouse } from '#test/example-warehouse'
import {
  createCups,
  createFulfilmentRunner,
  createRedeemedGift,
  findEmittedEvents,
  findStates,
} from '#test/fulfilment-fixture'

/* The tests of the example warehouse in its own process, from the order to the delivery. */

const warehouse = await startExampleWarehouse()
after(() => warehouse.close())
const testApp = await createTestApp()
const shipping = shippingFromConfig({
  stage: 'production',
  carrier: 'http',
  simulator: 'manual',
  easyPost: undefined,
  httpCarrier: { url: warehouse.url, secret: warehouse.secret, timeoutMs: 5_000 },
})
Object.assign(shipping, { retryDelaysMs: [500] })
await testApp.app.register(carriers({ db: testApp.db, shipping }))
await testApp.app.listen({ port: 0, host: '127.0.0.1' })
const key = shipping.carriers.get('http')?.inbox?.key ?? ''
const inbox = `${testApp.app.listeningOrigin}/carriers/http/${key}`
const shipper = createFulfilmentRunner(testApp, shipping)
const cups = await createCups(testApp)

const findLastState = async (id: string) => (await findStates(testApp, id)).at(-1)

it('ships one parcel although the warehouse is killed in between, and reports it to the gift request', async () => {
  await warehouse.kill()
  const id = await createRedeemedGift(testApp, cups)
  await shipper.run()
  assert.equal(await findLastState(id), 'redeemed', 'the warehouse is down')

  await warehouse.restart()
  await eventually(async () => {
    await shipper.run()
    return (await findLastState(id)) === 'ordered'
  })
  const [order, ...others] = warehouse.findOpenOrders()
  assert.ok(order)
  assert.deepEqual(others, [])

  assert.equal(await warehouse.report(inbox, order.order_id, 'in_transit', 'EP1'), '200 applied')
  assert.equal(await warehouse.report(inbox, order.order_id, 'delivered'), '200 applied')
  const [parcel] = await shipper.parcels(id)
  assert.equal(parcel?.tracking_code, 'EP1')
  assert.equal(parcel?.carrier, 'Example Post')
  assert.equal(await findEmittedEvents(testApp, id), 'created redeemed dispatched delivered')
})

it('rejects a report with an unknown state, and one for another order', async () => {
  assert.match(await warehouse.report(inbox, 'no-such-order', 'in_transit'), /^200 unknown$/)
  assert.match(await warehouse.report(inbox, 'no-such-order', 'sent'), /^400 scans\.0\.state/)
})
