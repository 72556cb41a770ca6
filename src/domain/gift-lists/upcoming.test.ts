import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { ALL_ACCOUNTS, type TxContext } from '#platform/postgres/database'
import * as plans from '#test/query-plans'
import { createTestDatabase } from '#test/test-database'
import * as giftLists from './index.ts'

/*
 * The counts of upcoming events and changes are equal to the lengths of their lists, and read few buffers
 * even with many gifts.
 */

const app = await createTestDatabase()
after(() => app.close())
const account = await app.newAccount()
const accountSql = `'${account.id}'::uuid`
const rowCount = 40_000
const idSql = `(substr(platform.uuid_floor('2026-03-01'::timestamptz + i * interval '2 minutes')::text, 1, 14)
    || '7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`

/**
 * Inserts gifts. The clock shows 2026-05-01 10:30Z. One gift in 100 is scheduled for one of the next 20 days,
 * and one gift in 50 expires on one of these days. The other gifts are delivered, or expire after a year. One
 * gift in three is opened after a day, and one in five is redeemed after four days.
 */
const insertGifts = (ctx: TxContext, from: number, to: number) =>
  ctx.query(`insert into gifting.gift_request (account_id, id, reference, state, status, version, is_direct,
      sender_id, sender_name, sender_email, email_key, first_name, last_name, email, email_message,
      metadata, send_at, expires_at, delivered_emitted, created_at, updated_at, sent_at, opened_at, redeemed_at)
    select ${accountSql}, ${idSql}, 'GR-' || i,
      case when i % 100 = 1 then 'scheduled' when i % 50 = 0 or i % 2 = 1 then 'awaiting_recipient' else 'complete' end,
      case when i % 50 = 0 or i % 2 = 1 then 'submitted' else 'delivered' end, 1, false, ${idSql}, 'Ada', 'a@example.com',
      '', '', '', '', '{}', '{}',
      case when i % 100 = 1 then '2026-05-01 04:00Z'::timestamptz + (i / 100 % 20) * interval '1 day' end,
      case when i % 50 = 0 then '2026-05-01 05:00Z'::timestamptz + (i / 50 % 20) * interval '1 day'
           else '2027-05-01'::timestamptz end, true, now(), now(),
      case when i % 100 <> 1 then at end, case when i % 3 = 0 then at + interval '1 day' end,
      case when i % 5 = 0 then at + interval '4 days' end
    from generate_series(${from}, ${to}) i
      cross join lateral (select '2026-03-01'::timestamptz + i * interval '2 minutes' as at) t`)
const batch = 10_000
for (let from = 1; from <= rowCount; from += batch)
  await app.run(ALL_ACCOUNTS, (ctx) => insertGifts(ctx, from, from + batch - 1))
await plans.vacuum(app, ['gifting.gift_request'])

const countBuffers = (callback: (ctx: TxContext) => Promise<unknown>): Promise<number> =>
  plans.countBuffers(app, account.id, callback)

describe('the next seven days', () => {
  it('have the counts of the lists that they link to', async () => {
    const { days, is_capped } = await app.run(account.id, giftLists.listUpcoming)
    assert.equal(is_capped, false)
    assert.deepEqual(
      days.map(({ day }) => day.slice(5)),
      ['05-01', '05-02', '05-03', '05-04', '05-05', '05-06', '05-07'],
    )
    for (const { day, scheduled, expiring } of days) {
      const [from, until] = [new Date(`${day}T00:00:00Z`), new Date(Date.parse(day) + 86_400_000)]
      const count = (query: giftLists.AdminGiftQuery) =>
        app.run(account.id, (ctx) => giftLists.countMatches(ctx, query))
      assert.ok(scheduled > 10 && expiring > 20, day)
      assert.equal(await count({ scheduled_from: from, scheduled_until: until }), scheduled)
      assert.equal(await count({ expires_from: from, expires_until: until }), expiring)
    }
  })

  it('count overdue gifts as due today', async () => {
    app.time.now = new Date('2026-05-03T10:30:00.000Z')
    const { days } = await app.run(account.id, giftLists.listUpcoming)
    app.time.now = new Date('2026-05-01T10:30:00.000Z')
    const [today, tomorrow] = days
    assert.ok(today !== undefined && tomorrow !== undefined)
    assert.equal(today.day, '2026-05-03')
    assert.equal(today.scheduled, 3 * tomorrow.scheduled)
  })

  it('read few buffers, and so do their lists', async () => {
    assert.ok((await countBuffers(giftLists.listUpcoming)) < 800)
    const day = new Date('2026-05-03T00:00:00Z')
    const until = new Date('2026-05-04T00:00:00Z')
    for (const query of [
      { scheduled_from: day, scheduled_until: until },
      { expires_from: day, expires_until: until },
    ]) {
      const page = { limit: 25, order: 'desc' } as const
      const buffers = await countBuffers((ctx) => giftLists.browse(ctx, query, page))
      assert.ok(buffers < 800, `${buffers} by ${JSON.stringify(query)}`)
    }
  })
})

