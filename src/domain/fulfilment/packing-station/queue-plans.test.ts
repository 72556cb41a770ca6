import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { newId } from '#platform/lib/ids'
import { ALL_ACCOUNTS, type TxContext } from '#platform/postgres/database'
import * as plans from '#test/query-plans'
import { createTestDatabase } from '#test/test-database'
import * as store from './packing-store.ts'

/*
 * The cost of a page of the queue must not grow with the queue. The test limits the buffers that the statements read,
 * with 100,000 parcels, so that a full scan exceeds the limit by far.
 */

const app = await createTestDatabase()
after(() => app.close())
const account = await app.newAccount()
const [busy, small] = [newId(), newId()]

await app.run(ALL_ACCOUNTS, async (ctx) => {
  await ctx.query(
    `insert into gifting.gift_request (account_id, id, reference, state, status, version, is_direct, sender_id,
       sender_name, sender_email, email_key, first_name, last_name, email, email_message, metadata, search_first,
       search_last, expires_at, delivered_emitted, created_at, updated_at)
     select $1, $2, 'GR-00000001', 'ordered', 'redeemed', 1, true, $2, '', '', '', '', '', '', '{}', '{}', '', '',
       now(), false, now(), now()`,
    [account.id, busy],
  )
  await ctx.query(
    'insert into fulfilment.shipping_order (account_id, gift_request_id, created_at) values ($1, $2, now())',
    [account.id, busy],
  )
  // in parts, because each statement has a timeout
  for (let first = 1; first < 100_000; first += 10_000)
    await ctx.query(
      `insert into fulfilment.parcel (account_id, id, gift_request_id, number, state, warehouse_id, carrier, created_at, updated_at)
       select $1, gen_random_uuid(), $2, i, 'ordered', case when i % 1000 = 0 then $3::uuid else $2 end, 'manual',
         now() + i * interval '1 second', now() from generate_series($4::int, $4 + 9999) i`,
      [account.id, busy, small, first],
    )
  await ctx.query(
    `insert into fulfilment.packing (account_id, parcel_id, packed_at, packed_by)
     select account_id, id, now(), id from fulfilment.parcel where number <= 500`,
  )
})
await plans.vacuum(app, ['fulfilment.parcel', 'fulfilment.packing'])

const countBuffers = (callback: (ctx: TxContext) => Promise<unknown>): Promise<number> =>
  plans.countBuffers(app, account.id, callback)

const part = { carriers: ['manual', 'easypost'], limit: 26 }

it('reads one page of 100,000 parcels through the index', async () => {
  // 500 packed parcels are at the head of the queue
  const head = await countBuffers((ctx) => store.findToPack(ctx, part))
  assert.ok(head < 3_000, `the first page reads ${head} buffers`)
  const after = { at: new Date(Date.now() + 50_000_000), id: newId() }
  const deep = await countBuffers((ctx) => store.findToPack(ctx, { ...part, after }))
  assert.ok(deep < 400, `a deep page reads ${deep} buffers`)
  const free = await countBuffers((ctx) => store.findFree(ctx, { ...part, after }))
  assert.ok(free < 400, `${free} buffers`)
})

it('finds the parcels of a small warehouse without reading those of the others', async () => {
  const buffers = await countBuffers((ctx) =>
    store.findToPack(ctx, { ...part, warehouse_id: small }),
  )
  assert.ok(buffers < 400, `${buffers} buffers`)
})

it('lists packed parcels from their own index', async () => {
  const buffers = await countBuffers((ctx) => store.findPacked(ctx, part))
  assert.ok(buffers < 3_000, `${buffers} buffers`)
})

it('stops counting at the cap', async () => {
  const buffers = await countBuffers((ctx) => store.countToPack(ctx, { ...part, limit: 1_001 }))
  assert.ok(buffers < 6_000, `${buffers} buffers`)
})
