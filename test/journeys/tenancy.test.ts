import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestApp, giftBody } from '#test/api-harness'

const testApp = await createTestApp()
const { account: otherAccount } = await testApp.createOtherAccount()
await testApp.api.post('/gift_requests', giftBody(testApp))

it('row-level security hides rows from a query without an account filter', async () => {
  const rows = (account_id: string) =>
    testApp.run(
      (ctx) => ctx.query<{ account_id: string }>('select account_id from gifting.gift_request'),
      account_id,
    )
  assert.deepEqual(await rows(otherAccount.id), [])
  assert.equal((await rows(testApp.account.id)).length, 1)
  await assert.rejects(
    testApp.run((ctx) =>
      ctx.query('update gifting.gift_request set account_id = $1', [otherAccount.id]),
    ),
    /row-level security/,
  )
})

it('a connection without an account sees no rows', async () => {
  const client = await testApp.db.pool.connect()
  try {
    const { rows } = await client.query('select count(*)::int as n from gifting.gift_request')
    assert.deepEqual(rows, [{ n: 0 }])
  } finally {
    client.release()
  }
})

it('row-level security covers every table with account data', async () => {
  const open = await testApp.run((ctx) =>
    ctx.query<{ name: string }>(
      `select c.oid::regclass::text as name
         from pg_class c
         join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
        where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
          and (a.attname = 'account_id' or c.oid = 'access.account'::regclass)
          and not (c.relrowsecurity and c.relforcerowsecurity)`,
    ),
  )
  assert.deepEqual(open, [])
})
