import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import * as catalogue from '#catalogue'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { createAdminClient, createAdminTestApp } from '#test/admin-harness'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const { origin } = testApp
const day = 24 * 60 * 60_000

beforeEach(async () => {
  testApp.time.offsetMs = 0
  await testApp.run((ctx) => ctx.query('delete from access.sign_in_attempt'), '*')
})

const admin = () => testApp.signIn(testApp.admin)
const auditActions = async (subject_id: string) => {
  const { data } = (await (await admin()).get(`/audit?subject_id=${subject_id}&order=asc`)).json
  return pluck(data, 'action')
}

describe('an invitation', () => {
  const invite = async (email: string, role = 'sender') =>
    (await admin()).post('/invitations', { email, role, name: 'Grace Hopper' })
  const accept = (token: string | undefined, overrides = {}) =>
    createAdminClient(origin).post('/invitation', {
      token,
      name: 'Grace',
      password: 'correct horse battery',
      ...overrides,
    })

  it('is sent by email, has a preview, and creates a user once', async () => {
    const email = 'grace@example.com'
    const { status, json } = await invite(email)
    assert.equal(status, 201)
    const token = await testApp.findLastEmailToken(email)
    const preview = await createAdminClient(origin).post('/invitation/preview', { token })
    assert.deepEqual(preview.json, {
      account_name: 'Larkfield',
      email,
      name: 'Grace Hopper',
      role: 'sender',
      role_name: null,
      inviter: 'Ada admin',
      has_sign_in: false,
      needs_confirmation: false,
      single_sign_on: 'none',
    })
    const client = createAdminClient(origin)
    const accepted = await client.post('/invitation', {
      token,
      name: 'Grace',
      password: 'correct horse battery',
    })
    assert.equal(accepted.status, 201)
    assert.equal(accepted.json.me.role, 'sender')
    assert.equal((await client.get('/sessions')).status, 200)
    assert.equal((await accept(token)).status, 404, 'second use')
    assert.equal(
      (await createAdminClient(origin).post('/invitation/preview', { token })).status,
      404,
    )
    assert.deepEqual((await (await admin()).get('/invitations')).json.data, [])
    assert.deepEqual(await auditActions(json.id), ['user.invite'])
    assert.equal((await invite(email.toUpperCase())).status, 422, 'already a member')
  })

  it('expires after a week, when revoked, and when resent', async () => {
    const email = 'late@example.com'
    const { id } = (await invite(email)).json
    const first = await testApp.findLastEmailToken(email)
    const again = await (await admin()).post(`/invitations/${id}/resend`)
    assert.equal(again.status, 200)
    const second = await testApp.findLastEmailToken(email)
    assert.notEqual(first, second)
    assert.equal((await accept(first)).status, 404)
    testApp.time.offsetMs = 7 * day + 1000
    assert.equal((await accept(second)).status, 404)
    testApp.time.offsetMs = 0
    const revoked = await (await admin()).delete(`/invitations/${again.json.id}`)
    assert.equal(revoked.status, 204)
    assert.equal((await accept(second)).status, 404)
  })

  it('requires a long password, and stays valid after a short one', async () => {
    const email = 'short@example.com'
    await invite(email)
    const token = await testApp.findLastEmailToken(email)
    const short = await accept(token, { password: 'short' })
    assert.deepEqual([short.status, short.json.errors[0].param], [422, 'password'])
    assert.equal((await accept(token)).status, 201)
  })

  it('reveals an existing membership to the invitee, but not to the inviter', async () => {
    const other = await testApp.createAccount('Elsewhere')
    const { email } = await testApp.createUser('sender', other.id)
    assert.equal((await invite(email)).status, 201)
    const rejected = await accept(await testApp.findLastEmailToken(email))
    assert.deepEqual([rejected.status, rejected.json.errors[0].param], [422, 'email'])
  })

  it('requires a valid email address and role', async () => {
    const invalid = await invite('not an address')
    assert.deepEqual([invalid.status, invalid.json.errors[0].param], [422, 'email'])
    const role = await invite('fine@example.com', 'owner')
    assert.deepEqual([role.status, role.json.errors[0].param], [422, 'role'])
  })
})

