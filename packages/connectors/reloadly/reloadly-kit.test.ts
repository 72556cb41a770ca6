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
