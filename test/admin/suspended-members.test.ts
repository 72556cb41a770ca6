import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { createAdminClient, createAdminTestApp, inAccount } from '#test/admin-harness'
import { eventually } from '#test/eventually'
import { createScimClient } from '#test/scim-fixture'
import { createTestUser } from '#test/test-user'

const testApp = await createAdminTestApp()
const { origin, account } = testApp
const other = await testApp.createAccount('Meadow')
const admin = await testApp.signIn(testApp.admin)

beforeEach(() =>
  testApp.run((ctx) => ctx.query('delete from access.sign_in_attempt'), ALL_ACCOUNTS),
)

const suspend = (id: string, client = admin) => client.post(`/members/${id}/suspend`)
const resume = (id: string) => admin.post(`/members/${id}/resume`)
const stateOf = async (id: string) => {
  const { data } = (await admin.get('/members')).json
  return data.find((each: { id: string }) => each.id === id)?.suspended_at
}
const actionsOf = async (id: string) => {
  const { data } = (await admin.get(`/audit?subject_id=${id}`)).json
  return data.map(({ action }: { action: string }) => action)
}

describe('a suspended member', () => {
  it('is out of the account with the next request, and comes back with a new sign-in', async () => {
    const ada = await testApp.createUser('sender')
    const client = await testApp.signIn(ada)
    assert.equal((await suspend(ada.id)).status, 204)
    assert.equal((await client.get('/gift_requests')).status, 401)
    assert.equal((await client.get('/security')).status, 401)
    assert.ok(await stateOf(ada.id))
    const { status, json } = await createAdminClient(origin).post('/session', {
      email: ada.email,
      password: ada.password,
    })
    assert.deepEqual([status, json.errors[0].code], [422, 'not_allowed'])
    assert.match(json.errors[0].message, /access to this account is suspended/)
    assert.equal((await suspend(ada.id)).status, 204)
    assert.equal((await resume(ada.id)).status, 204)
    assert.equal(await stateOf(ada.id), null)
    assert.equal((await client.get('/gift_requests')).status, 401, 'the old session has ended')
    assert.equal((await (await testApp.signIn(ada)).get('/gift_requests')).status, 200)
    assert.deepEqual((await actionsOf(ada.id)).slice(0, 3), [
      'session.start',
      'user.resume',
      'user.suspend',
    ])
  })

  it('goes on in another account with the same session', async () => {
    const ada = await testApp.createUser('sender')
    const { email } = ada
    await testApp.run(
      (ctx) => createTestUser(ctx, { email, role: 'sender', name: 'Ada' }),
      other.id,
    )
    const client = await testApp.signIn(ada)
    await suspend(ada.id)
    const statusIn = async (id: string) =>
      (await inAccount(origin, client, id).get('/gift_requests')).status
    assert.deepEqual([await statusIn(account.id), await statusIn(other.id)], [403, 200])
    const { me } = (await client.get('/session')).json
    assert.deepEqual([me.account.id, me.accounts.length], [other.id, 1])
    assert.equal((await client.get('/gift_requests')).status, 200)
  })

  it('receives no more live updates', async () => {
    const ada = await testApp.createUser('sender')
    const { cookies } = await testApp.signIn(ada)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const ids = '01890000-0000-7000-8000-000000000000'
    const url = `${origin}/admin/api/stream?topic=gift_requests&ids=${ids}`
    const response = await fetch(url.replace('localhost', '127.0.0.1'), { headers: { cookie } })
    assert.equal(response.status, 200)
    let text = ''
    const reading = (async () => {
      for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
    })()
    await eventually(() => text.includes('event: ready'), { message: 'the ready event' })
    await suspend(ada.id)
    await reading
    assert.match(text, /event: signed_out/)
  })

  it('has no apps: tokens, refresh tokens and codes wait', async () => {
    const ada = await testApp.createUser('admin')
    const { db } = testApp
    const authenticate = apiKeys.createAuthenticator(db, db.deployment)
    const connect = () =>
      testApp.run(async (ctx) => {
        const redirect_uris = ['https://app.example/done']
        const client = await apiKeys.createPublicClient(ctx, { name: 'Agent', redirect_uris })
        const { client_id, api_key } = client
        const { code } = await apiKeys.createAuthorizationCode(ctx, {
          ...{ account_id: account.id, client_id, user_id: ada.id, scopes: ['*'], daily_cap: null },
          ...{ audience: 'api', redirect_uri: 'https://app.example/done' },
          code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        })
        return { client_id, api_key, code }
      })
    const exchange = ({ client_id, code }: Awaited<ReturnType<typeof connect>>) =>
      inTransaction(db, ALL_ACCOUNTS, (ctx) =>
        apiKeys.grantByCode(
          ctx,
          {
            code,
            redirect_uri: 'https://app.example/done',
            code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
          },
          { client_id },
        ),
      )
    const first = await connect()
    const tokens = await exchange(first)
    assert.ok(typeof tokens === 'object', String(tokens))
    const { access_token, refresh_token } = tokens
    const use = () => authenticate(access_token, { api_key: first.api_key })
    const refresh = () =>
      inTransaction(db, ALL_ACCOUNTS, (ctx) =>
        apiKeys.grantByRefresh(ctx, refresh_token, { client_id: first.client_id }),
      )
    assert.ok(await use())
    const pending = await connect()
    await suspend(ada.id)
    assert.equal(await use(), undefined)
    assert.equal(await refresh(), 'invalid_grant')
    assert.equal(await exchange(pending), 'invalid_grant')
    await resume(ada.id)
    assert.ok(await use())
    assert.ok(typeof (await refresh()) === 'object')
  })

  it('is not a sender of new gifts, an approver, or a reader of emails', async () => {
    const ada = await testApp.createUser('admin')
    await suspend(ada.id)
    await testApp.run(async (ctx) => {
      assert.equal(await accounts.findActiveUser(ctx, { id: ada.id }), undefined)
      const members = await accounts.listMembers(ctx)
      assert.ok(!members.some(({ id }) => id === ada.id))
    })
  })

  it('leads its teams still, which the page names', async () => {
    const ada = await testApp.createUser('sender')
    const team = await admin.post('/teams', {
      name: 'Sales',
      lead_id: ada.id,
      member_ids: [ada.id],
    })
    assert.equal(team.status, 201, team.text)
    const { status, json } = await admin.get(`/members/${ada.id}/responsibilities`)
    assert.deepEqual([status, json], [200, { teams: ['Sales'], waiting_sends: 0 }])
    await suspend(ada.id)
    assert.deepEqual((await admin.get(`/members/${ada.id}/responsibilities`)).json, json)
  })
})

