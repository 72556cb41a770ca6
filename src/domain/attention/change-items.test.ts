import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as accounts from '#accounts'
import { ApiError } from '#contract'
import { newId } from '#platform/lib/ids'
import { inTransaction } from '#platform/postgres/database'
import { createTestApp } from '#test/api-harness'
import { createAttentionFixture, seedGifts } from '#test/attention-fixture'
import { keepOpenUntilBlocking } from '#test/lock-waits'
import * as attention from './index.ts'

const dayMs = 24 * 60 * 60 * 1000
const testApp = await createTestApp()
const { check, list, createEndpoint } = createAttentionFixture(testApp)
const account_id = testApp.account.id
await seedGifts(testApp, account_id, { count: 5 })
await createEndpoint()
await testApp.run((ctx) => ctx.query(`update webhooks.endpoint set signing_error = 'x'`))
while ((await check()) > 0);

const createUser = (role: accounts.Role) =>
  testApp.run(async (ctx) => {
    const email = `${role}-${newId()}@larkfield.example`
    return (await accounts.createUser(ctx, { email, role })).user
  })
const [admin, sender, packer] = [
  await createUser('admin'),
  await createUser('sender'),
  await createUser('packer'),
]

const overdue = { kind: 'backordered', state: 'open' } as const
const findIds = async () => (await list(overdue)).map(({ id }) => id)
const assign = (
  filter: attention.FeedFilter,
  assignee_id: string | null,
  { by = admin.id, onlyUnassigned = false } = {},
) => testApp.run((ctx) => attention.assign(ctx, filter, { assignee_id, by, onlyUnassigned }))
const snooze = (filter: attention.FeedFilter, days: number | null) =>
  testApp.run((ctx) =>
    attention.snooze(
      ctx,
      filter,
      days === null ? null : new Date(ctx.now.getTime() + days * dayMs),
    ),
  )
const setGift = (id: string | null | undefined, state: string) =>
  testApp.run((ctx) =>
    ctx.query('update gifting.gift_request set state = $2 where id = $1', [id, state]),
  )
const countOf = async (kind: string) =>
  (await testApp.run(attention.countOpen)).find((each) => each.kind === kind)?.count ?? 0

