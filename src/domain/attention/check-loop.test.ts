import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import * as accounts from '#accounts'
import * as giftLists from '#gift-lists'
import type { TxContext } from '#platform/postgres/database'
import { createTestApp } from '#test/api-harness'
import { createAttentionFixture, seedGifts } from '#test/attention-fixture'
import { eventually } from '#test/eventually'
import { createCups } from '#test/fulfilment-fixture'
import { countPlanBuffers, explainQueries } from '#test/query-plans'
import { sizeOfRun } from '#test/run-size'
import { findConditions } from './conditions.ts'
import * as digestStore from './digest/digest-store.ts'
import * as attention from './index.ts'

const testApp = await createTestApp()
const large = await testApp.createOtherAccount()
const { check, findItem, list, setState } = createAttentionFixture(testApp)

it('raises each condition once when several processes check at the same time', async () => {
  const shop = await createCups(testApp, { Red: 9 })
  const ids = [await shop.createGift(), await shop.createGift()]
  for (const id of ids) await setState(id, 'backordered')
  const before = (await list({ kind: 'backordered' })).length
  await Promise.all(Array.from({ length: 6 }, check))
  assert.equal((await list({ kind: 'backordered' })).length, before + 2)
  const numbers = (await list({})).map(({ number }) => number)
  assert.equal(new Set(numbers).size, numbers.length, 'every item has a number of its own')
})

it('continues with more conditions than one transaction handles', async () => {
  const other = await testApp.createOtherAccount()
  await seedGifts(testApp, other.account.id, { count: 1_200 })
  const drain = async () => {
    const rounds = []
    for (let changed = 1; changed > 0; ) {
      changed = await attention.checkAccount(testApp.db, other.account.id)
      rounds.push(changed)
    }
    return rounds
  }
  const countBackordered = async () =>
    (await testApp.run((ctx) => attention.countOpen(ctx), other.account.id)).find(
      ({ kind }) => kind === 'backordered',
    )?.count ?? 0
  assert.equal((await drain()).length, 4, '500, 500, 200 and nothing')
  assert.equal(await countBackordered(), attention.openCountCap + 1)
  await testApp.run(
    (ctx) =>
      ctx.query(`update gifting.gift_request set state = 'complete' where account_id = $1`, [
        other.account.id,
      ]),
    other.account.id,
  )
  assert.equal((await drain()).length, 4)
  assert.equal(await countBackordered(), 0)
})

it('serves another account while one account has thousands of open items', async () => {
  const hostile = await testApp.createOtherAccount()
  await seedGifts(testApp, hostile.account.id, { count: sizeOfRun(10_100, 2_100) })
  const shop = await createCups(testApp, { Red: 9 })
  const id = await setState(await shop.createGift(), 'backordered')
  await makeAllDue()
  const loop = attention.createCheckLoop(testApp.db, undefined, 500)
  await loop.round()
  await loop.settled()
  assert.equal((await findItem('backordered', id))?.cleared_at, null)
  while ((await attention.checkAccount(testApp.db, hostile.account.id)) > 0);
  const counts = await testApp.run((ctx) => attention.countOpen(ctx), hostile.account.id)
  assert.equal(counts.find(({ kind }) => kind === 'backordered')?.count, 1_001)
})

