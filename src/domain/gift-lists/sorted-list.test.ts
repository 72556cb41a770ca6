import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { ALL_ACCOUNTS, type TxContext } from '#platform/postgres/database'
import { encodeCursor } from '#platform/postgres/keyset'
import { pluck } from '#test/pluck'
import * as plans from '#test/query-plans'
import { createTestDatabase } from '#test/test-database'
import * as giftLists from './index.ts'

/*
 * The sorted list contains each gift once, in order. A page reads few buffers with any sort and any filter.
 */

const app = await createTestDatabase()
after(() => app.close())
const account = await app.newAccount()
const accountSql = `'${account.id}'::uuid`
const rowCount = 30_000
const idSql = `(substr(platform.uuid_floor('2026-01-01'::timestamptz + i * interval '1 minute')::text, 1, 14)
    || '7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`
const campaignId = (number: number) => `019de316-0000-7000-8000-00000000000${number}`

/**
 * Inserts gifts. Campaign 1 has many gifts, and campaign 2 has 40 old ones. The order of names, changes and
 * expiries differs from the order of the ids.
 */
async function insertGifts(ctx: TxContext, from: number, to: number): Promise<void> {
  const rows = `generate_series(${from}, ${to}) i`
  await ctx.query(`insert into gifting.contact (account_id, id, email_key, created_at)
    select ${accountSql}, ${idSql}, 'person' || i || '@example.com', now() from ${rows}`)
  await ctx.query(`insert into gifting.gift_request (account_id, id, reference, state, status, version, is_direct,
      campaign_id, sender_id, sender_name, sender_email, contact_id, email_key, first_name, last_name, email, email_message,
      metadata, search_first, search_last, expires_at, delivered_emitted, created_at, updated_at, sent_at, country)
    select ${accountSql}, ${idSql}, 'GR-' || i, case when i % 3 = 0 then 'awaiting_recipient' else 'complete' end,
      case when i % 3 = 0 then 'submitted' else 'delivered' end, 1, false,
      case when i <= 40 then '${campaignId(2)}' else '${campaignId(1)}' end::uuid, ${idSql}, 'Ada', 'a@example.com',
      ${idSql}, 'person' || i || '@example.com', '', '', '', '{}', '{}',
      case when i % 500 = 0 then '' else 'name' || lpad((i * 7919 % 1009)::text, 4, '0') end,
      case when i % 500 = 0 then '' else 'last' || lpad((i * 31 % 97)::text, 2, '0') end,
      '2027-01-01'::timestamptz + (i * 7919 % 5003) * interval '1 minute', true, now(),
      '2026-06-01'::timestamptz + (i * 6007 % 9001) * interval '1.000001 second', now(), 'US' from ${rows}`)
}

/**
 * Inserts the places of two one-links. In the order of changes they are between gifts, and in the order of
 * names they come first.
 */
async function insertPlaces(ctx: TxContext, link: string): Promise<void> {
  await ctx.query(`insert into gifting.one_link (account_id, id, campaign_id, campaign_name, quantity, allowed_email_domains,
      code_digest, code, expires_at, created_at, updated_at)
    select ${accountSql}, '${link}', '${campaignId(1)}', '', 10000, '{}', '${link}', '', now(), now(), now()`)
  const number = link.slice(-1)
  await ctx.query(`insert into gifting.gift_request (account_id, id, reference, state, status, version, is_direct,
      campaign_id, sender_id, sender_name, sender_email, email_key, first_name, last_name, email, email_message, metadata,
      expires_at, created_at, updated_at, one_link_id)
    select ${accountSql}, (substr(platform.uuid_floor('2026-01-10'::timestamptz)::text, 1, 14)
        || '7000-${number}000-' || lpad(to_hex(i), 12, '0'))::uuid, 'GR-P${number}' || i, 'unclaimed', 'submitted', 1, false,
      '${campaignId(1)}', ${idSql}, '', '', '', '', '', '', '{}', '{}', now(), now(), '2026-06-01 01:00Z', '${link}'
      from generate_series(1, 10000) i`)
}

const batch = 10_000
for (let from = 1; from <= rowCount; from += batch)
  await app.run(ALL_ACCOUNTS, (ctx) => insertGifts(ctx, from, from + batch - 1))
for (const link of [campaignId(8), campaignId(9)])
  await app.run(ALL_ACCOUNTS, (ctx) => insertPlaces(ctx, link))
await plans.vacuum(app, ['gifting.gift_request', 'gifting.contact'])

const countBuffers = (callback: (ctx: TxContext) => Promise<unknown>): Promise<number> =>
  plans.countBuffers(app, account.id, callback)

async function readAll(query: giftLists.AdminGiftQuery, sort: giftLists.GiftSort, limit: number) {
  const ids: string[] = []
  for (let after: string | undefined; ; ) {
    const page = { limit, ...(after !== undefined && { after }) }
    const { data, has_more, next_after } = await app.run(account.id, (ctx) =>
      giftLists.browseSorted(ctx, query, sort, page),
    )
    ids.push(...data.map(({ id }) => id))
    assert.equal(has_more, next_after !== null)
    if (next_after === null) return ids
    assert.equal(data.length, limit)
    after = next_after
  }
}