describe('a suspension', () => {
  it('needs an admin, of this account, and another member', async () => {
    const ada = await testApp.createUser('sender')
    const stranger = await testApp.signIn(await testApp.createUser('admin', other.id))
    assert.equal((await suspend(ada.id, await testApp.signIn(testApp.sender))).status, 403)
    assert.equal((await suspend(ada.id, stranger)).status, 404)
    assert.equal((await suspend('none')).status, 404)
    const own = await suspend(testApp.admin.id)
    assert.deepEqual([own.status, own.json.errors[0].code], [422, 'not_allowed'])
    assert.match(own.json.errors[0].message, /cannot suspend yourself/)
  })

  it('leaves an active admin, also if two admins suspend each other at once', async () => {
    const { id } = await testApp.createAccount('Two admins')
    const [one, two] = [
      await testApp.createUser('admin', id),
      await testApp.createUser('admin', id),
    ]
    const [first, second] = [await testApp.signIn(one), await testApp.signIn(two)]
    const results = await Promise.all([suspend(two.id, first), suspend(one.id, second)])
    const done = results.filter(({ status }) => status === 204)
    assert.equal(done.length, 1, JSON.stringify(results.map(({ status }) => status)))
    const active = await testApp.run(accounts.listMembers, id)
    assert.equal(active.length, 1)
    const last = active[0]?.id === one.id ? first : second
    const suspended = active[0]?.id === one.id ? two : one
    const transfer = await last.post(`/members/${suspended.id}/transfer-admin`)
    assert.equal(transfer.status, 422)
    assert.equal((await last.delete('/session/account')).status, 409)
  })

  it('is not for members of the identity provider, who takes a suspended member over', async () => {
    const ada = await testApp.createUser('sender')
    const scim = await createScimClient(testApp)
    await suspend(ada.id)
    const body = { userName: ada.email, emails: [{ value: ada.email }], active: true }
    await scim.create('Users', body)
    assert.equal(await stateOf(ada.id), null)
    const { status, json } = await suspend(ada.id)
    assert.equal(status, 422)
    assert.match(json.errors[0].message, /Deactivate the person there/)
  })
})
