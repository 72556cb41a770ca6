import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as gifting from '#gifting'
import type { Database } from '#platform/postgres/database'
import { createTestApp, type TestApp } from '#test/api-harness'
import {
  createCups,
  createFulfilmentRunner,
  createRedeemedGift,
  findStates,
} from '#test/fulfilment-fixture'
import * as fulfilment from './index.ts'

const testApp = await createTestApp()
const other = await createOtherTestApp()

/** Creates another account in the same deployment, for use in tests. */
async function createOtherTestApp(): Promise<TestApp> {
  const { account, token, api } = await testApp.createOtherAccount()
  const { json } = await api.get('/campaigns')
  return {
    ...testApp,
    account,
    token,
    api,
    campaign: (method) =>
      json.data.find((each: { invitation_method: string }) => each.invitation_method === method),
    run: (run, id = account.id) => testApp.run(run, id),
  }
}

const shipping = fulfilment.createShippingConfig([fulfilment.simulator])
const lastState = async (target: TestApp, id: string) => (await findStates(target, id)).at(-1)
const updateGift = (id: string, assignment: string) =>
  testApp.run((ctx) =>
    ctx.query(`update gifting.gift_request set ${assignment} where id = $1`, [id]),
  )

/** Runs rounds of the outbox consumer. Returns the account of each failure. */
async function consumeRounds(db: Database, count: number) {
  const failed: string[] = []
  const options = { onError: (_error: unknown, account_id: string) => failed.push(account_id) }
  const consumer = fulfilment.createOutboxConsumer(db, shipping, options)
  for (let round = 0; round < count; round += 1) await consumer.round()
  return failed
}

it('defers a failing fulfilment job and consumes the jobs after it', async () => {
  const shop = await createCups(testApp)
  const othersShop = await createCups(other)
  const broken = await createRedeemedGift(testApp, shop)
  await updateGift(broken, `line_items = 'broken'`)
  const intact = await createRedeemedGift(testApp, shop)
  const others = await createRedeemedGift(other, othersShop)
  assert.deepEqual(await consumeRounds(testApp.db, 3), [testApp.account.id])
  for (const [of, id] of [
    [testApp, intact],
    [other, others],
  ] as const) {
    const parcels = await of.run((ctx) => fulfilment.listGiftParcels(ctx, id))
    assert.equal(parcels.length, 1)
  }
  const [failedEntry] = await testApp.run((ctx) =>
    ctx.query<{ failures: number; seconds: number }>(
      `select failures, extract(epoch from retry_at - $1::timestamptz)::float8 as seconds from gifting.fulfilment_outbox`,
      [ctx.now],
    ),
  )
  assert.equal(failedEntry?.failures, 1)
  assert.ok(failedEntry.seconds > 5 && failedEntry.seconds <= 10)
  await testApp.run((ctx) => ctx.query('delete from gifting.fulfilment_outbox'))
  await createFulfilmentRunner(testApp).run()
})

it('places other parcels when the address of one cannot be decrypted', async () => {
  const shop = await createCups(testApp)
  const broken = await createRedeemedGift(testApp, shop)
  const intact = await createRedeemedGift(testApp, shop)
  const others = await createRedeemedGift(other, await createCups(other))
  await fulfilment.consumeOutbox(testApp.db, shipping)
  await updateGift(broken, `address = '\\x00'`)
  await assert.rejects(fulfilment.runOnce(testApp.db, shipping))
  assert.equal(await lastState(testApp, intact), 'ordered')
  assert.equal(await lastState(other, others), 'ordered')
  const [parcel] = await createFulfilmentRunner(testApp).parcels(broken)
  assert.equal(parcel?.state, 'placing')
  assert.match(parcel?.problem?.reason ?? '', /could not be prepared/)
})

it('checks the stock for every account, even with a long backlog in one', async () => {
  const id = await createRedeemedGift(testApp, await createCups(testApp))
  await fulfilment.consumeOutbox(testApp.db, shipping)
  await testApp.run((ctx) => gifting.cancel(ctx, id, 'cancelled by a test'))
  // Creates permanently backordered parcels. Each of them is older than the backordered parcel of the other
  // account.
  await testApp.run((ctx) =>
    ctx.query(
      `insert into fulfilment.parcel (account_id, id, gift_request_id, number, state, carrier, created_at, updated_at)
       select account_id, gen_random_uuid(), gift_request_id, n, 'waiting', 'simulator', created_at, created_at
         from fulfilment.parcel, generate_series(2, 250) n where gift_request_id = $1`,
      [id],
    ),
  )
  const others = await createRedeemedGift(other, await createCups(other))
  await fulfilment.consumeOutbox(testApp.db, shipping)
  await other.run((ctx) =>
    ctx.query(
      `update fulfilment.parcel set state = 'waiting', pending_action = null where gift_request_id = $1`,
      [others],
    ),
  )
  assert.equal(await fulfilment.fillBackorders(testApp.db, shipping), 1)
  await createFulfilmentRunner(testApp).run()
  assert.equal(await lastState(other, others), 'ordered')
})
