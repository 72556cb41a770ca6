import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import * as attention from '#attention'
import * as connections from '#connections'
import * as digital from '#digital'
import { newId } from '#platform/lib/ids'
import { createTestApp } from '#test/api-harness'
import { createCatalogueFixture, redeem } from '#test/catalogue-fixture'
import { addSupplier, createSource, saveSources, supplierShipping } from '#test/code-source-fixture'
import type { StubOrder, StubServer } from '#test/code-supplier-stub'
import { addContent } from '#test/digital-fixture'
import { startFakeTremendous } from '#test/fake-tremendous'
import { createFulfilmentRunner } from '#test/fulfilment-fixture'

/* The daily comparison of purchases with the orders of a supplier, and its balance. */

const testApp = await createTestApp()
const runner = createFulfilmentRunner(testApp, supplierShipping)
const stubs: StubServer[] = []
after(() => Promise.all(stubs.map((stub) => stub.close())))

const hourMs = 60 * 60 * 1_000

/** Creates a voucher that a stub sells, and buys these many. */
async function createShop(count: number) {
  const shop = await createCatalogueFixture(testApp, [
    { name: 'Voucher', kind: 'digital', stock: { Voucher: 0 } },
  ])
  const voucher = shop.id('Voucher')
  await addContent(testApp, voucher, { delivery: 'link', is_link_per_gift: true })
  const stub = await startFakeTremendous()
  stubs.push(stub)
  const id = await addSupplier(testApp, voucher, stub)
  await saveSources(testApp, voucher, [createSource(id)])
  const buy = async () => {
    const gift_id = await shop.createGift()
    await redeem(testApp, gift_id, { variant_ids: [voucher] })
    await runner.run()
  }
  for (let n = 0; n < count; n += 1) await buy()
  await age(id, 24)
  return { id, stub, buy }
}

/** Makes the purchases of a connection so many hours old. */
const age = (id: string, hours: number) =>
  testApp.run((ctx) =>
    ctx.query(
      `update digital.purchase set created_at = created_at - make_interval(hours => $3), settled_at = settled_at - make_interval(hours => $3)
        where account_id = $1 and connection_id = $2`,
      [ctx.account_id, id, hours],
    ),
  )

const makeDue = (id: string) =>
  testApp.run((ctx) =>
    ctx.query(
      `update digital.reconciliation set due_at = now() - interval '1 second', leased_until = null
        where account_id = $1 and connection_id = $2`,
      [ctx.account_id, id],
    ),
  )

const runDue = () =>
  digital.runDueReconciliation(testApp.db, testApp.account.id, supplierShipping.connectors)

/** Compares until no connection is due. Returns the state of this one. */
async function compare(id: string) {
  await makeDue(id)
  const countDue = () =>
    testApp.run((ctx) =>
      ctx.queryCount(
        'select count(*)::int from digital.reconciliation where account_id = $1 and due_at <= now()',
        [ctx.account_id],
      ),
    )
  while ((await countDue()) > 0) await runDue()
  return findState(id)
}

async function findState(id: string) {
  const state = (await testApp.run(digital.listReconciliations)).get(id)
  return state ?? assert.fail('the connection is not compared')
}

const describe = ({ differences }: Awaited<ReturnType<typeof findState>>) =>
  differences.map(({ kind, here, there }) => [
    kind,
    here && `${here.amount_minor} ${here.currency}`,
    there && `${there.amount_minor} ${there.currency}`,
  ])

async function findCauses(id: string): Promise<string[]> {
  await attention.checkAccount(testApp.db, testApp.account.id)
  return testApp.run((ctx) =>
    ctx.queryValues<string>(
      `select cause from attention.item where account_id = $1 and subject_id = $2 and cleared_at is null`,
      [ctx.account_id, id],
    ),
  )
}

const firstOrder = (stub: StubServer): StubOrder =>
  [...stub.state.orders.values()][0] ?? assert.fail()

it('finds no difference, and says what it has compared, bought and can pay', async () => {
  const { id } = await createShop(2)
  const state = await compare(id)
  assert.deepEqual([state.problem, state.differences, state.is_low], [null, [], false])
  assert.deepEqual(state.balance, { amount_minor: 600_000, currency: 'USD' })
  assert.deepEqual(state.spent, [{ amount_minor: 5_100, currency: 'USD' }])
  const untilNext = state.next_run_at.getTime() - Date.now()
  assert.ok(untilNext > 20 * hourMs && untilNext < 28 * hourMs, `${untilNext / hourMs} h`)
  assert.ok(state.compared !== null && state.compared.until.getTime() < Date.now() - 0.9 * hourMs)
  assert.deepEqual(await findCauses(id), [])
})