describe('the members of an account', () => {
  it('get a new role from the next request', async () => {
    const ada = await testApp.createUser('sender')
    const adaClient = await testApp.signIn(ada)
    assert.equal((await adaClient.get('/members')).status, 403)
    const adminClient = await admin()
    assert.equal((await adminClient.patch(`/members/${ada.id}`, { role: 'admin' })).status, 200)
    const { data } = (await adaClient.get('/members')).json
    const lastSeenAt = data.find(({ id }: { id: string }) => id === ada.id).last_seen_at
    assert.ok(lastSeenAt !== null, 'a new session sets last_seen_at')
    assert.equal((await adminClient.patch(`/members/${ada.id}`, { role: 'sender' })).status, 200)
    assert.equal((await adaClient.get('/members')).status, 403)
    assert.deepEqual((await auditActions(ada.id)).slice(-2), [
      'user.change_role',
      'user.change_role',
    ])
  })

  it('lose access immediately after removal, and can be invited again', async () => {
    const ada = await testApp.createUser('sender')
    const adaClient = await testApp.signIn(ada)
    const adminClient = await admin()
    assert.equal((await adminClient.delete(`/members/${ada.id}`)).status, 204)
    assert.equal((await adaClient.get('/sessions')).status, 401)
    await assert.rejects(testApp.signIn(ada), /401/)
    assert.equal((await adminClient.delete(`/members/${ada.id}`)).status, 404)
    await createAdminClient(origin).post('/password-reset', { email: ada.email })
    assert.equal(await testApp.findLastEmailToken(ada.email), undefined)
    const again = { email: ada.email, name: 'Ada', role: 'sender' }
    assert.equal((await adminClient.post('/invitations', again)).status, 201)
  })

  it('are listed with their app count, and an admin can revoke the apps after removal', async () => {
    const ada = await testApp.createUser('admin')
    const verifier = 'v'.repeat(43)
    const redirect_uri = 'https://crm.example.com/back'
    const app = await testApp.run((ctx) =>
      apiKeys.createPublicClient(ctx, { name: 'CRM', redirect_uris: [redirect_uri] }),
    )
    const issued = await testApp.run(async (ctx) => {
      const { code } = await apiKeys.createAuthorizationCode(ctx, {
        account_id: testApp.account.id,
        client_id: app.client_id,
        user_id: ada.id,
        scopes: ['*'],
        redirect_uri,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      })
      return apiKeys.grantByCode(
        ctx,
        { code, redirect_uri, code_verifier: verifier },
        {
          client_id: app.client_id,
        },
      )
    }, '*')
    assert.ok(typeof issued === 'object', String(issued))
    const adminClient = await admin()
    const { data } = (await adminClient.get('/members')).json
    const appCount = (id: string) => data.find((each: { id: string }) => each.id === id)?.apps
    assert.deepEqual([appCount(ada.id), appCount(testApp.admin.id)], [1, 0])
    assert.equal((await adminClient.delete(`/members/${ada.id}`)).status, 204)
    const [removal] = (await adminClient.get(`/audit?subject_id=${ada.id}`)).json.data
    assert.equal(removal.details.remaining_apps, 1)
    const end = () => adminClient.post(`/members/${ada.id}/revoke-apps`)
    assert.deepEqual((await end()).json, { revoked: 1 })
    assert.deepEqual((await end()).json, { revoked: 0 })
    const renewed = await testApp.run(
      (ctx) => apiKeys.grantByRefresh(ctx, issued.refresh_token, { client_id: app.client_id }),
      '*',
    )
    assert.equal(renewed, 'invalid_grant')
    assert.ok((await auditActions(ada.id)).includes('user.revoke_apps'))
  })

  it('always include an admin, also after concurrent changes', async () => {
    const account = await testApp.createAccount('Two admins')
    const [one, two] = [
      await testApp.createUser('admin', account.id),
      await testApp.createUser('admin', account.id),
    ]
    const [first, second] = [await testApp.signIn(one), await testApp.signIn(two)]
    const statuses = await Promise.all([
      first.patch(`/members/${two.id}`, { role: 'sender' }),
      second.patch(`/members/${one.id}`, { role: 'sender' }),
    ])
    assert.ok(statuses.some(({ status }) => status === 200))
    assert.ok(statuses.some(({ status }) => status === 409 || status === 403))
    const left =
      statuses[0]?.status === 200 ? { client: first, ...one } : { client: second, ...two }
    const alone = await left.client.patch(`/members/${left.id}`, { role: 'sender' })
    assert.deepEqual([alone.status, alone.json.errors[0].code], [409, 'invalid_transition'])
    assert.equal((await left.client.delete(`/members/${left.id}`)).status, 409)
  })

  it('include an admin who can transfer the role', async () => {
    const account = await testApp.createAccount('Handed over')
    const [one, two] = [
      await testApp.createUser('admin', account.id),
      await testApp.createUser('sender', account.id),
    ]
    const [first, second] = [await testApp.signIn(one), await testApp.signIn(two)]
    assert.equal((await first.post(`/members/${one.id}/transfer-admin`)).status, 422)
    assert.equal((await first.post(`/members/${two.id}/transfer-admin`)).status, 204)
    assert.equal((await first.get('/members')).status, 403)
    assert.equal((await second.get('/members')).status, 200)
  })

  it('cannot be listed or changed by another account', async () => {
    const other = await testApp.createAccount('Others')
    const otherAdmin = await testApp.signIn(await testApp.createUser('admin', other.id))
    const responses = [
      await otherAdmin.patch(`/members/${testApp.sender.id}`, { role: 'admin' }),
      await otherAdmin.delete(`/members/${testApp.sender.id}`),
      await otherAdmin.post(`/members/${testApp.sender.id}/transfer-admin`),
    ]
    assert.deepEqual(pluck(responses, 'status'), [404, 404, 404])
    const { data } = (await otherAdmin.get('/members')).json
    assert.equal(data.length, 1)
  })
})