describe('an assigned item', () => {
  it('has its assignee in the list, alone and in the filter', async () => {
    const [first = ''] = await findIds()
    const { items, rejected } = await assign({ ids: [first, 'no-id', newId()] }, sender.id)
    assert.deepEqual(
      items.map(({ id, assignee_id }) => [id, assignee_id]),
      [[first, null]],
    )
    assert.deepEqual(rejected, [{ reason: 'ended', count: 2 }])
    assert.equal((await testApp.run((ctx) => attention.find(ctx, first)))?.assignee_id, sender.id)
    const own = await list({ ...overdue, assignee_id: sender.id })
    assert.deepEqual(
      own.map(({ id }) => id),
      [first],
    )
    assert.equal((await list({ ...overdue, assignee_id: 'none' })).length, 4)
    assert.deepEqual(await list({ ...overdue, assignee_id: newId() }), [])
  })

  it('is assigned to no one once its assignee is suspended or removed', async () => {
    const leaver = await createUser('sender')
    const [, second = ''] = await findIds()
    await assign({ ids: [second] }, leaver.id)
    const find = () => testApp.run((ctx) => attention.find(ctx, second))
    assert.equal((await find())?.assignee_id, leaver.id)
    await testApp.run((ctx) => accounts.suspendMember(ctx, leaver.id, admin.id))
    assert.equal((await find())?.assignee_id, null)
    assert.deepEqual(await list({ ...overdue, assignee_id: leaver.id }), [])
    assert.ok((await list({ ...overdue, assignee_id: 'none' })).some(({ id }) => id === second))
    const taken = await assign({ ids: [second] }, sender.id, { onlyUnassigned: true })
    assert.equal(taken.items.length, 1, 'no one looks after it')
    await testApp.run((ctx) => accounts.removeMember(ctx, leaver.id))
    assert.equal((await find())?.assignee_id, sender.id)
    await assign({ ids: [second] }, null)
    assert.equal((await find())?.assignee_id, null)
  })

  it('goes to the first of two members who take it at once', async () => {
    const [, , third = ''] = await findIds()
    const take = { assignee_id: admin.id, by: admin.id, onlyUnassigned: true }
    const { first, second } = await testApp.run(async (ctx) => {
      const first = await attention.assign(ctx, { ids: [third] }, take)
      const second = assign({ ids: [third] }, sender.id, { by: sender.id, onlyUnassigned: true })
      await keepOpenUntilBlocking(ctx, second)
      return { first, second }
    })
    assert.equal(first.items.length, 1)
    assert.deepEqual((await second).rejected, [{ reason: 'assigned', count: 1 }])
    assert.equal((await testApp.run((ctx) => attention.find(ctx, third)))?.assignee_id, admin.id)
    const moved = await assign({ ids: [third] }, sender.id)
    assert.equal(moved.items.length, 1, 'another member can be chosen')
    await assign({ ids: [third] }, null)
  })

  it('is never assigned to a member who may not see it', async () => {
    for (const id of [packer.id, newId(), 'x'])
      await assert.rejects(
        assign({ ids: [newId()] }, id),
        (error) => error instanceof ApiError && error.fieldErrors[0]?.param === 'assignee_id',
      )
    const [endpoint] = await list({ kind: 'endpoint_failing', state: 'open' })
    const ids = [endpoint?.id ?? '']
    assert.deepEqual((await assign({ ids }, sender.id)).rejected, [
      { reason: 'hidden_from_assignee', count: 1 },
    ])
    assert.equal((await assign({ ids }, admin.id)).items.length, 1)
    const leading = await createUser('admin')
    await assign({ ids }, leading.id)
    await testApp.run((ctx) => accounts.changeRole(ctx, leading.id, 'sender'))
    const unassigned = await list({ kind: 'endpoint_failing', assignee_id: 'none' })
    assert.deepEqual(
      unassigned.map(({ id, assignee_id }) => [id, assignee_id]),
      [[endpoint?.id, null]],
      'a sender does not see it any more',
    )
    assert.equal((await assign({ ids }, admin.id)).items.length, 1)
    const hidden = ['endpoint'] as const
    assert.deepEqual((await assign({ ids, hidden }, null)).rejected, [
      { reason: 'ended', count: 1 },
    ])
  })

  it('is reported with its end', async () => {
    const [last] = (await list(overdue)).toReversed()
    await assign({ ids: [last?.id ?? ''] }, sender.id)
    await setGift(last?.gift_request_id, 'ordered')
    assert.equal(await check(), 1)
    const item = await testApp.run((ctx) => attention.find(ctx, last?.id ?? ''))
    assert.ok(item?.cleared_at)
    assert.equal(attention.toItemView(testApp.db, item).assignee_id, sender.id)
    await setGift(last?.gift_request_id, 'backordered')
    await check()
    const [again] = (await list(overdue)).toReversed()
    assert.notEqual(again?.id, last?.id)
    assert.equal(again?.assignee_id, null)
  })
})

describe('a snoozed item', () => {
  it('is out of the list and the counts until its time, and comes back by itself', async () => {
    const before = await countOf('backordered')
    const [first = ''] = await findIds()
    assert.equal((await snooze({ ids: [first] }, 1)).items.length, 1)
    assert.ok(!(await findIds()).includes(first))
    assert.equal(await countOf('backordered'), before - 1)
    const [snoozed] = await list({ kind: 'backordered', state: 'snoozed' })
    assert.equal(snoozed?.id, first)
    assert.ok(snoozed?.snoozed_until)
    assert.equal(await check(), 0, 'the condition is still true')
    await testApp.advanceTime(dayMs + 1)
    const item = (await list(overdue)).find(({ id }) => id === first)
    assert.equal(item?.snoozed_until, null)
    assert.equal(await countOf('backordered'), before)
    assert.deepEqual(await list({ kind: 'backordered', state: 'snoozed' }), [])
  })

  it('ends with its condition, and a later condition begins without snooze', async () => {
    const [first] = await list(overdue)
    await snooze({ ids: [first?.id ?? ''] }, 7)
    await setGift(first?.gift_request_id, 'ordered')
    assert.equal(await check(), 1)
    const ended = await testApp.run((ctx) => attention.find(ctx, first?.id ?? ''))
    assert.ok(ended?.cleared_at)
    assert.equal(ended.snoozed_until, null)
    assert.deepEqual((await snooze({ ids: [ended.id] }, 7)).rejected, [
      { reason: 'ended', count: 1 },
    ])
    await setGift(first?.gift_request_id, 'backordered')
    await check()
    assert.ok((await list(overdue)).some((each) => each.subject_id === first?.subject_id))
  })

  it('shows again at once, and is never hidden for more than 90 days', async () => {
    const [first = ''] = await findIds()
    await snooze({ ids: [first] }, 90)
    assert.ok(!(await findIds()).includes(first))
    await snooze({ ids: [first] }, null)
    assert.ok((await findIds()).includes(first))
    for (const days of [0, -1, 92])
      await assert.rejects(
        snooze({ ids: [first] }, days),
        (error) => error instanceof ApiError && error.fieldErrors[0]?.param === 'until',
      )
  })

  it('hides its subject from the overview unless the subject has another problem', async () => {
    const kinds = ['endpoint_failing', 'delivery_abandoned'] as const
    const hidden = () => testApp.run((ctx) => attention.findSnoozedSubjects(ctx, kinds))
    const [item] = await list({ kind: 'endpoint_failing', state: 'open' })
    assert.ok(item)
    await snooze({ ids: [item.id] }, 1)
    assert.deepEqual(await hidden(), [item.subject_id])
    const other = newId()
    await testApp.run((ctx) =>
      ctx.query(
        `insert into attention.item select account_id, $2, number + 1000, 'delivery_abandoned', subject_type, subject_id,
           gift_request_id, 'five_attempts_failed', since, raised_at from attention.item where id = $1`,
        [item.id, other],
      ),
    )
    assert.deepEqual(await hidden(), [])
    await testApp.run((ctx) => ctx.query('delete from attention.item where id = $1', [other]))
    await snooze({ ids: [item.id] }, null)
  })
})