/** SQL for the expected order of the gifts, by the sort of the list. */
const orders: Record<giftLists.GiftSort['by'], (order: string) => string> = {
  updated: (order) => `g.updated_at ${order}, g.id ${order}`,
  expires: (order) =>
    `(g.state <> 'awaiting_recipient'), case when g.state = 'awaiting_recipient' then g.expires_at end ${order},
     case when g.state = 'awaiting_recipient' then g.id end ${order}, g.id desc`,
  recipient: (order) =>
    `(g.search_first = ''), g.search_first ${order}, g.search_last ${order},
     case when g.search_first <> '' then g.id end ${order}, g.id desc`,
}

async function readExpected(condition: string, { by, order }: giftLists.GiftSort) {
  const rows = await app.run(account.id, (ctx) =>
    ctx.query<{ id: string }>(
      `select g.id from gifting.gift_request g where g.account_id = $1 and g.one_link_id is null and ${condition}
        order by ${orders[by](order)}`,
      [account.id],
    ),
  )
  return rows.map(({ id }) => id)
}

const sorts = (['updated', 'expires', 'recipient'] as const).flatMap((by) =>
  (['asc', 'desc'] as const).map((order) => ({ by, order })),
)
const old = { created_until: new Date('2026-01-02') }

describe('the sorted list of gifts', () => {
  for (const sort of sorts) {
    const name = `${sort.by}, ${sort.order}`
    it(`has each gift once and no placeholder, by ${name}`, async () => {
      assert.deepEqual(await readAll({}, sort, 900), await readExpected('true', sort))
      const campaign_id = campaignId(2)
      assert.deepEqual(
        await readAll({ campaign_id }, sort, 7),
        await readExpected(`g.campaign_id = '${campaign_id}'`, sort),
      )
    })

    it(`reads few buffers, by ${name}`, async () => {
      const queries: giftLists.AdminGiftQuery[] = [
        ...[{}, { campaign_id: campaignId(2) }, old, { country: 'DE' }, { search: 'name0001' }],
        ...[{ status: 'submitted' as const }, { campaign_id: campaignId(1) }, { country: 'US' }],
      ]
      for (const [at, query] of queries.entries()) {
        const page = { limit: 25 }
        const buffers = await countBuffers((ctx) => giftLists.browseSorted(ctx, query, sort, page))
        // With a common filter, the query first reads up to 5,000 matches to find out that the filter is
        // common.
        assert.ok(buffers < (at < 5 ? 900 : 6_000), `${buffers} by ${JSON.stringify(query)}`)
      }
    })
  }

  it('reads few buffers behind the gifts with a value', async () => {
    for (const by of ['expires', 'recipient'] as const) {
      const sort = { by, order: 'asc' as const }
      const id = '00000000-0000-4000-8000-000000000000'
      const after = encodeCursor({ part: 1, values: [], id: id.replaceAll('0', 'f') })
      const buffers = await countBuffers((ctx) =>
        giftLists.browseSorted(ctx, {}, sort, { limit: 25, after }),
      )
      // The query skips the gifts that await their recipient in the index that contains them.
      assert.ok(buffers < 2_500, `${buffers} by ${by}`)
    }
  })

  it('goes on behind the position at which a row was read, wherever the row is now', async () => {
    const sort = { by: 'updated', order: 'asc' } as const
    const [first, second, third] = await readExpected('true', sort)
    const page = await app.run(account.id, (ctx) =>
      giftLists.browseSorted(ctx, {}, sort, { limit: 2 }),
    )
    assert.deepEqual(pluck(page.data, 'id'), [first, second])
    await app.run(account.id, (ctx) =>
      ctx.query(
        'update gifting.gift_request set updated_at = $3 where account_id = $1 and id = $2',
        [account.id, second, new Date('2027-01-01')],
      ),
    )
    const next = await app.run(account.id, (ctx) =>
      giftLists.browseSorted(ctx, {}, sort, { limit: 1, after: page.next_after ?? '' }),
    )
    assert.equal(next.data[0]?.id, third)
  })

  it('rejects cursors of another list and invented ones', async () => {
    const id = '019de316-9040-7435-a442-b8c398bf5cbf'
    const cursors = [
      ...[
        '',
        'x',
        id,
        Buffer.from('{}').toString('base64url'),
        Buffer.from('[0]').toString('base64url'),
      ],
      encodeCursor({ part: 0, values: [], id }),
      encodeCursor({ part: 0, values: ['2026-02-31 00:00:00Z'], id }),
      encodeCursor({ part: 0, values: ['1'], id }),
      encodeCursor({ part: 0, values: ['2026-01-01 00:00:00Z', 'a'], id }),
      encodeCursor({ part: 7, values: [], id }),
      encodeCursor({ part: -1, values: [], id }),
      encodeCursor({ part: 0, values: ['2026-01-01 00:00:00Z'], id: 'x' }),
      'a'.repeat(5_000),
    ]
    for (const after of cursors)
      await assert.rejects(
        app.run(account.id, (ctx) =>
          giftLists.browseSorted(ctx, {}, { by: 'updated', order: 'asc' }, { limit: 1, after }),
        ),
        { status: 400 },
        after,
      )
    const after = encodeCursor({ part: 0, values: ['a\0', 'b'], id })
    await assert.rejects(
      app.run(account.id, (ctx) =>
        giftLists.browseSorted(ctx, {}, { by: 'recipient', order: 'asc' }, { limit: 1, after }),
      ),
      { status: 400 },
    )
  })
})
