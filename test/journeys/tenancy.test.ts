import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestApp, giftBody } from '#test/api-harness'

const testApp = await createTestApp()
const { api: otherApi, account: otherAccount } = await testApp.createOtherAccount()
const { json: gift } = await testApp.api.post('/gift_requests', giftBody(testApp))
const campaign = testApp.campaign('email')

const unknownId = '018f0000-0000-7000-8000-000000000000'

it("another account's ids look like unknown ids on every route", async () => {
  for (const [method, path] of [
    ['GET', '/gift_requests/{id}'],
    ['GET', '/gift_requests/{id}/history'],
    ['POST', '/gift_requests/{id}/cancel'],
    ['POST', '/test_helpers/gift_requests/{id}/advance'],
    ['GET', '/campaigns/{id}'],
  ] as const) {
    const request = (id: string) => {
      const filled = path.replace('{id}', id)
      return method === 'GET'
        ? otherApi.get(filled)
        : otherApi.post(filled, path.endsWith('advance') ? { to: 'cancelled' } : undefined)
    }
    const foreign = await request(path.startsWith('/campaigns') ? campaign.id : gift.id)
    const unknownResponse = await request(unknownId)
    const nonsense = await request('nonsense')
    assert.equal(foreign.status, 404, path)
    assert.equal(foreign.text, unknownResponse.text, path)
    assert.equal(foreign.text, nonsense.text, path)
  }
  assert.equal((await testApp.api.get(`/gift_requests/${gift.id}`)).json.status, 'submitted')
})

it("rejects another account's ids in bodies and cursors", async () => {
  const create = await otherApi.post('/gift_requests', giftBody(testApp))
  assert.equal(create.status, 422)
  assert.deepEqual(
    create.json.errors.map(
      (error: { param: string; code: string }) => `${error.param} ${error.code}`,
    ),
    ['campaign_id invalid_reference'],
  )
  for (const path of [`/gift_requests?after=${gift.id}`, `/campaigns?after=${campaign.id}`]) {
    const foreign = await otherApi.get(path)
    const unknown = await otherApi.get(path.replace(/after=.*/, `after=${unknownId}`))
    assert.equal(foreign.status, 400, path)
    assert.equal(foreign.text, unknown.text, path)
  }
  assert.deepEqual((await otherApi.get(`/gift_requests?campaign_id=${campaign.id}`)).json.data, [])
  assert.deepEqual((await otherApi.get(`/gift_requests?reference=${gift.reference}`)).json.data, [])
})

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
