import assert from 'node:assert/strict'
import { it } from 'node:test'
import { shippingFromConfig } from '#app/shipping'
import * as attention from '#attention'
import * as connections from '#connections'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { carriers } from '#http/carriers'
import { createTestApp } from '#test/api-harness'
import { type CountingWarehouse, startCountingWarehouse } from '#test/counting-warehouse'
import { createCups, createFulfilmentRunner, createRedeemedGift } from '#test/fulfilment-fixture'

/* Accounts that ship with connections of their own, beside the carrier of the installation. */

const [shared, own, second] = [
  await startCountingWarehouse(),
  await startCountingWarehouse(),
  await startCountingWarehouse(),
]
const createShipping = (connectorKinds?: readonly string[]) => ({
  ...shippingFromConfig({
    stage: 'staging',
    carrier: 'http',
    simulator: 'manual',
    easyPost: undefined,
    httpCarrier: shared.settings,
    webhookAllowPrivate: true,
    ...(connectorKinds && { connectorKinds }),
  }),
  retryDelaysMs: [60_000],
})
const shipping = createShipping()
const testApp = await createTestApp()
const { run } = testApp
await testApp.app.register(carriers({ db: testApp.db, shipping }))
const shipper = createFulfilmentRunner(testApp, shipping)
const shop = await createCups(testApp, { Red: 500 })

const connect = (name: string, { settings }: CountingWarehouse) =>
  run((ctx) =>
    connections.create(ctx, { kind: 'http-carrier', name, settings }, shipping.connectors),
  )
const change = (id: string, to: connections.ConnectionChange) =>
  run((ctx) => connections.change(ctx, id, to, shipping.connectors))
const remove = (id: string) => run((ctx) => fulfilment.removeConnection(ctx, id))
const setWarehouse = (id: string | null) =>
  run((ctx) => fulfilment.setWarehouseConnection(ctx, shop.warehouse_id, id))

async function ship(runner = shipper): Promise<{ gift_id: string; row: ParcelRow }> {
  const gift_id = await createRedeemedGift(testApp, shop)
  await runner.run()
  return { gift_id, row: await findParcel(gift_id) }
}

interface ParcelRow {
  id: string
  carrier: string
  carrier_ref: string | null
  connection_id: string | null
  state: string
  problem_reason: string | null
}
async function findParcel(gift_id: string): Promise<ParcelRow> {
  const row = await run((ctx) =>
    ctx.queryFirst<ParcelRow>(
      'select * from fulfilment.parcel where account_id = $1 and gift_request_id = $2',
      [ctx.account_id, gift_id],
    ),
  )
  return row ?? assert.fail('no parcel')
}

const report = async (
  path: string,
  warehouse: CountingWarehouse,
  order_id: string,
  state = 'delivered',
) => {
  const scans = [{ id: state, state, occurred_at: new Date().toISOString() }]
  const payload = JSON.stringify({ order_id, scans })
  const { statusCode, payload: text } = await testApp.app.inject({
    method: 'POST',
    url: path,
    headers: warehouse.sign(payload),
    payload,
  })
  return `${statusCode} ${text.trim()}`
}
const inboxPath = async (id: string) => {
  const url = await run(async (ctx) => {
    const row = (await connections.list(ctx)).find((each) => each.id === id)
    return row && fulfilment.findInboxUrl(ctx, row, shipping)
  })
  return new URL(url ?? assert.fail('no inbox')).pathname
}

it('ships with the carrier of the installation until the account has a connection', async () => {
  const { row } = await ship()
  assert.deepEqual([row.carrier, row.connection_id], ['http', null])
  assert.equal(shared.orders.length, 1)
})

let first: connections.ConnectionRow
it('ships with the default connection of the account from then on', async () => {
  first = await connect('Leeds', own)
  assert.equal(first.is_default, true)
  const { row } = await ship()
  assert.deepEqual([row.carrier, row.connection_id], ['http', first.id])
  assert.deepEqual([own.orders.length, shared.orders.length], [1, 1])
  assert.equal(row.carrier_ref, '1', 'the same reference as the parcel of the installation')
})

it('ships with the connection that the warehouse names', async () => {
  const other = await connect('York', second)
  assert.equal(other.is_default, false)
  await setWarehouse(other.id)
  assert.equal((await ship()).row.connection_id, other.id)
  await assert.rejects(remove(other.id), { code: 'invalid_transition' }, 'a warehouse names it')
  await setWarehouse(null)
  assert.equal((await ship()).row.connection_id, first.id)
  await assert.rejects(remove(other.id), { code: 'invalid_transition' }, 'a parcel has not arrived')
})