it('names each difference to the cent, needs attention, and ends with the difference', async () => {
  const { id, stub } = await createShop(3)
  const [dearer, gone, sold] = [...stub.state.orders.values()]
  assert.ok(dearer && gone && sold)
  dearer.amount_minor += 1
  stub.state.orders.delete(gone.key)
  const lost = { ...sold, key: newId(), ref: 'R77', amount_minor: 999 }
  stub.state.orders.set(lost.key, lost)
  stub.state.orders.set('double', { ...sold, ref: 'R78' })
  const state = await compare(id)
  assert.deepEqual(describe(state).toSorted(), [
    ['other_amount', '2550 USD', '2551 USD'],
    ['paid_here_only', '2550 USD', null],
    ['paid_there_only', null, '1049 USD'],
    ['paid_twice', null, '2550 USD'],
  ])
  assert.deepEqual(await findCauses(id), ['orders_differ'])
  dearer.amount_minor -= 1
  stub.state.orders.set(gone.key, gone)
  stub.state.orders.delete(lost.key)
  stub.state.orders.delete('double')
  assert.deepEqual(describe(await compare(id)), [])
  assert.deepEqual(await findCauses(id), [])
  const actions = await testApp.run((ctx) =>
    ctx.queryValues<string>(
      `select details->>'removed' from access.audit_entry where account_id = $1 and action = 'connection.compare_orders'
          and subject_id = $2 order by id`,
      [ctx.account_id, id],
    ),
  )
  assert.deepEqual(actions, ['0', '4'])
})

it('shows nothing new after a list that breaks off, says so, and tries again within the hour', async () => {
  const { id, stub } = await createShop(2)
  firstOrder(stub).amount_minor += 1
  await compare(id)
  stub.state.orders.clear()
  stub.setMood(() => 'fails before')
  const broken = await compare(id)
  assert.equal(broken.problem, 'http_503')
  assert.deepEqual(describe(broken), [['other_amount', '2550 USD', '2551 USD']])
  assert.ok(broken.next_run_at.getTime() - Date.now() < 1.2 * hourMs)
  const [row] = await testApp
    .run((ctx) => connections.list(ctx))
    .then((all) => all.filter((each) => each.id === id))
  assert.equal(row?.last_error, 'http_503')
  stub.setMood(() => 'honest')
  assert.deepEqual(describe(await compare(id)).length, 2, 'an empty list is complete')
})

it('stores complete differences also if the balance cannot be read', async () => {
  const { id, stub } = await createShop(1)
  await compare(id)
  firstOrder(stub).amount_minor += 1
  let count = 0
  stub.setMood(() => {
    count += 1
    return count <= 2 ? 'honest' : 'fails before' // a page, and the empty one after it
  })
  const state = await compare(id)
  assert.match(state.problem ?? '', /balance cannot be read: http_503/)
  assert.equal(state.differences.length, 1)
  assert.deepEqual(state.balance, { amount_minor: 600_000, currency: 'USD' })
})

it('compares an old difference again, and forgets none that it has not compared', async () => {
  const { id, stub } = await createShop(1)
  firstOrder(stub).amount_minor += 1
  await compare(id)
  await age(id, 20 * 24)
  await testApp.run((ctx) =>
    ctx.query(
      `update digital.difference set ordered_at = ordered_at - interval '20 days' where account_id = $1 and connection_id = $2`,
      [ctx.account_id, id],
    ),
  )
  const order = firstOrder(stub)
  // The clock of the supplier is an hour late, so its order is older than the purchase.
  order.at = new Date(order.at.getTime() - (21 * 24 + 1) * hourMs)
  assert.deepEqual(describe(await compare(id)), [['other_amount', '2550 USD', '2551 USD']])
  order.amount_minor -= 1
  assert.equal((await compare(id)).differences.length, 0)
})