describe('the settings of an account', () => {
  it('are updated individually, and audited with old and new values', async () => {
    const adminClient = await admin()
    const before = await adminClient.get('/account')
    assert.equal(before.json.address_retention_days, 90)
    const change = { brand_color: '#7A2E6D', address_retention_days: 30 }
    const changed = await adminClient.patch('/account', change)
    assert.deepEqual([changed.status, changed.json.brand_color], [200, '#7a2e6d'])
    const { data } = (await adminClient.get('/audit?action=account')).json
    assert.deepEqual(data[0].details, {
      before: { brand_color: null, address_retention_days: 90 },
      after: { brand_color: '#7a2e6d', address_retention_days: 30 },
    })
  })

  it('are not updated with an outdated ETag', async () => {
    const adminClient = await admin()
    const tag = (await adminClient.get('/account')).headers.get('etag') ?? ''
    const firstUpdate = await adminClient.patch(
      '/account',
      { name: 'Larkfield Ltd' },
      { 'if-match': tag },
    )
    assert.equal(firstUpdate.status, 200)
    const conflict = await adminClient.patch('/account', { name: 'Other' }, { 'if-match': tag })
    assert.deepEqual([conflict.status, conflict.json.errors[0].type], [412, 'conflict_error'])
    const etag = firstUpdate.headers.get('etag') ?? ''
    assert.equal(
      (await adminClient.patch('/account', { name: 'Third' }, { 'if-match': etag })).status,
      200,
    )
  })

  it('are validated as a whole: all errors are returned at once', async () => {
    const invalid = {
      brand_color: 'red',
      logo_url: 'javascript:alert(1)',
      address_retention_days: 0,
    }
    const { status, json } = await (await admin()).patch('/account', invalid)
    assert.equal(status, 422)
    const params = pluck(json.errors, 'param')
    assert.deepEqual(params.sort(), Object.keys(invalid).sort())
  })

  it('keep an uploaded logo, and reject http:// for other pictures', async () => {
    const adminClient = await admin()
    const png = `iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==`
    const { json: uploaded } = await adminClient.post('/catalogue/images', { content: png })
    const logo_url: string = uploaded.url
    assert.match(logo_url, /^http:/)
    assert.equal((await adminClient.post('/account/logo-check', { logo_url })).status, 204)
    const saved = await adminClient.patch('/account', { logo_url })
    assert.deepEqual([saved.status, saved.json.logo_url], [200, logo_url])
    for (const other of ['http://pictures.example/logo.png', `${logo_url}.html`]) {
      const { status, json } = await adminClient.patch('/account', { logo_url: other })
      assert.deepEqual([status, json.errors?.[0].param], [422, 'logo_url'], other)
    }
    testApp.time.offsetMs += 3 * day
    await testApp.run((ctx) => catalogue.deleteUnusedPictures(ctx), ALL_ACCOUNTS)
    const name = logo_url.split('/').at(-1) ?? ''
    assert.ok(await catalogue.findPicture(testApp.db, name), 'a used picture is never deleted')
  })
})