describe('an account with many gifts', () => {
  before(async () => {
    await seedGifts(testApp, large.account.id, {
      count: sizeOfRun(100_000, 20_000),
      state: 'complete',
      mark: 'C',
    })
    await seedGifts(testApp, large.account.id, { count: 20, mark: 'B' })
    // Autovacuum analyzes these tables at a time that depends on the load of the machine.
    const tables = 'gifting.gift_request, catalogue.product, catalogue.variant, digital.content'
    await testApp.run((ctx) => ctx.query(`analyze ${tables}`), '*')
  })

  it('reads its conditions along indexes', async () => {
    const queries = await assertBounded(findConditions)
    assert.ok(queries >= 9, 'every condition is a statement')
  })

  it('is checked, listed and reported along indexes', async () => {
    const admin = await testApp.run(
      (ctx) => accounts.createUser(ctx, { email: 'large@larkfield.example', role: 'admin' }),
      large.account.id,
    )
    await attention.checkAccount(testApp.db, large.account.id)
    await testApp.run((ctx) => ctx.query('analyze attention.item'), '*')
    const page = { limit: 50, order: 'desc' } as const
    const query = { ids_sql: attention.stalledGiftsSql }
    await assertBounded((ctx) => giftLists.browse(ctx, query, page))
    await assertBounded((ctx) => giftLists.countGifts(ctx, query))
    await assertBounded((ctx) => digestStore.findSenders(ctx))
    const { id: user_id } = admin.user
    const senders = [large.account.id, null]
    const responsibilities = senders.map((sender_id) => ({ user_id, sender_id }))
    const scope = { before: new Date(), assignees: [user_id] }
    await assertBounded((ctx) => digestStore.findDueUsers(ctx, responsibilities, scope))
    await assertBounded((ctx) => digestStore.findAssigneeIds(ctx))
    const reader = { user_id, sender_ids: [large.account.id] }
    await assertBounded((ctx) => digestStore.findOpenItems(ctx, reader, scope, 1_000))
    await assertBounded((ctx) => attention.listGroups(ctx, { state: 'open' }))
    await assertBounded((ctx) => attention.findSnoozedSubjects(ctx, ['endpoint_failing']))
    const { total } = await testApp.run(
      (ctx) => giftLists.browse(ctx, query, page).then(({ data }) => ({ total: data.length })),
      large.account.id,
    )
    assert.equal(total, 20)
  })

  it('does not delay the items of another account', async () => {
    const shop = await createCups(testApp, { Red: 9 })
    const id = await setState(await shop.createGift(), 'backordered')
    await seedGifts(testApp, large.account.id, { count: 2_000, mark: 'H' })
    await makeAllDue()
    const loop = attention.createCheckLoop(testApp.db, undefined, 500)
    await loop.round()
    await loop.settled()
    assert.equal((await findItem('backordered', id))?.cleared_at, null)
    const counts = await testApp.run(
      (ctx) =>
        ctx.query<{ kind: string; count: number }>(
          `select kind, count(*)::int as count from attention.item
            where account_id = $1 and cleared_at is null group by kind`,
          [large.account.id],
        ),
      large.account.id,
    )
    for (const { kind, count } of counts)
      assert.ok(count <= 520, `a turn raises 500 items of a kind at most, not ${count} ${kind}`)
  })
})

/** Asserts that each query for the large account reads few buffers. Returns the number of queries. */
async function assertBounded(callback: (ctx: TxContext) => Promise<unknown>): Promise<number> {
  let queries = 0
  await explainQueries(testApp, large.account.id, callback, (plan, text) => {
    const buffers = countPlanBuffers(plan)
    assert.ok(buffers < 500, `${buffers} buffers: ${text.slice(0, 200)}`)
    queries += 1
  })
  assert.ok(queries > 0)
  return queries
}

it('loses nothing when the connection of a check dies', async () => {
  const other = await testApp.createOtherAccount()
  await seedGifts(testApp, other.account.id, { count: 3 })
  await attention.checkAccount(testApp.db, other.account.id)
  await seedGifts(testApp, other.account.id, { count: 2, mark: 'B' })
  const client = await testApp.db.pool.connect()
  client.on('error', () => {})
  await client.query('begin')
  await client.query(`select set_config('bestow.account', $1, true)`, [other.account.id])
  await client.query('select from attention.account_check where account_id = $1 for update', [
    other.account.id,
  ])
  await client.query(`delete from attention.item`)
  assert.equal(await attention.checkAccount(testApp.db, other.account.id), 0)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await testApp.run((ctx) => ctx.query('select pg_terminate_backend($1)', [rows[0]?.pid]), '*')
  client.release(true)
  await eventually(async () => (await attention.checkAccount(testApp.db, other.account.id)) === 2)
  assert.equal(await attention.checkAccount(testApp.db, other.account.id), 0)
})

it('checks an idle account every ten minutes, and soon after its next event', async () => {
  const shop = await createCups(testApp, { Red: 9 })
  const id = await shop.createGift()
  const idle = await testApp.createOtherAccount()
  const readNext = async (account_id: string) => {
    const [row] = await testApp.run(
      (ctx) =>
        ctx.query<{ minutes: number }>(
          `select extract(epoch from next_at - now())::float8 / 60 as minutes
             from attention.account_check where account_id = $1`,
          [account_id],
        ),
      account_id,
    )
    return Math.round(row?.minutes ?? 0)
  }
  for (const account_id of [testApp.account.id, idle.account.id])
    for (let round = 1; round <= 12; round++) await attention.checkAccount(testApp.db, account_id)
  assert.deepEqual([await readNext(testApp.account.id), await readNext(idle.account.id)], [10, 10])
  await setState(id, 'backordered')
  const loop = attention.createCheckLoop(testApp.db)
  await loop.round()
  await loop.settled()
  assert.equal((await findItem('backordered', id))?.cleared_at, null, 'the gift has recent events')
  assert.equal(await readNext(idle.account.id), 10)
})

const makeAllDue = () =>
  testApp.run(
    (ctx) => ctx.query(`update attention.account_check set next_at = now() - interval '1 day'`),
    '*',
  )
