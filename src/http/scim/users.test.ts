import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as audit from '#audit'
import { createAdminTestApp } from '#test/admin-harness'
import { connectScim, createScimClient } from '#test/scim-fixture'

const testApp = await createAdminTestApp()
const scim = await createScimClient(testApp)
const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'

/** The full user of RFC 7643, 8.2, with the attributes that Bestow stores and others. */
const barbara = {
  schemas: [userSchema],
  externalId: '701984',
  userName: 'bjensen@example.org',
  name: {
    formatted: 'Ms. Barbara J Jensen, III',
    familyName: 'Jensen',
    givenName: 'Barbara',
    honorificPrefix: 'Ms.',
  },
  displayName: 'Babs Jensen',
  emails: [
    { value: 'babs@jensen.example', type: 'home' },
    { value: 'barbara@example.org', type: 'work', primary: true },
  ],
  addresses: [{ type: 'work', locality: 'Hollywood' }],
  roles: [{ value: 'admin' }],
  role: 'admin',
  is_operator: true,
  password: 't1meMa$heen',
  active: true,
}

const newUser = (name: string, more: object = {}) =>
  scim.create('Users', { schemas: [userSchema], userName: `${name}@example.org`, ...more })

const actions = async (subject_id: string) =>
  (await testApp.run((ctx) => audit.listSubjectEntries(ctx, subject_id, 20))).map(
    ({ action, actor }) => `${actor.kind} ${action}`,
  )

const authenticate = apiKeys.createAuthenticator(testApp.db, testApp.db.deployment)

/** Returns the token of an agent that a user has authorized. */
async function authorizeApp(user_id: string): Promise<string> {
  const [code_verifier, redirect_uri] = ['v'.repeat(43), 'https://app.example.com/callback']
  const { client_id } = apiKeys.registerClient(testApp.db.deployment, {
    name: 'Assistant',
    redirect_uris: [redirect_uri],
  })
  return testApp.run(async (ctx) => {
    const { code } = await apiKeys.createAuthorizationCode(ctx, {
      ...{ account_id: testApp.account.id, client_id, user_id, redirect_uri },
      ...{ scopes: ['campaigns:read'], audience: 'mcp', daily_cap: null },
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    })
    const proof = { code, redirect_uri, code_verifier }
    const issued = await apiKeys.grantByCode(ctx, proof, { client_id })
    assert.ok(typeof issued === 'object', String(issued))
    return issued.access_token
  }, '*')
}

describe('the token', () => {
  it('is for SCIM alone, and API tokens are not for SCIM', async () => {
    const { token } = await testApp.run((ctx) => apiKeys.createToken(ctx))
    for (const wrong of ['', 'made-up', token]) {
      const response = await connectScim(testApp.origin, wrong).get('/Users')
      assert.equal(response.status, 401)
      assert.equal(response.json.status, '401')
      assert.equal(response.headers.get('www-authenticate'), 'Bearer')
    }
    assert.equal(await authenticate(scim.token), undefined)
    assert.ok(await authenticate(token))
  })

  it('reaches its own account only', async () => {
    const { id } = await newUser('own')
    const other = await testApp.createAccount('Other')
    const otherScim = await createScimClient(testApp, other.id)
    assert.deepEqual(await otherScim.find('Users', 'userName eq "own@example.org"'), [])
    const group = await otherScim.create('Groups', { displayName: 'Theirs' })
    const attempts = [
      otherScim.get(`/Users/${id}`),
      otherScim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false }),
      otherScim.send('PUT', `/Users/${id}`, { userName: 'x@example.org' }),
      otherScim.send('DELETE', `/Users/${id}`),
      scim.get(`/Groups/${group.id}`),
      scim.send('DELETE', `/Groups/${group.id}`),
    ]
    for (const { status } of await Promise.all(attempts)) assert.equal(status, 404)
    const member = { op: 'add', path: 'members', value: [{ value: id }] }
    const added = await otherScim.patch(`/Groups/${group.id}`, member)
    assert.equal(added.status, 400)
    assert.equal(added.json.scimType, 'invalidValue')
    assert.equal((await scim.get(`/Users/${id}`)).json.active, true)
  })

  it('ends with its revocation and with the suspension of the account', async () => {
    const account = await testApp.createAccount('Short')
    const client = await createScimClient(testApp, account.id)
    assert.equal((await client.get('/Users')).status, 200)
    await testApp.run((ctx) => accounts.revokeProvisioningToken(ctx), account.id)
    assert.equal((await client.get('/Users')).status, 401)
  })
})

