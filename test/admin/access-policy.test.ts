import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { run } from '#app/cli/program'
import { webRoutes } from '#http/admin'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import {
  type AdminClient,
  type Credentials,
  createAdminClient,
  createAdminTestApp,
  inAccount,
} from '#test/admin-harness'
import { createAuthenticator, totpCode } from '#test/fake-authenticator'
import { createTestUser } from '#test/test-user'

const testApp = await createAdminTestApp()
const { origin, account, sender } = testApp
const other = await testApp.createAccount('Meadow')
const minute = 60_000

/** The rules of no policy. */
const none = {
  requires_second_factor: false,
  session_minutes: null as number | null,
  idle_minutes: null as number | null,
  allowed_networks: [] as string[],
  networks_bind_tokens: false,
}
const elsewhere = ['203.0.113.0/24']

/** Sets the policy in the database, without the check that it shuts no admin out. */
const setPolicy = (rules: Partial<typeof none>, account_id = account.id) =>
  testApp.run(async (ctx) => {
    const { requires_second_factor, session_minutes, idle_minutes, allowed_networks } = {
      ...none,
      ...rules,
    }
    await ctx.query(
      `update access.account set requires_second_factor = $2, session_minutes = $3, idle_minutes = $4, allowed_networks = $5
        where id = $1`,
      [account_id, requires_second_factor, session_minutes, idle_minutes, allowed_networks],
    )
  }, account_id)

beforeEach(async () => {
  testApp.time.offsetMs = 0
  await testApp.run((ctx) => ctx.query('delete from access.sign_in_attempt'), ALL_ACCOUNTS)
  await setPolicy({})
  await setPolicy({}, other.id)
})

const save = (client: AdminClient, rules: Partial<typeof none>, headers = {}) =>
  client.send('PUT', '/access-policy', {
    body: { ...none, ...rules, password: testApp.admin.password },
    headers,
  })

const problemOf = async (client: AdminClient, path = '/gift_requests') => {
  const { status, json } = await client.get(path)
  return status === 200 ? undefined : `${status} ${json.errors[0].code}`
}
const refused = '403 access_policy'
const meOf = async (client: AdminClient) => (await client.get('/session')).json.me
const isRestricted = async (client: AdminClient) => (await meOf(client)).restriction

/** Creates a person who is a sender in both accounts, and signs in. The other account opens first. */
async function signInToBoth() {
  const person = await testApp.createUser('sender')
  const { email } = person
  await testApp.run((ctx) => createTestUser(ctx, { email, role: 'sender', name: 'Ada' }), other.id)
  return inBoth(await testApp.signIn(person))
}

const inBoth = (client: AdminClient) => ({
  here: inAccount(origin, client, account.id),
  there: inAccount(origin, client, other.id),
})

const now = () => new Date(Date.now() + testApp.time.offsetMs)

async function setUpTotp(client: AdminClient, { password }: Credentials): Promise<string> {
  const { secret } = (await client.post('/security/totp', { password })).json
  const { status, text } = await client.put('/security/totp', { code: totpCode(secret, now()) })
  assert.equal(status, 200, text)
  return secret
}

async function addPasskey(client: AdminClient, { password }: Credentials) {
  const device = createAuthenticator(origin)
  const { status, json } = await client.post('/security/passkeys/options', { password })
  if (status !== 200) return { device, status, json }
  const { options, challenge_token } = json
  const response = device.create(options)
  const added = await client.post('/security/passkeys', { challenge_token, response, name: 'Key' })
  return { device, status: added.status, json: added.json }
}

