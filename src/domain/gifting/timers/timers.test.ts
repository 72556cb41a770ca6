import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { newestGiftFormat } from '#contract'
import { type Database, inTransaction, openDatabase } from '#platform/postgres/database'
import { createTestApp, giftBody } from '#test/api-harness'
import { claimConfirmed, createOneLink } from '#test/claim-fixture'
import { drain } from '#test/eventually'
import * as gifting from '../index.ts'

const app = await createTestApp()
const hourMs = 3_600_000
const inHours = (hours: number) => new Date(app.db.clock().getTime() + hours * hourMs).toISOString()

/** Opens another process on the same database, with a clock offset. */
function openNode(offsetMs = 0): Database {
  const { url, deployment } = app
  const clock = () => new Date(app.db.clock().getTime() + offsetMs)
  const db = openDatabase({
    url,
    clock,
    deployment,
    maxConnections: 4,
    name: 'other node',
  })
  after(() => db.pool.end())
  return db
}

const create = async (more: object): Promise<string> =>
  (await app.api.post('/gift_requests', giftBody(app, more))).json.id

const statesOf = async (id: string): Promise<string[]> => {
  const { json } = await app.api.get(`/gift_requests/${id}/history`)
  return json.data.map(({ to }: { to: string }) => to)
}

const processAllDue = (db: Database) => drain(() => gifting.processDue(db))

it('processes timers after a restart that became due during the downtime', async () => {
  const scheduled = await create({ send_at: inHours(1), expires_at: inHours(48) })
  const brief = await create({ expires_at: inHours(2) })
  const long = await create({ expires_at: inHours(200) })
  const link = await createOneLink(app, app.campaign('one_link').id, 1)
  const claimant = { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' }
  const claimed = await claimConfirmed(app, link.id, claimant)
  // no timer has run yet, not even link creation; a new process starts a day later
  await processAllDue(openNode(30 * hourMs))
  assert.deepEqual(await statesOf(scheduled), ['created', 'awaiting_recipient'])
  assert.deepEqual(await statesOf(brief), ['created', 'awaiting_recipient', 'expired'])
  assert.deepEqual(await statesOf(long), ['created', 'awaiting_recipient'])
  assert.deepEqual(await statesOf(claimed.id), [
    ...['created', 'unclaimed', 'awaiting_recipient', 'unclaimed'],
  ])
  await processAllDue(openNode(49 * hourMs))
  assert.deepEqual(await statesOf(scheduled), ['created', 'awaiting_recipient', 'expired'])
})

it('processes each gift request once with concurrent nodes', async () => {
  const ids = await Promise.all(
    Array.from({ length: 250 }, () => create({ send_at: inHours(1), expires_at: inHours(2) })),
  )
  await processAllDue(app.db)
  const before = await app.countEvents()
  const nodes = [openNode(hourMs), openNode(hourMs), openNode(hourMs)]
  await Promise.all(nodes.map(processAllDue))
  for (const id of ids)
    assert.deepEqual(await statesOf(id), ['created', 'scheduled', 'awaiting_recipient'])
  await Promise.all(nodes.map((_, index) => processAllDue(openNode((2 + index) * hourMs))))
  for (const id of ids) assert.equal((await statesOf(id)).at(-1), 'expired')
  assert.equal(await app.countEvents(), before + ids.length)
})

it('immediately creates the link of a gift request from a node with a fast clock', async () => {
  const { id } = await inTransaction(openNode(hourMs), app.account.id, (ctx) =>
    gifting.create(ctx, giftBody(app), newestGiftFormat),
  )
  await processAllDue(app.db)
  assert.deepEqual(await statesOf(id), ['created', 'awaiting_recipient'])
})