describe('the audit log', () => {
  it('is paginated, and exported as CSV', async () => {
    const adminClient = await admin()
    await adminClient.patch('/account', { sender_name: '=1+1' })
    const page = (await adminClient.get('/audit?limit=2')).json
    assert.equal(page.data.length, 2)
    assert.equal(page.has_more, true)
    const next = (await adminClient.get(`/audit?limit=2&after=${page.data[1].id}`)).json
    assert.ok(next.data[0].id < page.data[1].id)
    const file = await adminClient.get('/audit.csv')
    assert.match(file.headers.get('content-type') ?? '', /^text\/csv/)
    assert.match(file.headers.get('content-disposition') ?? '', /attachment/)
    const lines = file.text.trim().split('\n')
    assert.match(lines[0] ?? '', /^at,action,actor_kind/)
    assert.ok(lines.length > 5)
    assert.equal((await adminClient.get('/audit?colour=red')).status, 400)
  })

  it('has the actor and the address', async () => {
    const adminClient = await admin()
    await adminClient.patch('/account', { name: 'Named' })
    const [entry] = (await adminClient.get('/audit?action=account')).json.data
    assert.equal(entry.actor.id, testApp.admin.id)
    assert.equal(entry.actor.address, '127.0.0.1')
  })
})

describe('the search of the command palette', () => {
  it('finds users by id only for admins, and nothing of another account', async () => {
    const adminClient = await admin()
    const find = async (client: typeof adminClient, q: string) =>
      (await client.get(`/search?q=${encodeURIComponent(q)}`)).json.data
    const [hit] = await find(adminClient, testApp.sender.id)
    assert.deepEqual([hit.kind, hit.path], ['user', '/settings/members'])
    assert.deepEqual(await find(await testApp.signIn(testApp.sender), testApp.sender.id), [])
    const other = await testApp.createAccount('Searching')
    const otherAdmin = await testApp.signIn(await testApp.createUser('admin', other.id))
    assert.deepEqual(await find(otherAdmin, testApp.sender.id), [])
    assert.deepEqual(await find(adminClient, 'GR-NOTHING'), [])
    assert.equal((await adminClient.get('/search')).status, 400)
  })
})

describe('the own name', () => {
  it('can be changed, and the audit log has both names', async () => {
    const user = await testApp.createUser('sender')
    const client = await testApp.signIn(user)
    const before = (await client.get('/session')).json.me.name
    const changed = await client.put('/security/name', { name: ' Grace Hopper ' })
    assert.ok(changed.status < 300, changed.text)
    assert.equal((await client.get('/session')).json.me.name, 'Grace Hopper')
    const query = `subject_id=${user.id}&action=user.change_name`
    const { data } = (await (await admin()).get(`/audit?${query}`)).json
    assert.deepEqual(data[0].details, { before: { name: before }, after: { name: 'Grace Hopper' } })
  })

  it('cannot be empty or longer than 255 characters', async () => {
    const client = await admin()
    for (const name of ['', '  ', 'a'.repeat(256)]) {
      const { status, json } = await client.put('/security/name', { name })
      assert.equal(status, 422)
      assert.equal(json.errors[0].param, 'name')
    }
  })
})