describe('the access policy', () => {
  it('is saved with an audit entry, and has no rules at first', async () => {
    const client = await testApp.signIn(testApp.admin)
    assert.deepEqual((await client.get('/access-policy')).json, {
      ...none,
      own_address: '127.0.0.1',
    })
    const rules = { idle_minutes: 30, allowed_networks: [' 127.0.0.0/8 ', '2001:DB8:0::/48'] }
    const { status, json, text } = await save(client, rules)
    assert.equal(status, 200, text)
    assert.deepEqual(json.allowed_networks, ['127.0.0.0/8', '2001:db8::/48'])
    const [entry] = (await client.get('/audit')).json.data
    assert.equal(entry.action, 'account.change_access_policy')
    assert.deepEqual(entry.details, {
      before: { idle_minutes: null, allowed_networks: [] },
      after: { idle_minutes: 30, allowed_networks: json.allowed_networks },
    })
  })

  // biome-ignore format: columns
  const invalid: [rules: object, param: string][] = [
    [{ allowed_networks: elsewhere },                        'allowed_networks'],
    [{ allowed_networks: ['2001:db8::/32'] },                'allowed_networks'],
    [{ allowed_networks: ['127.0.0.1/8'] },                  'allowed_networks.0'],
    [{ allowed_networks: ['127.0.0.1', '0.0.0.0/0'] },       'allowed_networks.1'],
    [{ allowed_networks: ['::ffff:127.0.0.1'] },             'allowed_networks.0'],
    [{ allowed_networks: ['localhost'] },                    'allowed_networks.0'],
    [{ requires_second_factor: true },                       'requires_second_factor'],
    [{ idle_minutes: 4 },                                    'idle_minutes'],
    [{ session_minutes: 20_161 },                            'session_minutes'],
    [{ session_minutes: 15.5 },                              'session_minutes'],
  ]
  for (const [rules, param] of invalid)
    it(`cannot be ${JSON.stringify(rules)}`, async () => {
      const client = await testApp.signIn(testApp.admin)
      const { status, json } = await save(client, rules)
      assert.deepEqual([status, json.errors[0].param], [422, param])
      assert.equal(await problemOf(client), undefined)
    })

  it('needs the password of an admin, who has seen the current rules', async () => {
    const client = await testApp.signIn(testApp.admin)
    assert.equal((await client.put('/access-policy', { ...none, password: 'wrong' })).status, 422)
    assert.equal((await save(await testApp.signIn(sender), {})).status, 403)
    const etag = (await client.get('/access-policy')).headers.get('etag') ?? ''
    const second = await testApp.signIn(testApp.admin)
    testApp.time.offsetMs = 1000
    const results = await Promise.all([
      save(client, { idle_minutes: 30 }, { 'if-match': etag }),
      save(second, { idle_minutes: 60 }, { 'if-match': etag }),
    ])
    assert.deepEqual(results.map(({ status }) => status).sort(), [200, 412])
  })

  it('is lifted by the operator, with an audit entry', async () => {
    const client = await testApp.signIn(testApp.admin)
    await setPolicy({ allowed_networks: elsewhere })
    assert.equal(await problemOf(client), refused)
    const env = {
      BESTOW_DATABASE_URL: testApp.url,
      BESTOW_STAGE: 'staging',
      BESTOW_SECRET_KEY: 'test:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk=',
    }
    const lines: string[] = []
    const output = {
      out: (line: string) => lines.push(line),
      err: (line: string) => lines.push(line),
    }
    const lift = () => run(['users', 'lift-access-policy', '--account', account.id], env, output)
    assert.equal(await lift(), 0, lines.join('\n'))
    assert.equal(await problemOf(client), undefined)
    const [entry] = (await client.get('/audit')).json.data
    assert.equal(entry.action, 'account.lift_access_policy')
    assert.deepEqual(entry.details.before, { allowed_networks: elsewhere })
    assert.equal(await lift(), 1)
    assert.match(lines.join('\n'), /Larkfield has no access policy/)
  })
})

describe('a required second factor', () => {
  it('leaves only the own sign-in to an open session without it, and ends with the set-up', async () => {
    const ada = await testApp.createUser('sender')
    const client = await testApp.signIn(ada)
    assert.equal(await problemOf(client), undefined)
    await setPolicy({ requires_second_factor: true })
    assert.equal(await problemOf(client), refused)
    assert.equal(await problemOf(client, '/stream?topic=gift_requests&ids='), refused)
    assert.equal(await problemOf(client, '/security'), undefined)
    assert.equal(await isRestricted(client), 'set_up_second_factor')
    const secret = await setUpTotp(client, ada)
    assert.equal(await problemOf(client), undefined)
    const again = createAdminClient(origin)
    const { challenge_token } = (await again.post('/session', ada)).json ?? {}
    assert.equal(challenge_token, undefined, 'members beside email and password are refused')
    const { email, password } = ada
    const step = (await again.post('/session', { email, password })).json
    testApp.time.offsetMs += 30_000
    const code = totpCode(secret, now())
    await again.post('/session/code', { challenge_token: step.challenge_token, code })
    assert.equal(await problemOf(again), undefined)
    assert.equal((await client.post('/security/totp/disable', { password })).status, 204)
    assert.equal(await problemOf(client), refused)
    assert.equal(await problemOf(again), refused)
  })

  it('accepts a passkey, but not the password of a person who has one', async () => {
    const ada = await testApp.createUser('sender')
    const client = await testApp.signIn(ada)
    await setPolicy({ requires_second_factor: true })
    const { device, status } = await addPasskey(client, ada)
    assert.equal(status, 201)
    assert.equal(await isRestricted(client), null)
    const byPasskey = createAdminClient(origin)
    const { options, challenge_token } = (await byPasskey.post('/session/passkey/options')).json
    const response = device.get(options)
    const signedIn = await byPasskey.post('/session/passkey', { challenge_token, response })
    assert.equal(signedIn.json.me.restriction, null)
    const byPassword = await testApp.signIn(ada)
    assert.equal(await isRestricted(byPassword), 'use_second_factor')
    assert.equal(await problemOf(byPassword), refused)
  })

  it('cannot be replaced with a stolen password, not even from another account', async () => {
    const { here, there } = await signInToBoth()
    const { email } = await meOf(here)
    const ada = testApp.findCredentials(email)
    assert.ok(ada)
    await addPasskey(here, ada)
    await setPolicy({ requires_second_factor: true })
    const thief = inBoth(await testApp.signIn(ada))
    const { password } = ada
    const { passkeys } = (await there.get('/security')).json
    for (const client of [thief.here, thief.there]) {
      const attempts = await Promise.all([
        client.post('/security/totp', { password }),
        client.post('/security/passkeys/options', { password }),
        client.put('/security/password', { password, new_password: 'correct horse battery' }),
        client.delete(`/security/passkeys/${passkeys[0].id}`),
        client.put('/security/totp', { code: '123456' }),
      ])
      for (const { status, json } of attempts)
        assert.deepEqual([status, json.errors[0].code], [403, 'access_policy'])
    }
    assert.equal(await problemOf(thief.there), undefined, 'the other account has no policy')
    assert.equal(await problemOf(here), undefined)
  })

  it('is not joined by a passkey whose set-up a stolen password began before', async () => {
    const ada = await testApp.createUser('sender')
    const { password } = ada
    const owner = await testApp.signIn(ada)
    const thief = await testApp.signIn(ada)
    await setPolicy({ requires_second_factor: true })
    const begun = (await thief.post('/security/passkeys/options', { password })).json
    await setUpTotp(owner, ada)
    const response = createAuthenticator(origin).create(begun.options)
    const { challenge_token } = begun
    const { status, json } = await thief.post('/security/passkeys', {
      ...{ challenge_token, response, name: 'Key' },
    })
    assert.deepEqual([status, json.errors?.[0].code], [403, 'access_policy'])
    assert.deepEqual((await owner.get('/security')).json.passkeys, [])
  })

  it('acts on this account alone', async () => {
    const { here, there } = await signInToBoth()
    await setPolicy({ requires_second_factor: true })
    assert.deepEqual([await problemOf(here), await problemOf(there)], [refused, undefined])
    const { accounts } = await meOf(here)
    assert.ok(accounts.some(({ id }: { id: string }) => id === other.id))
    assert.equal((await there.put('/session/account')).status, 204)
    assert.equal((await here.delete('/session')).status, 204)
  })
})