it('is ended by a check that runs at the same time, and cannot be snoozed after it', async () => {
  const [first] = await list(overdue)
  const id = first?.id ?? ''
  await setGift(first?.gift_request_id, 'ordered')
  const { changed, checked } = await testApp.run(async (ctx) => {
    const until = new Date(ctx.now.getTime() + dayMs)
    const changed = await attention.snooze(ctx, { ids: [id] }, until)
    const checked = check()
    await keepOpenUntilBlocking(ctx, checked)
    return { changed, checked }
  })
  assert.equal(changed.items.length, 1)
  assert.equal(await checked, 1)
  const item = await testApp.run((ctx) => attention.find(ctx, id))
  assert.ok(item?.cleared_at)
  assert.equal(item.snoozed_until, null)
  const late = await inTransaction(testApp.db, account_id, async (ctx) => {
    const [, ...others] = await list(overdue)
    const next = others[0]
    await setGift(next?.gift_request_id, 'ordered')
    await check()
    return attention.snooze(ctx, { ids: [next?.id ?? ''] }, new Date(ctx.now.getTime() + dayMs))
  })
  assert.deepEqual(late.rejected, [{ reason: 'ended', count: 1 }])
})

it('does not deadlock with a check that ends one item and changes another', async () => {
  const [low, high] = (await list(overdue)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  assert.ok(low && high)
  await setGift(high.gift_request_id, 'ordered')
  await testApp.run((ctx) =>
    ctx.query(`update attention.item set cause = 'lost' where id = $1`, [low.id]),
  )
  const checked = await testApp.run(async (ctx) => {
    const until = new Date(ctx.now.getTime() + dayMs)
    await attention.snooze(ctx, { ids: [low.id] }, until)
    const checked = check()
    await keepOpenUntilBlocking(ctx, checked)
    assert.equal((await attention.snooze(ctx, { ids: [high.id] }, until)).items.length, 1)
    return { work: checked }
  })
  assert.equal(await checked.work, 1)
  await snooze({ ids: [low.id] }, null)
})

it('changes a group in one statement, and counts it by kind and cause', async () => {
  await seedGifts(testApp, account_id, { count: 600, state: 'shipping_error', mark: 'B' })
  while ((await check()) > 0);
  const groups = await testApp.run((ctx) => attention.listGroups(ctx, { state: 'open' }))
  const group = groups.find(({ kind }) => kind === 'address_refused')
  assert.equal(group?.count, 600)
  assert.equal(group?.newest.length, 3)
  assert.deepEqual(
    groups.map(({ kind }) => kind),
    groups.map(({ kind }) => kind).toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
  )
  const matching = { kind: 'address_refused', cause: 'label_refused', state: 'open' } as const
  assert.equal((await assign(matching, sender.id)).items.length, 600)
  assert.equal((await snooze({ ...matching, assignee_id: sender.id }, 7)).items.length, 600)
  assert.equal(await countOf('address_refused'), 0)
  const hidden = await testApp.run((ctx) => attention.listGroups(ctx, { state: 'snoozed' }))
  assert.deepEqual(
    hidden.map(({ kind, count }) => [kind, count]),
    [['address_refused', 600]],
  )
  assert.equal(
    (await testApp.run((ctx) => attention.findGifts(ctx, { ...matching, state: 'snoozed' })))
      .length,
    600,
  )
})

const order: readonly string[] = ['backordered', 'address_refused', 'stock_low', 'endpoint_failing']