it('has the scheduled gifts by day in the time zone of the reader, and reads few buffers', async () => {
  const list = (time_zone: string) =>
    app.run(account.id, (ctx) => giftLists.listScheduled(ctx, time_zone))
  const { groups, is_capped } = await list('UTC')
  const [first] = groups
  assert.deepEqual(
    { ...first, first_at: first?.first_at.toISOString() },
    {
      ...{ day: '2026-05-01', first_at: '2026-05-01T04:00:00.000Z' },
      ...{ send: null, campaign_name: null, gifts: 20 },
    },
  )
  assert.equal(groups.length, 20)
  assert.equal(is_capped, false)
  assert.equal((await list('America/Los_Angeles')).groups[0]?.day, '2026-04-30')
  const buffers = await countBuffers((ctx) => giftLists.listScheduled(ctx, 'UTC'))
  assert.ok(buffers < 2_500, `${buffers} buffers for 400 gifts`)
})

describe('the comparison of periods', () => {
  const created_from = new Date('2026-04-11T00:00:00Z')
  const compare = (query: giftLists.AdminGiftQuery) =>
    app.run(account.id, (ctx) => giftLists.comparePeriods(ctx, query))

  it('counts both periods at the same hour and at the same age', async () => {
    app.time.now = new Date('2026-04-21T12:00:00.000Z')
    const comparison = await compare({ created_from })
    assert.ok(comparison !== null)
    assert.equal(comparison.previous_from.toISOString(), '2026-03-31T00:00:00.000Z')
    const { current, previous } = comparison
    // 720 gifts a day for 10.5 days. One gift in 100 is not sent.
    assert.ok(Math.abs(current.sent - 10.5 * 720 * 0.99) < 5, String(current.sent))
    assert.ok(Math.abs(previous.sent - current.sent) < 5)
    // Older gifts had more time, but the additional time does not count.
    assert.ok(Math.abs(previous.redeemed - current.redeemed) < 5)
    assert.ok(Math.abs(previous.opened - current.opened) < 5)
    assert.ok(Math.abs(current.redeemed - (10.5 - 4) * 144) < 5, String(current.redeemed))
  })

  it('equals the list of the same filters, until now', async () => {
    app.time.now = new Date('2026-05-01T10:30:00.000Z')
    const from = new Date('2026-04-20T00:00:00Z')
    const comparison = await compare({ created_from: from })
    assert.equal(
      comparison?.current.sent,
      await app.run(account.id, (ctx) =>
        giftLists.countMatches(ctx, { created_from: from, reached: 'sent' }),
      ),
    )
  })

  it('needs a start, and takes an end', async () => {
    assert.equal(await compare({}), null)
    const created_until = new Date('2026-04-13T00:00:00Z')
    const comparison = await compare({ created_from, created_until })
    assert.equal(comparison?.previous_from.toISOString(), '2026-04-09T00:00:00.000Z')
    assert.ok(Math.abs((comparison?.current.sent ?? 0) - 2 * 720 * 0.99) < 5)
    const empty = await compare({ created_from, created_until: new Date('2026-04-01') })
    assert.equal(empty?.current.sent, 0)
  })

  it('reads an index only', async () => {
    const buffers = await countBuffers((ctx) => giftLists.comparePeriods(ctx, { created_from }))
    assert.ok(buffers < 1_200, `${buffers} buffers`)
  })
})