describe('the lifetime of a session', () => {
  const advance = (minutes: number) => {
    testApp.time.offsetMs += minutes * minute
  }

  it('ends for the account after its maximum, and for the other account with the session', async () => {
    const { here, there } = await signInToBoth()
    await setPolicy({ session_minutes: 60 })
    advance(59)
    assert.equal(await problemOf(here), undefined)
    advance(2)
    assert.equal(await problemOf(here), '401 unauthorized')
    assert.equal(await problemOf(there), undefined)
    const { accounts, account: opened } = await meOf(here)
    assert.equal(opened.id, other.id)
    const { entry } = accounts.find(({ id }: { id: string }) => id === account.id)
    assert.equal(entry, 'sign_in')
    const only = await testApp.signIn(sender)
    assert.equal(await problemOf(only), undefined)
    advance(61)
    assert.equal(await problemOf(only), '401 unauthorized')
  })

  it('ends after a pause, which a request in another account does not shorten', async () => {
    const { here, there } = await signInToBoth()
    await setPolicy({ idle_minutes: 15 })
    for (let round = 0; round < 3; round++) {
      advance(14)
      assert.equal(await problemOf(here), undefined)
    }
    advance(16)
    assert.equal(await problemOf(there), undefined)
    assert.equal(await problemOf(there), undefined)
    assert.equal(await problemOf(here), '401 unauthorized')
  })

  it('does not begin again with background requests', async () => {
    const client = await testApp.signIn(sender)
    await setPolicy({ idle_minutes: 5 })
    advance(4)
    const headers = { 'bestow-idle': 'true' }
    assert.equal((await client.send('GET', '/gift_requests', { headers })).status, 200)
    advance(2)
    assert.equal(await problemOf(client), '401 unauthorized')
  })

  it('survives a clock that goes back, and lasts no longer when it is right again', async () => {
    const client = await testApp.signIn(sender)
    await setPolicy({ session_minutes: 60, idle_minutes: 30 })
    advance(-90)
    assert.equal(await problemOf(client), undefined)
    advance(90 + 61)
    assert.equal(await problemOf(client), '401 unauthorized')
  })
})

describe('allowed networks', () => {
  it('refuse every operation that shows or changes the account, from another network', async () => {
    const client = await testApp.signIn(testApp.admin)
    await setPolicy({ allowed_networks: elsewhere })
    const sampleId = '01890000-0000-7000-8000-000000000000'
    for (const { method, path, requirement } of webRoutes) {
      const { permission } = requirement
      if (permission === 'none' || (permission === 'any' && path !== '/stream')) continue
      const body = method === 'GET' || method === 'DELETE' ? undefined : {}
      const response = await client.send(method, path.replace(/:\w+/g, sampleId), { body })
      assert.equal(response.status, 403, `${method} ${path}`)
      assert.equal(response.json.errors[0].code, 'access_policy', `${method} ${path}`)
    }
    assert.equal(await isRestricted(client), 'network')
    await setPolicy({ allowed_networks: [...elsewhere, '127.0.0.1'] })
    assert.equal(await problemOf(client), undefined)
  })
})
