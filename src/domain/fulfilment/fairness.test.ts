import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { Database } from '#platform/postgres'
import { createWorld, type World } from '#test/api-world'
import { cupboard, redeemed, shipperOf, statesOf } from '#test/parcels'

const world = await createWorld()
const other = await otherWorld()

/** The same installation, seen by another account. */
async function otherWorld(): Promise<World> {
  const { account, token, api } = await world.stranger()
  const { json } = await api.get('/campaigns')
  return {
    ...world,
    account,
    token,
    api,
    campaign: (method) =>
      json.data.find((each: { invitation_method: string }) => each.invitation_method === method),
    run: (run, id = account.id) => world.run(run, id),
  }
}

const shipping = fulfilment.createShipping([fulfilment.simulator])
const last = async (of: World, id: string) => (await statesOf(of, id)).at(-1)
const set = (id: string, change: string) =>
  world.run((ctx) => ctx.query(`update gifting.gift_request set ${change} where id = $1`, [id]))

/** Rounds of one part with its failures, and how often each account failed. */
async function rounds(db: Database, count: number) {
  const failed: string[] = []
  const options = { onError: (_error: unknown, account_id: string) => failed.push(account_id) }
  const takeOver = fulfilment.createTakeOver(db, shipping, options)
  for (let round = 0; round < count; round += 1) await takeOver.round()
  return failed
}

it('takes over what comes after a handover that fails, and puts that one off', async () => {
  const shop = await cupboard(world)
  const othersShop = await cupboard(other)
  const broken = await redeemed(world, shop)
  await set(broken, `line_items = 'broken'`)
  const fine = await redeemed(world, shop)
  const others = await redeemed(other, othersShop)
  assert.deepEqual(await rounds(world.db, 3), [world.account.id])
  for (const [of, id] of [
    [world, fine],
    [other, others],
  ] as const) {
    const parcels = await of.run((ctx) => fulfilment.parcelsOf(ctx, id))
    assert.equal(parcels.length, 1)
  }
  const [waits] = await world.run((ctx) =>
    ctx.query<{ failures: number; seconds: number }>(
      `select failures, extract(epoch from retry_at - $1::timestamptz)::float8 as seconds from gifting.handover`,
      [ctx.now],
    ),
  )
  assert.equal(waits?.failures, 1)
  assert.ok(waits.seconds > 5 && waits.seconds <= 10)
  await world.run((ctx) => ctx.query('delete from gifting.handover'))
  await shipperOf(world).run()
})

it('places other parcels beside one whose address cannot be decrypted', async () => {
  const shop = await cupboard(world)
  const broken = await redeemed(world, shop)
  const fine = await redeemed(world, shop)
  const others = await redeemed(other, await cupboard(other))
  await fulfilment.takeOver(world.db, shipping)
  await set(broken, `address = '\\x00'`)
  await assert.rejects(fulfilment.runOnce(world.db, shipping))
  assert.equal(await last(world, fine), 'ordered')
  assert.equal(await last(other, others), 'ordered')
  const [parcel] = await shipperOf(world).parcels(broken)
  assert.equal(parcel?.state, 'placing')
  assert.match(parcel?.problem?.reason ?? '', /could not be prepared/)
})

it('compares every account with its stock, however much of one account waits', async () => {
  const id = await redeemed(world, await cupboard(world))
  await fulfilment.takeOver(world.db, shipping)
  await world.run((ctx) => gifting.cancel(ctx, id, 'cancelled by a test'))
  // parcels that wait for ever, each older than what waits in the other account
  await world.run((ctx) =>
    ctx.query(
      `insert into fulfilment.parcel (account_id, id, gift_request_id, number, state, carrier, created_at, updated_at)
       select account_id, gen_random_uuid(), gift_request_id, n, 'waiting', 'simulator', created_at, created_at
         from fulfilment.parcel, generate_series(2, 250) n where gift_request_id = $1`,
      [id],
    ),
  )
  const others = await redeemed(other, await cupboard(other))
  await fulfilment.takeOver(world.db, shipping)
  await other.run((ctx) =>
    ctx.query(
      `update fulfilment.parcel set state = 'waiting', task = null where gift_request_id = $1`,
      [others],
    ),
  )
  assert.equal(await fulfilment.supply(world.db, shipping), 1)
  await shipperOf(world).run()
  assert.equal(await last(other, others), 'ordered')
})
