import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import * as gifting from '#gifting'
import { ALL_ACCOUNTS, type TxContext } from '#platform/postgres/database'
import * as plans from '#test/query-plans'
import { createTestDatabase } from '#test/test-database'

/* A page of the list reads few buffers with any filter, in an account with 100,000 gift requests. */

const app = await createTestDatabase()
after(() => app.close())
const account = await app.newAccount()
const rowCount = 100_000
const accountSql = `'${account.id}'::uuid`
const idSql = `(substr(platform.uuid_floor('2026-01-01'::timestamptz + i * interval '1 minute')::text, 1, 14)
    || '7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`

/** Inserts a part of the rows. The parts are small enough that no statement exceeds its timeout. */
async function insertRows(ctx: TxContext, from: number, to: number): Promise<void> {
  const rows = `generate_series(${from}, ${to}) i`
  await ctx.query(`insert into gifting.contact (account_id, id, email_key, created_at)
    select ${accountSql}, ${idSql}, 'person' || i || '@example.com', now() from ${rows}`)
  await ctx.query(`insert into gifting.gift_request (account_id, id, reference, state, status, version, is_direct,
      campaign_id, sender_id, sender_name, sender_email, contact_id, email_key, first_name, last_name, email, email_message,
      metadata, search_first, search_last, expires_at, delivered_emitted, created_at, updated_at)
    select ${accountSql}, ${idSql}, 'GR-' || i, 'complete', 'delivered', 1, false, ${idSql}, ${idSql}, 'Ada', 'a@example.com',
      ${idSql}, 'person' || i || '@example.com', 'Anna', 'Smith', 'a@example.com', '{}', '{"shop":"main"}', 'anna', 'smith',
      now(), true, now(), '2026-01-01'::timestamptz + i * interval '1 second' from ${rows}`)
  await ctx.query(`insert into gifting.metadata_pair
    select ${accountSql}, gifting.metadata_digest('shop', 'main'), ${idSql} from ${rows}
    union all select ${accountSql}, gifting.metadata_digest('order', i::text), ${idSql} from ${rows}`)
  await ctx.query(`insert into fulfilment.shipping_order (account_id, gift_request_id, created_at)
    select ${accountSql}, ${idSql}, now() from ${rows}`)
  await ctx.query(`insert into fulfilment.parcel (account_id, id, gift_request_id, number, state, has_left, carrier, created_at, updated_at)
    select ${accountSql}, ${idSql}, ${idSql}, 1, case when i = 77 then 'lost' else 'delivered' end, true, 'manual', now(), now()
      from ${rows}`)
}

await app.run(ALL_ACCOUNTS, (ctx) =>
  ctx.query('alter table gifting.gift_request disable trigger metadata_pairs_of_new'),
)
const batch = 10_000
for (let from = 1; from <= rowCount; from += batch)
  await app.run(ALL_ACCOUNTS, (ctx) => insertRows(ctx, from, from + batch - 1))
const tables = [
  'gifting.gift_request',
  'gifting.metadata_pair',
  'fulfilment.parcel',
  'gifting.contact',
]
await plans.vacuum(app, tables)

const countBuffers = (callback: (ctx: TxContext) => Promise<unknown>): Promise<number> =>
  plans.countBuffers(app, account.id, callback)

const page = { limit: 25, order: 'desc' } as const
const middle = new Date('2026-01-01T12:00:00Z')
const filters: Record<string, gifting.GiftFilter> = {
  'no filter': {},
  'a common pair': { metadata: { shop: 'main' } },
  'a rare pair': { metadata: { order: '4711' } },
  'a common and a rare pair': { metadata: { order: '4711', shop: 'main' } },
  'an unknown pair': { metadata: { order: 'none' } },
  'a common parcel state': { parcel_state: 'delivered' },
  'a rare parcel state': { parcel_state: 'lost' },
  'a pair and a parcel state': { metadata: { order: '77' }, parcel_state: 'lost' },
  changes: { updated_after: middle },
  'changes of a status': { updated_after: middle, status: 'delivered' },
}

describe('a page of 100,000 gift requests reads few buffers', () => {
  for (const [name, filter] of Object.entries(filters))
    for (const order of ['desc', 'asc'] as const)
      it(`with ${name}, ${order}`, async () => {
        const buffers = await countBuffers((ctx) => gifting.list(ctx, filter, { ...page, order }))
        assert.ok(buffers < 700, `${buffers} buffers`)
      })

  it('with changes behind a row', async () => {
    const { data } = await app.run(account.id, (ctx) =>
      gifting.list(ctx, { updated_after: middle }, page),
    )
    const last = data.at(-1)
    assert.ok(last !== undefined && data.length === 25)
    const filter = { updated_after: last.updated_at }
    const buffers = await countBuffers((ctx) =>
      gifting.list(ctx, filter, { ...page, after: last.id }),
    )
    assert.ok(buffers < 700, `${buffers} buffers`)
  })
})
