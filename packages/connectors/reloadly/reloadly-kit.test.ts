import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, it } from 'node:test'
import { testCodeSupplier } from '#test/code-supplier-kit'
import { testConnector } from '#test/connector-kit'
import { reloadlyKeys, startFakeReloadly, startReloadlyService } from '#test/fake-reloadly'
import { reloadly } from './index.ts'

const auth = await startFakeReloadly()
after(() => auth.close())
const values = { ...reloadlyKeys, auth_url: auth.url }

testConnector(reloadly)
testCodeSupplier('Reloadly', {
  open: ({ outbound, ...options }) => reloadly.open({ ...values, ...options }, outbound),
  test: ({ outbound, ...options }) => reloadly.test({ ...values, ...options }, outbound),
  start: startReloadlyService,
  secrets: [reloadlyKeys.client_secret, 'the-access-token'],
})

const order = () => ({
  key: randomUUID(),
  ordered_at: new Date(),
  ...{ product_id: '4', amount_minor: 2_500, currency: 'EUR' },
})

it('reads every digit of a card number, and its PIN', async () => {
  const stub = await startFakeReloadly()
  after(() => stub.close())
  const supplier = reloadly.open({ ...values, url: stub.url }, { allowPrivate: true })
  const result = await supplier.order(order())
  assert.ok(result.kind === 'bought')
  assert.deepEqual([result.code.text, result.code.pin], [stub.paid()[0]?.text, '5821'])
})

it('buys nothing without an access token, and says that a wrong secret is the reason', async () => {
  const stub = await startFakeReloadly()
  after(() => stub.close())
  const open = (more: object) =>
    reloadly.open({ ...values, ...more, url: stub.url }, { allowPrivate: true })
  const refused = await open({ client_secret: 'wrong' }).order(order())
  assert.ok(refused.kind === 'failed' && refused.isAccount === true)
  stub.setMood(() => 'fails before')
  assert.equal((await open({ auth_url: stub.url }).order(order())).kind, 'unknown')
  assert.equal(stub.paid().length, 0)
})

it('states the price of an order and of a list in the smallest unit of the wallet', async () => {
  const stub = await startFakeReloadly()
  after(() => stub.close())
  const supplier = reloadly.open({ ...values, url: stub.url }, { allowPrivate: true })
  for (const [wallet, amount_minor] of [
    ['JPY', 28],
    ['KWD', 27_500],
    ['USD', 2_750],
  ] as const) {
    stub.state.wallet = wallet
    const bought = await supplier.order(order())
    assert.ok(bought.kind === 'bought')
    const price = { amount_minor, currency: wallet }
    assert.deepEqual(bought.code.price, price)
    const listed = await supplier.list({ since: new Date(), signal: AbortSignal.timeout(5_000) })
    assert.ok(listed.ok)
    const found = listed.orders.find(({ order_ref }) => order_ref === bought.code.order_ref)
    assert.deepEqual(found?.price, price)
  }
})

it('says that a report with fewer transactions than it states is not complete', async () => {
  const stub = await startFakeReloadly()
  after(() => stub.close())
  const supplier = reloadly.open({ ...values, url: stub.url }, { allowPrivate: true })
  await supplier.order(order())
  stub.state.lie = 'a missing order'
  const listed = await supplier.list({ since: new Date(), signal: AbortSignal.timeout(5_000) })
  assert.ok(!listed.ok && /has changed/.test(listed.reason))
})

it('says that there is no money for an order', async () => {
  const stub = await startFakeReloadly()
  after(() => stub.close())
  stub.setMood(() => 'refuses')
  const supplier = reloadly.open({ ...values, url: stub.url }, { allowPrivate: true })
  const refused = await supplier.order(order())
  assert.ok(refused.kind === 'failed' && refused.isAccount && refused.isUnfunded)
})