it('cancels a label with the connection that bought it, also after that is disabled', async () => {
  const { gift_id, row } = await ship()
  await change(first.id, { enabled: false })
  await run((ctx) => gifting.cancel(ctx, gift_id, 'by a test'))
  await shipper.run()
  assert.deepEqual(own.cancelled, [row.carrier_ref])
  assert.equal((await findParcel(gift_id)).state, 'cancelled')
  await change(first.id, { enabled: true })
})

it('ships manually while the connection of the kind of the installation is disabled', async () => {
  await change(first.id, { enabled: false })
  const count = shared.orders.length
  const { row } = await ship()
  assert.deepEqual([row.carrier, row.connection_id], ['manual', null])
  assert.equal(shared.orders.length, count)
  await change(first.id, { enabled: true })
  const forbidding = createFulfilmentRunner(testApp, createShipping(['easypost']))
  assert.equal((await ship(forbidding)).row.carrier, 'manual', 'the operator allows it no more')
})

it('reports only about its own parcels', async () => {
  const { gift_id, row } = await ship()
  const ref = row.carrier_ref ?? ''
  const other = (await run(connections.list)).find(({ name }) => name === 'York')
  const path = await inboxPath(first.id)
  assert.equal(await report(await inboxPath(other?.id ?? ''), second, ref), '200 unknown')
  assert.match(await report(path, second, ref), /^401/)
  assert.match(await report(path.replace(/.$/, '~'), own, ref), /^404/)
  assert.match(await report(path.replace(first.id, testApp.account.id), own, ref), /^404/)
  assert.match(await report('/carriers/connections/x/y', own, ref), /^404/)
  assert.equal((await findParcel(gift_id)).state, 'ordered')
  await change(first.id, { enabled: false })
  assert.equal(await report(path, own, ref), '200 applied', 'what was bought stays reachable')
  assert.equal((await findParcel(gift_id)).state, 'delivered')
  await change(first.id, { enabled: true })
})

it('needs attention after three failures in a row, until the next success', async () => {
  own.isDown = true
  const { gift_id } = await ship()
  const retry = async () => {
    await testApp.advanceTime(61_000)
    await shipper.run()
  }
  await retry()
  await retry()
  const findOpen = async () => {
    await attention.checkAccount(testApp.db, testApp.account.id)
    const page = { limit: 50, order: 'desc' } as const
    const filter = { kind: 'connection_failing', state: 'open' } as const
    return (await run((ctx) => attention.list(ctx, filter, page))).data
  }
  const [item] = await findOpen()
  assert.deepEqual([item?.subject_id, item?.cause], [first.id, 'requests_failing'])
  const failing = (await run(connections.list)).find(({ id }) => id === first.id)
  assert.match(failing?.last_error ?? '', /503/)
  own.isDown = false
  await retry()
  assert.equal((await findParcel(gift_id)).state, 'ordered')
  assert.deepEqual(await findOpen(), [])
})

it('does not request a private address unless the operator allows it', async () => {
  const guarded = shippingFromConfig({
    stage: 'production',
    carrier: 'manual',
    simulator: 'manual',
    easyPost: undefined,
  })
  const tested = await connections.test(
    testApp.db,
    testApp.account.id,
    first.id,
    guarded.connectors,
  )
  assert.deepEqual(
    [tested?.ok, tested?.answer],
    [false, 'The address of the warehouse is not allowed.'],
  )
})

it('deletes a connection once nothing uses it', async () => {
  await run((ctx) =>
    ctx.query(`update fulfilment.parcel set state = 'delivered' where connection_id = $1`, [
      first.id,
    ]),
  )
  assert.equal((await remove(first.id))?.name, 'Leeds')
  assert.equal(await remove(first.id), undefined)
})

it('says that a carrier gave two parcels one id', async () => {
  const liar = await startCountingWarehouse()
  const { id } = await connect('The liar', liar)
  await change(id, { is_default: true })
  await ship()
  liar.orders.length = 0
  const gift_id = await createRedeemedGift(testApp, shop)
  await assert.rejects(shipper.run(), /parcel_carrier_ref/, 'the log has the error too')
  const { state, problem_reason } = await findParcel(gift_id)
  assert.deepEqual(
    [state, problem_reason],
    ['placing', 'The carrier responded with the id of another parcel.'],
  )
  const rows = await run((ctx) => connections.list(ctx))
  assert.equal(rows.find((row) => row.id === id)?.last_error, problem_reason)
})