describe('a new user', () => {
  it('gets the default role, whatever the attributes say', async () => {
    const created = await scim.send('POST', '/Users', barbara)
    assert.equal(created.status, 201)
    assert.equal(created.headers.get('content-type'), 'application/scim+json; charset=utf-8')
    const { id, meta, ...rest } = created.json
    assert.equal(created.headers.get('location'), `${testApp.origin}/scim/v2/Users/${id}`)
    assert.equal(meta.location, created.headers.get('location'))
    assert.deepEqual(rest, {
      schemas: [userSchema],
      externalId: '701984',
      userName: 'bjensen@example.org',
      name: { formatted: 'Babs Jensen', familyName: 'Jensen', givenName: 'Barbara' },
      displayName: 'Babs Jensen',
      emails: [{ value: 'barbara@example.org', type: 'work', primary: true }],
      active: true,
      groups: [],
    })
    const user = await testApp.run((ctx) => accounts.findActiveUser(ctx, { id }))
    assert.equal(user?.role, 'viewer')
    assert.equal(user?.is_operator, false)
    const member = await testApp.run((ctx) => accounts.findMember(ctx, id))
    assert.equal(member?.has_password, false)
    assert.deepEqual(await actions(id), ['provisioning user.create'])
    assert.deepEqual((await scim.get(`/Users/${id}`)).json, created.json)
  })

  it('is created once if two requests come at once', async () => {
    const body = { userName: 'twice@example.org', externalId: 'twice' }
    const responses = await Promise.all([1, 2, 3].map(() => scim.send('POST', '/Users', body)))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 409, 409])
    const rejected = responses.find(({ status }) => status === 409)
    assert.equal(rejected?.json.scimType, 'uniqueness')
    assert.equal((await scim.find('Users', 'userName eq "twice@example.org"')).length, 1)
    const sameId = await scim.send('POST', '/Users', { ...body, userName: 'other@example.org' })
    assert.equal(sameId.json.scimType, 'uniqueness')
    assert.match(sameId.json.detail, /externalId/)
  })

  it('is the member who has the address, and keeps the role', async () => {
    const member = await testApp.createUser('packer')
    const [found] = await scim.find('Users', `userName eq "${member.email.toUpperCase()}"`)
    assert.equal(found.id, member.id)
    const created = await scim.create('Users', {
      userName: member.email,
      externalId: 'known',
      name: { givenName: 'Grace', familyName: 'Hopper' },
    })
    assert.equal(created.id, member.id)
    const user = await testApp.run((ctx) => accounts.findActiveUser(ctx, { id: member.id }))
    assert.equal(user?.role, 'packer')
    assert.equal(user?.name, 'Grace Hopper')
    assert.ok(await testApp.signIn(member))
  })

  it('does not become the person who has proven the address for another account', async () => {
    const other = await testApp.createAccount('Elsewhere')
    const { email } = await testApp.createUser('sender', other.id)
    const { id } = await scim.create('Users', { userName: email })
    const user = await testApp.run((ctx) => accounts.findActiveUser(ctx, { id }))
    assert.equal(user?.person_id, id)
  })

  it('needs an address', async () => {
    for (const body of [{}, { userName: 'bjensen' }, { userName: 7 }, [], 'x'])
      assert.equal((await scim.send('POST', '/Users', JSON.stringify(body))).status, 400)
  })
})

