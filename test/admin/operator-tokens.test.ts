import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as accounts from '#accounts'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { createAdminClient, createAdminTestApp } from '#test/admin-harness'

const testApp = await createAdminTestApp()
await testApp.run((ctx) => accounts.setOperator(ctx, testApp.admin.email, true), ALL_ACCOUNTS)
const operator = await testApp.signIn(testApp.admin)

/** Creates a token, and a function that sends requests with it, as a program does: without a cookie and an origin. */
async function newToken(name = 'Portal') {
  const { password } = testApp.admin
  const { status, json } = await operator.post('/operator-tokens', { name, password })
  assert.equal(status, 201)
  const client = createAdminClient(testApp.origin)
  const headers = { authorization: `Bearer ${json.token}` }
  const call = (method: string, path: string, body?: unknown) =>
    client.send(method, path, { from: null, headers, ...(body !== undefined && { body }) })
  return { id: json.id as string, token: json.token as string, call }
}

const newAccount = { name: 'Orchard', tier: 'enterprise', email: 'o@example.com', admin_name: 'Oz' }

describe('a program with a token of operators', () => {
  it('manages accounts, and the log of the account names it', async () => {
    const { call } = await newToken('Portal')
    const created = await call('POST', '/accounts', newAccount)
    assert.equal(created.status, 201)
    assert.match(created.json.invitation.url, /\/invitation#/)
    assert.equal(created.json.invitation.email, newAccount.email)
    assert.equal(created.json.api_token, null)
    const { id } = created.json.account
    const renamed = await call('PATCH', `/accounts/${id}`, { name: 'Orchard & Co' })
    assert.equal(renamed.json.name, 'Orchard & Co')
    const suspended = await call('POST', `/accounts/${id}/suspend`, { reason: 'unpaid' })
    assert.ok(suspended.json.suspended_at)
    assert.equal((await call('POST', `/accounts/${id}/resume`)).json.suspended_at, null)
    const found = await call('GET', '/accounts?q=orchard')
    assert.equal(found.json.data.length, 1)
    const entries = await testApp.run(
      (ctx) =>
        ctx.query<{ action: string; actor_name: string }>(
          'select action, actor_name from access.audit_entry order by id',
        ),
      id,
    )
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['account.set_up', 'user.invite', 'account.change', 'account.suspend', 'account.resume'],
    )
    assert.ok(entries.every(({ actor_name }) => actor_name === 'Portal'))
  })

  it('creates one account for a name of its own, also with requests at the same time', async () => {
    const { call } = await newToken()
    const body = { name: 'Sub', tier: 'enterprise', with_token: true, external_id: 'customer-17' }
    const all = await Promise.all([1, 2, 3].map(() => call('POST', '/accounts', body)))
    assert.deepEqual(all.map(({ status }) => status).sort(), [200, 200, 201])
    assert.equal(new Set(all.map(({ json }) => json.account.id)).size, 1)
    const tokens = all.flatMap(({ json }) => json.api_token ?? [])
    assert.equal(tokens.length, 1, 'the API token is shown once')
    const stored = await testApp.run(
      (ctx) => ctx.queryCount('select count(*) from access.api_token'),
      all[0]?.json.account.id,
    )
    assert.equal(stored, 1)
    const found = await call('GET', '/accounts?q=customer-17')
    assert.equal(found.json.data[0].external_id, 'customer-17')
  })

  it('says what is missing', async () => {
    const { call } = await newToken()
    for (const [body, params] of [
      [{ name: 'A', tier: 'enterprise' }, ['email', 'admin_name']],
      [{ name: 'A', tier: 'enterprise', with_token: true, email: 'a@b.example' }, ['admin_name']],
      [{ ...newAccount, email: 'nonsense' }, ['email']],
      [{ ...newAccount, name: ' ' }, ['name']],
    ] as const) {
      const { status, json } = await call('POST', '/accounts', body)
      assert.equal(status, 422)
      assert.deepEqual(
        json.errors.map(({ param }: { param: string }) => param),
        params,
      )
    }
    const before = await call('GET', '/accounts?q=A')
    assert.ok(before.json.data.every(({ name }: { name: string }) => name !== 'A'))
  })

  it('calls nothing but the operations of operators', async () => {
    const { call } = await newToken()
    for (const path of ['/members', '/sessions', '/gift_requests', '/account', '/security'])
      assert.equal((await call('GET', path)).status, 401, path)
    const body = { name: 'Another', password: 'x' }
    assert.equal((await call('POST', '/operator-tokens', body)).status, 403)
    assert.equal((await call('GET', '/operator-tokens')).status, 403)
    const { id } = await newToken()
    assert.equal((await call('DELETE', `/operator-tokens/${id}`)).status, 403)
  })

  it('is rejected as soon as an operator revokes the token', async () => {
    const { id, call, token } = await newToken()
    assert.equal((await call('GET', '/accounts')).status, 200)
    assert.equal((await operator.delete(`/operator-tokens/${id}`)).status, 204)
    assert.equal((await call('GET', '/accounts')).status, 401)
    const listed = (await operator.get('/operator-tokens')).json.data
    const revoked = listed.find((each: { id: string }) => each.id === id)
    assert.ok(revoked.revoked_at !== null && revoked.last_used_at !== null)
    assert.ok(!JSON.stringify(listed).includes(token))
  })
})

describe('a token of operators', () => {
  it('needs an operator with their password', async () => {
    const body = { name: 'X', password: 'wrong' }
    assert.equal((await operator.post('/operator-tokens', body)).status, 422)
    const sender = await testApp.signIn(testApp.sender)
    assert.equal((await sender.get('/operator-tokens')).status, 403)
    const { password } = testApp.sender
    assert.equal((await sender.post('/operator-tokens', { name: 'X', password })).status, 403)
  })

  it('is a hash in the database, which no account can read', async () => {
    const { token } = await newToken()
    const rows = await testApp.run((ctx) => ctx.query('select * from access.operator_token'))
    assert.deepEqual(rows, [])
    const all = await testApp.run(
      (ctx) => ctx.queryValues<string>('select o::text from access.operator_token o'),
      ALL_ACCOUNTS,
    )
    assert.ok(all.length > 0 && !all.join().includes(token.slice(20)))
  })

  it('is not an API token, and an API token is not one', async () => {
    const { token } = await newToken()
    const client = createAdminClient(testApp.origin)
    for (const text of [
      '',
      'Bearer',
      `Bearer ${token}x`,
      `Basic ${token}`,
      token,
      'Bearer svc-v1-staging-x',
    ])
      assert.equal(
        (await client.send('GET', '/accounts', { headers: { authorization: text } })).status,
        401,
        text,
      )
  })
})