it('needs no attention for a difference that a user has accepted, until its amount changes', async () => {
  const { id, stub } = await createShop(1)
  firstOrder(stub).amount_minor += 1
  const { differences } = await compare(id)
  assert.deepEqual(await findCauses(id), ['orders_differ'])
  assert.equal(await testApp.run((ctx) => digital.acceptDifferences(ctx, id, differences)), 1)
  assert.deepEqual([describe(await compare(id)), await findCauses(id)], [[], []])
  firstOrder(stub).amount_minor += 1
  assert.deepEqual(describe(await compare(id)), [['other_amount', '2550 USD', '2552 USD']])
  const other = await testApp.createOtherAccount()
  const accept = (account_id: string) =>
    testApp.run((ctx) => digital.acceptDifferences(ctx, id, differences), account_id)
  assert.deepEqual([await accept(other.account.id), await accept(testApp.account.id)], [0, 1])
})

it('needs attention when the balance does not pay for a week of purchases', async () => {
  const { id, stub } = await createShop(6)
  // 6 × 25.50 in 30 days are 35.70 in a week
  stub.state.balance_minor = 3_569
  const low = await compare(id)
  assert.deepEqual([low.is_low, low.balance?.amount_minor], [true, 3_569])
  assert.deepEqual(await findCauses(id), ['balance_low'])
  stub.state.balance_minor = 3_570
  assert.equal((await compare(id)).is_low, false)
  assert.deepEqual(await findCauses(id), [])
  await age(id, 31 * 24)
  stub.state.balance_minor = 2_999
  assert.equal((await compare(id)).is_low, true, 'an order may cost 30.00')
})

it('reads the balance again within a minute when an order is refused for want of money', async () => {
  const { id, stub, buy } = await createShop(1)
  await compare(id)
  stub.state.balance_minor = 100
  stub.setMood(() => 'refuses')
  await buy()
  const refused = await findState(id)
  assert.equal(refused.is_low, true)
  assert.ok(refused.next_run_at.getTime() - Date.now() <= 60_000)
  stub.setMood(() => 'honest')
  const { balance, is_low } = await compare(id)
  assert.deepEqual([balance, is_low], [{ amount_minor: 100, currency: 'USD' }, true])
})

it('believes a supplier that states no balance until it refuses an order, and from its next purchase on', async () => {
  const { id, stub, buy } = await createShop(0)
  stub.state.balance_minor = null
  const before = await compare(id)
  assert.deepEqual([before.balance, before.is_low], [null, false])
  stub.setMood(() => 'refuses')
  await buy()
  assert.equal((await compare(id)).is_low, true)
  stub.setMood(() => 'honest')
  await buy()
  assert.equal((await findState(id)).is_low, false)
})

it('is done once when two nodes run it', async () => {
  const { id, stub } = await createShop(1)
  await compare(id)
  await makeDue(id)
  let requests = 0
  stub.setMood(() => {
    requests += 1
    return 'honest'
  })
  await Promise.all([runDue(), runDue(), runDue()])
  assert.equal(requests, 4, 'two for the list, and two for the balance')
})

it('compares what was bought while the supplier could not be read for longer than a week', async () => {
  const { id, stub } = await createShop(1)
  await compare(id)
  const order = firstOrder(stub)
  order.amount_minor += 1
  order.at = new Date(order.at.getTime() - 11 * 24 * hourMs)
  await age(id, 11 * 24)
  await testApp.run((ctx) =>
    ctx.query(
      `update digital.reconciliation set compared_at = compared_at - interval '13 days', compared_since = compared_since - interval '13 days'
        where account_id = $1 and connection_id = $2`,
      [ctx.account_id, id],
    ),
  )
  assert.deepEqual(describe(await compare(id)), [['other_amount', '2550 USD', '2551 USD']])
})

it('is low after a refusal also if no variant has a ceiling in the currency of the balance', async () => {
  const { id, stub, buy } = await createShop(1)
  stub.state.balance_minor = 100
  stub.setMood(() => 'refuses')
  await buy()
  await testApp.run((ctx) =>
    ctx.query(
      `update digital.source set ceiling_currency = 'EUR' where account_id = $1 and connection_id = $2`,
      [ctx.account_id, id],
    ),
  )
  stub.setMood(() => 'honest')
  assert.equal((await compare(id)).is_low, true)
  stub.state.balance_minor = -1
  assert.equal((await compare(id)).is_low, true)
})

it('says so when a list has an order of a time that cannot be stored', async () => {
  const { id, stub } = await createShop(1)
  const lost = { ...firstOrder(stub), key: newId(), ref: 'R79', at: new Date(8.64e15) }
  stub.state.orders.set(lost.key, lost)
  assert.match((await compare(id)).problem ?? '', /an order that cannot be read/)
})
