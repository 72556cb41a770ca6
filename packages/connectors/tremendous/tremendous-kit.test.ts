import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, it } from 'node:test'
import { testCodeSupplier } from '#test/code-supplier-kit'
import { testConnector } from '#test/connector-kit'
import {
  startFakeTremendous,
  startTremendousService,
  tremendousKey,
  tremendousProduct,
} from '#test/fake-tremendous'
import { tremendous } from './index.ts'

const values = { api_key: tremendousKey, funding_source: 'balance' }

testConnector(tremendous)
testCodeSupplier('Tremendous', {
  open: ({ outbound, ...options }) => tremendous.open({ ...values, ...options }, outbound),
  test: ({ outbound, ...options }) => tremendous.test({ ...values, ...options }, outbound),
  start: startTremendousService,
  secrets: [tremendousKey],
})

async function start() {
  const stub = await startFakeTremendous()
  after(() => stub.close())
  const supplier = tremendous.open({ ...values, url: stub.url }, { allowPrivate: true })
  const order = () =>
    supplier.order({
      ...{ key: randomUUID(), ordered_at: new Date(), product_id: tremendousProduct },
      ...{ amount_minor: 2_500, currency: 'EUR' },
    })
  const list = () => supplier.list({ since: new Date(0), signal: AbortSignal.timeout(5_000) })
  return { stub, order, list }
}

it('leaves out what was refunded, and says that there is no money for an order', async () => {
  const { stub, order, list } = await start()
  await order()
  const [sold] = stub.paid()
  if (sold) sold.refunded = 10.5
  const listed = await list()
  assert.ok(listed.ok)
  assert.deepEqual(
    listed.orders.map(({ price }) => price),
    [{ amount_minor: 1_500, currency: 'USD' }],
  )
  stub.setMood(() => 'refuses')
  const refused = await order()
  assert.ok(refused.kind === 'failed' && refused.isAccount && refused.isUnfunded)
})