describe('a deactivated user', () => {
  it('loses sessions and apps at once, and comes back as the same user', async () => {
    const member = await testApp.createUser('sender')
    const session = await testApp.signIn(member)
    assert.equal((await session.get('/overview/attention')).status, 200)
    const token = await authorizeApp(member.id)
    const isAuthorized = async () => (await authenticate(token, {}, 'mcp')) !== undefined
    assert.equal(await isAuthorized(), true)
    const path = `/Users/${member.id}`
    const off = await scim.patch(path, { op: 'Replace', path: 'active', value: 'False' })
    assert.equal(off.status, 200)
    assert.equal(off.json.active, false)
    assert.equal((await session.get('/overview/attention')).status, 401)
    assert.equal(await isAuthorized(), false)
    assert.equal((await scim.get(path)).json.active, false)
    const on = await scim.patch(path, { op: 'replace', value: { active: true } })
    assert.equal(on.json.active, true)
    const user = await testApp.run((ctx) => accounts.findActiveUser(ctx, { id: member.id }))
    assert.equal(user?.role, 'sender')
    assert.deepEqual(await actions(member.id), [
      'provisioning user.reactivate',
      'provisioning user.deactivate',
      'provisioning user.change',
      'user session.start',
    ])
  })

  it('stays a user of other accounts, and returns with the same person', async () => {
    const { email, id, password } = await testApp.createUser('sender')
    const other = await testApp.createAccount('Second')
    await testApp.run((ctx) => accounts.createUser(ctx, { email, role: 'sender' }), other.id)
    await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
    const left = await accounts.authenticatePerson(testApp.db, email, password)
    assert.deepEqual(
      left.map(({ account_id }) => account_id),
      [other.id],
    )
    await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true })
    assert.equal((await accounts.authenticatePerson(testApp.db, email, password)).length, 2)
  })

  it('comes back as an admin only from a group', async () => {
    const { id } = await testApp.createUser('admin')
    for (const active of [false, true])
      await scim.patch(`/Users/${id}`, {
        op: 'replace',
        value: { active, userName: 'eve@example.net' },
      })
    const user = await testApp.run((ctx) => accounts.findActiveUser(ctx, { id }))
    assert.equal(user?.role, 'viewer')
  })

  it('is never the last admin', async () => {
    const path = `/Users/${testApp.admin.id}`
    const before = (await scim.get(path)).json
    for (const response of [
      await scim.patch(path, { op: 'replace', path: 'active', value: false }),
      await scim.send('DELETE', path),
    ]) {
      assert.equal(response.status, 409)
      assert.match(response.json.detail, /at least one admin/)
    }
    assert.deepEqual((await scim.get(path)).json, before)
  })

  it('is gone after DELETE, and its address is free', async () => {
    const { id } = await newUser('gone', { externalId: 'gone' })
    assert.equal((await scim.send('DELETE', `/Users/${id}`)).status, 204)
    assert.equal((await scim.get(`/Users/${id}`)).status, 404)
    assert.equal((await scim.send('DELETE', `/Users/${id}`)).status, 404)
    assert.notEqual((await newUser('gone', { externalId: 'gone' })).id, id)
  })
})

describe('a changed address', () => {
  it('changes the sign-in of a person without another way to sign in only', async () => {
    const alone = await newUser('alone')
    const withPassword = await testApp.createUser('sender')
    const promoted = await newUser('promoted')
    await testApp.run((ctx) => accounts.changeRole(ctx, promoted.id, 'admin'))
    const signInAddress = ({ id }: { id: string }) =>
      testApp.run(
        (ctx) => ctx.queryValue<string>('select email from access.person where id = $1', [id]),
        '*',
      )
    // biome-ignore format: read down the columns
    const cases: [user: { id: string }, expected: string][] = [
      [alone,        'new0@example.org'],
      [withPassword, withPassword.email],
      [promoted,     'promoted@example.org'],
    ]
    for (const [index, [user, expected]] of cases.entries()) {
      const value = `new${index}@example.org`
      const path = `/Users/${user.id}`
      const changed = await scim.patch(path, { op: 'replace', path: 'userName', value })
      assert.equal(changed.json.emails[0].value, value)
      assert.equal(await signInAddress(user), expected)
    }
  })

  it('stays as it is in the other accounts of the person', async () => {
    const { id, email, password } = await testApp.createUser('sender')
    const other = await testApp.createAccount('Third')
    await testApp.run((ctx) => accounts.createUser(ctx, { email, role: 'sender' }), other.id)
    const value = 'shared.new@example.org'
    await scim.patch(`/Users/${id}`, { op: 'replace', path: 'userName', value })
    assert.equal((await accounts.authenticatePerson(testApp.db, email, password)).length, 2)
    const [elsewhere] = await testApp.run((ctx) => accounts.listMembers(ctx), other.id)
    assert.equal(elsewhere?.email, email)
  })

  it('cannot be that of another user', async () => {
    const { id } = await newUser('first')
    await newUser('second')
    const path = 'emails[type eq "work"].value'
    const taken = await scim.patch(`/Users/${id}`, {
      op: 'replace',
      path,
      value: 'second@example.org',
    })
    assert.equal(taken.status, 409)
    assert.equal(taken.json.scimType, 'uniqueness')
  })
})
