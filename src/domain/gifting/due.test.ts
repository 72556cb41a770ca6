import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { type Database, inTransaction, openDatabase } from '#platform/postgres'
import { aGift, createWorld } from '#test/api-world'
import * as gifting from './index.ts'

const world = await createWorld()
const hour = 3_600_000
const inAn = (hours: number) => new Date(world.db.clock().getTime() + hours * hour).toISOString()

/** Another process on the same database, whose clock may say something else. */
function node(ahead = 0): Database {
  const { url, installation } = world
  const clock = () => new Date(world.db.clock().getTime() + ahead)
  const db = openDatabase({
    url,
    clock,
    deployment: installation,
    maxConnections: 4,
    name: 'other node',
  })
  after(() => db.pool.end())
  return db
}

const create = async (more: object): Promise<string> =>
  (await world.api.post('/gift_requests', aGift(world, more))).json.id

const pathOf = async (id: string): Promise<string[]> => {
  const { json } = await world.api.get(`/gift_requests/${id}/history`)
  return json.data.map(({ to }: { to: string }) => to)
}

async function settle(db: Database): Promise<void> {
  while ((await gifting.moveDue(db)) > 0);
}

it('finds after a restart what fell due while nobody was there', async () => {
  const scheduled = await create({ send_at: inAn(1), expires_at: inAn(48) })
  const brief = await create({ expires_at: inAn(2) })
  const long = await create({ expires_at: inAn(200) })
  const link = await world.run((ctx) =>
    gifting.createOneLink(ctx, { campaign_id: world.campaign('one_link').id, quantity: 1 }),
  )
  const claimant = { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' }
  const claimed = await world.run((ctx) => gifting.claim(ctx, link.id, claimant))
  assert.ok(claimed?.outcome === 'claimed')
  // nothing has run yet, not even what makes links; a process that knows none of them starts a day later
  await settle(node(30 * hour))
  assert.deepEqual(await pathOf(scheduled), ['created', 'awaiting_recipient'])
  assert.deepEqual(await pathOf(brief), ['created', 'awaiting_recipient', 'expired'])
  assert.deepEqual(await pathOf(long), ['created', 'awaiting_recipient'])
  assert.deepEqual(await pathOf(claimed.gift.id), [
    ...['created', 'unclaimed', 'awaiting_recipient', 'unclaimed'],
  ])
  await settle(node(49 * hour))
  assert.deepEqual(await pathOf(scheduled), ['created', 'awaiting_recipient', 'expired'])
})

it('moves each gift request once, however many nodes move at once', async () => {
  const ids = await Promise.all(
    Array.from({ length: 250 }, () => create({ send_at: inAn(1), expires_at: inAn(2) })),
  )
  await settle(world.db)
  const before = await world.countEvents()
  const nodes = [node(hour), node(hour), node(hour)]
  await Promise.all(nodes.map(settle))
  for (const id of ids)
    assert.deepEqual(await pathOf(id), ['created', 'scheduled', 'awaiting_recipient'])
  await Promise.all(nodes.map((_, place) => settle(node((2 + place) * hour))))
  for (const id of ids) assert.equal((await pathOf(id)).at(-1), 'expired')
  assert.equal(await world.countEvents(), before + ids.length)
})

it('makes the link at once of what a node with a fast clock has taken in', async () => {
  const { id } = await inTransaction(node(hour), world.account.id, (ctx) =>
    gifting.create(ctx, aGift(world), () => []),
  )
  await settle(world.db)
  assert.deepEqual(await pathOf(id), ['created', 'awaiting_recipient'])
})
