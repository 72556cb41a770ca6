import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, it } from 'node:test'
import { testCodeSupplier } from '#test/code-supplier-kit'
import { testConnector } from '#test/connector-kit'
import { runaKey, startFakeRuna, startRunaService } from '#test/fake-runa'
import { runa } from './index.ts'

const values = { api_key: runaKey, balance: 'USD' }

testConnector(runa)
testCodeSupplier('Runa', {
  open: ({ outbound, ...options }) => runa.open({ ...values, ...options }, outbound),
  test: ({ outbound, ...options }) => runa.test({ ...values, ...options }, outbound),
  start: startRunaService,
  secrets: [runaKey],
})

const order = () => ({
  key: randomUUID(),
  ordered_at: new Date('2026-05-04T10:00:00Z'),
  ...{ product_id: 'LARK-DE', amount_minor: 2_500, currency: 'EUR' },
})

async function start() {
  const stub = await startFakeRuna()
  after(() => stub.close())
  return { stub, supplier: runa.open({ ...values, url: stub.url }, { allowPrivate: true }) }
}

it('finds an order on a later page of the list', async () => {
  const { stub, supplier } = await start()
  const first = order()
  await supplier.order(first)
  for (let n = 0; n < 210; n++) await supplier.order(order())
  const found = await supplier.find(first)
  assert.ok(found.kind === 'bought')
  assert.equal(found.code.text, stub.state.orders.get(first.key)?.text)
  assert.equal((await supplier.find(order())).kind, 'absent')
})

it('reads the price and the last day of a link, and leaves out a day that cannot be', async () => {
  const { stub, supplier } = await start()
  const result = await supplier.order(order())
  assert.ok(result.kind === 'bought')
  assert.deepEqual(
    [result.code.price, result.code.expires_on],
    [{ amount_minor: 2_750, currency: 'USD' }, '2027-05-04'],
  )
  stub.state.lie = 'the year 9999'
  const later = await supplier.order(order())
  assert.ok(later.kind === 'bought' && later.code.expires_on === null)
})

it('says that the account is the reason when the balance is empty, and trusts no key of another order', async () => {
  const { stub, supplier } = await start()
  stub.setMood(() => 'refuses')
  const refused = await supplier.order(order())
  assert.ok(refused.kind === 'failed' && refused.isAccount && refused.isUnfunded)
  stub.setMood(() => 'honest')
  const first = order()
  await supplier.order(first)
  assert.equal((await supplier.order({ ...first, amount_minor: 9_900 })).kind, 'unknown')
})
