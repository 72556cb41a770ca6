import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, test } from 'node:test'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import { ApiError } from '#contract'
import { newId } from '#platform/lib/ids'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { createTestDatabase } from '#test/test-database'

const testDb = await createTestDatabase()
after(() => testDb.close())

const deployment = { stage: 'staging', region: 'us' } as const
const authenticate = apiKeys.createAuthenticator(testDb.db, deployment)
const authenticateOnOtherNode = apiKeys.createAuthenticator(testDb.openAs({}), deployment)
const runForAllAccounts = <T>(callback: Parameters<typeof testDb.run<T>>[1]) =>
  testDb.run(ALL_ACCOUNTS, callback)

async function createClient() {
  const account = await testDb.newAccount()
  const client = await testDb.run(account.id, (ctx) => apiKeys.createOAuthClient(ctx))
  return { account, ...client }
}

function assertIssued(outcome: apiKeys.GrantResult): apiKeys.IssuedTokens {
  assert.ok(typeof outcome === 'object', String(outcome))
  return outcome
}

const issueTokens = async (credentials: apiKeys.ClientCredentials) =>
  assertIssued(await runForAllAccounts((ctx) => apiKeys.grantByCredentials(ctx, credentials)))

const refresh = (token: string, credentials: apiKeys.ClientCredentials = {}) =>
  runForAllAccounts((ctx) => apiKeys.grantByRefresh(ctx, token, credentials))

const advanceTime = (seconds: number) => {
  testDb.time.now = new Date(testDb.time.now.getTime() + seconds * 1000)
}

describe('client credentials', () => {
  test('return a pair of distinguishable tokens', async () => {
    const client = await createClient()
    assert.match(client.api_key, /^svc-key-staging-[0-9A-Za-z]{49}$/)
    assert.match(client.client_secret, /^svc-cs-staging-[0-9A-Za-z]{49}$/)
    const pair = await issueTokens(client)
    assert.match(pair.access_token, /^svc-at-staging-[0-9A-Za-z]{49}$/)
    assert.match(pair.refresh_token, /^svc-rt-staging-[0-9A-Za-z]{49}$/)
    assert.equal(pair.expires_in, 3600)
  })

  test('are all required and must all be correct', async () => {
    const [own, other] = [await createClient(), await createClient()]
    const fields = ['tenant', 'client_id', 'client_secret', 'api_key'] as const
    for (const field of fields) {
      const bad = ['', 'x', other[field], `${own[field]} `, `${own[field]}\0`, undefined]
      for (const value of bad) {
        const credentials = { ...own, [field]: value }
        const outcome = await runForAllAccounts((ctx) =>
          apiKeys.grantByCredentials(ctx, credentials),
        )
        assert.equal(outcome, 'invalid_client', `${field} ${value}`)
      }
    }
    await issueTokens(own)
  })

  test('of another stage or region are invalid', async () => {
    const client = await createClient()
    for (const overrides of [{ region: 'eu' }, { stage: 'production' as const }]) {
      const outcome = await inTransaction(testDb.openAs(overrides), ALL_ACCOUNTS, (ctx) =>
        apiKeys.grantByCredentials(ctx, client),
      )
      assert.equal(outcome, 'invalid_client')
    }
  })

  test('are stored as hashes only', async () => {
    const client = await createClient()
    const pair = await issueTokens(client)
    const rows = await runForAllAccounts((ctx) =>
      ctx.query(
        `select c::text as row from access.oauth_client c union all select t::text from access.oauth_token t`,
      ),
    )
    const stored = JSON.stringify(rows)
    const { access_token, refresh_token } = pair
    for (const secret of [client.client_secret, client.api_key, access_token, refresh_token])
      assert.ok(!stored.includes(secret.slice(-20)))
  })
})

describe('an access token', () => {
  test('acts for its account together with the key of its client', async () => {
    const { account, api_key, client_id, tenant, ...more } = await createClient()
    const { access_token } = await issueTokens({ api_key, client_id, tenant, ...more })
    const caller = await authenticate(access_token, { api_key, tenant, client: client_id })
    assert.deepEqual([caller?.account_id, caller?.via], [account.id, 'oauth'])
    assert.deepEqual(Object.keys(caller ?? {}).sort(), [
      'account_id',
      'allowed_addresses',
      'allowed_networks',
      'client_id',
      'clock_offset_ms',
      'grant_id',
      'lacks_second_factor',
      'region',
      'scopes',
      'stage',
      'team_id',
      'tier',
      'token_id',
      'user_id',
      'via',
    ])
    assert.equal((await authenticate(access_token, { api_key }))?.client_id, client_id)
  })

  test('is rejected without the key, or with a contradicting header', async () => {
    const [own, other] = [await createClient(), await createClient()]
    const { access_token, refresh_token } = await issueTokens(own)
    const { api_key } = own
    const wrong: apiKeys.TokenHeaders[] = [
      {},
      { api_key: '' },
      { api_key: other.api_key },
      { api_key, tenant: other.tenant },
      { api_key, tenant: '' },
      { api_key, client: other.client_id },
      { api_key, client: '' },
    ]
    for (const headers of wrong)
      assert.equal(await authenticate(access_token, headers), undefined, JSON.stringify(headers))
    for (const text of [refresh_token, api_key, own.client_secret])
      assert.equal(await authenticate(text, { api_key }), undefined)
    assert.ok(await authenticate(access_token, { api_key }))
  })

  test('differs from an API token, which ignores those headers', async () => {
    const { id } = await testDb.newAccount()
    const { token } = await testDb.run(id, (ctx) => apiKeys.createToken(ctx))
    const headers = { api_key: 'x', tenant: 'y', client: 'z' }
    assert.equal((await authenticate(token, headers))?.account_id, id)
  })

  test('is valid for an hour', async () => {
    const client = await createClient()
    const { access_token } = await issueTokens(client)
    advanceTime(3599)
    assert.ok(await authenticate(access_token, client))
    advanceTime(1)
    assert.equal(await authenticate(access_token, client), undefined)
  })

  test('ends at once on every node, with its own revocation and with that of its family or its client', async () => {
    const client = await createClient()
    const [one, two, three] = [
      await issueTokens(client),
      await issueTokens(client),
      await issueTokens(client),
    ]
    const isAlive = async ({ access_token }: apiKeys.IssuedTokens) => {
      const both = [
        await authenticate(access_token, client),
        await authenticateOnOtherNode(access_token, client),
      ]
      assert.equal(both[0] === undefined, both[1] === undefined)
      return both[0] !== undefined
    }
    const revoke = (token: string) =>
      runForAllAccounts((ctx) => apiKeys.revokeToken(ctx, token, client))
    assert.equal(await revoke(one.access_token), 'revoked')
    assert.ok(!(await isAlive(one)))
    const next = assertIssued(await refresh(one.refresh_token))
    assert.ok(await isAlive(next))
    assert.equal(await revoke(two.refresh_token), 'revoked')
    assert.ok(!(await isAlive(two)))
    assert.ok(await isAlive(three))
    await testDb.run(client.account.id, (ctx) => apiKeys.revokeOAuthClient(ctx, client.client_id))
    assert.ok(!(await isAlive(three)))
    assert.equal(await refresh(three.refresh_token), 'invalid_grant')
    assert.equal(
      await runForAllAccounts((ctx) => apiKeys.grantByCredentials(ctx, client)),
      'invalid_client',
    )
  })

  test('cannot be revoked by another client', async () => {
    const [own, other] = [await createClient(), await createClient()]
    const { access_token } = await issueTokens(own)
    const revoke = (credentials: apiKeys.ClientCredentials) =>
      runForAllAccounts((ctx) => apiKeys.revokeToken(ctx, access_token, credentials))
    assert.equal(await revoke(other), 'revoked')
    assert.equal(await revoke({ client_id: own.client_id }), 'invalid_client')
    assert.equal(await revoke({}), 'invalid_client')
    assert.ok(await authenticate(access_token, own))
  })
})

describe('a refresh token', () => {
  test('returns one new pair, without id and secret', async () => {
    const client = await createClient()
    const first = await issueTokens(client)
    const second = assertIssued(await refresh(first.refresh_token, { tenant: client.tenant }))
    assert.notEqual(second.refresh_token, first.refresh_token)
    assert.ok(await authenticate(first.access_token, client))
    assert.ok(await authenticate(second.access_token, client))
  })

  test('revokes its whole family, and no other, when it is used again', async () => {
    const client = await createClient()
    const [first, other] = [await issueTokens(client), await issueTokens(client)]
    const second = assertIssued(await refresh(first.refresh_token))
    const third = assertIssued(await refresh(second.refresh_token))
    assert.equal(await refresh(first.refresh_token), 'invalid_grant')
    assert.equal(await refresh(third.refresh_token), 'invalid_grant')
    for (const { access_token } of [first, second, third])
      assert.equal(await authenticateOnOtherNode(access_token, client), undefined)
    assert.ok(await authenticate(other.access_token, client))
    assertIssued(await refresh(other.refresh_token))
  })

  test('gives one new pair to concurrent requests and to a retry within half a minute', async () => {
    const client = await createClient()
    const { refresh_token } = await issueTokens(client)
    const all = await Promise.all(Array.from({ length: 6 }, () => refresh(refresh_token)))
    const [pair, ...more] = all.map(assertIssued)
    assert.ok(pair !== undefined)
    for (const other of more) assert.deepEqual(other, pair)
    advanceTime(29)
    const retried = assertIssued(await refresh(refresh_token))
    assert.deepEqual(retried, { ...pair, expires_in: pair.expires_in - 29 })
    assert.ok(await authenticate(pair.access_token, client))
    advanceTime(2)
    assert.equal(await refresh(refresh_token), 'invalid_grant')
    assert.equal(await authenticateOnOtherNode(pair.access_token, client), undefined)
    assert.equal(await refresh(pair.refresh_token), 'invalid_grant')
  })

  test('is rejected with contradicting credentials, and remains usable', async () => {
    const [own, other] = [await createClient(), await createClient()]
    const { refresh_token, access_token } = await issueTokens(own)
    assert.equal(await refresh(refresh_token, { tenant: other.tenant }), 'invalid_grant')
    assert.equal(await refresh(refresh_token, { client_id: other.client_id }), 'invalid_grant')
    assert.equal(await refresh(refresh_token, { api_key: other.api_key }), 'invalid_grant')
    assert.equal(await refresh(refresh_token, { client_secret: 'x' }), 'invalid_client')
    assert.equal(await refresh(access_token), 'invalid_grant')
    assert.equal(await refresh('x'), 'invalid_grant')
    assertIssued(await refresh(refresh_token, own))
  })

  test('is valid for ninety days from its issue', async () => {
    const client = await createClient()
    const day = 24 * 3600
    const first = await issueTokens(client)
    advanceTime(89 * day)
    const second = assertIssued(await refresh(first.refresh_token))
    advanceTime(89 * day)
    await runForAllAccounts(apiKeys.purgeExpiredGrants) // deletes no valid token
    const third = assertIssued(await refresh(second.refresh_token))
    advanceTime(90 * day)
    assert.equal(await refresh(third.refresh_token), 'invalid_grant')
    advanceTime(day)
    assert.ok((await runForAllAccounts(apiKeys.purgeExpiredGrants)) >= 1)
    const left = await testDb.run(client.account.id, (ctx) =>
      ctx.query('select id from access.oauth_token union all select id from access.oauth_grant'),
    )
    assert.deepEqual(left, [])
  })
})

describe('a public client', () => {
  const verifier = 'v'.repeat(43)
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const redirect_uri = 'https://app.example.com/callback'

  async function createApp() {
    const account = await testDb.newAccount()
    const { user } = await testDb.run(account.id, (ctx) =>
      accounts.createUser(ctx, { email: `${newId()}@example.com`, role: 'admin' }),
    )
    const client = await testDb.run(account.id, (ctx) =>
      apiKeys.createPublicClient(ctx, { name: 'App', redirect_uris: [redirect_uri] }),
    )
    const consent = async () => {
      const { code } = await runForAllAccounts((ctx) =>
        apiKeys.createAuthorizationCode(ctx, {
          account_id: account.id,
          client_id: client.client_id,
          user_id: user.id,
          scopes: ['*'],
          redirect_uri,
          code_challenge,
        }),
      )
      return code
    }
    return { account, client, consent }
  }
  const exchange = (code: string, more: Partial<Record<string, string>>, client_id: string) =>
    runForAllAccounts((ctx) =>
      apiKeys.grantByCode(
        ctx,
        { code, redirect_uri, code_verifier: verifier, ...more },
        { client_id },
      ),
    )

  test('exchanges its code once, and a second exchange revokes the tokens of the first', async () => {
    const { client, consent } = await createApp()
    const code = await consent()
    const pair = assertIssued(await exchange(code, {}, client.client_id))
    assert.ok(await authenticate(pair.access_token, client))
    assert.equal(await exchange(code, {}, client.client_id), 'invalid_grant')
    assert.equal(await authenticate(pair.access_token, client), undefined)
    assert.equal(await refresh(pair.refresh_token), 'invalid_grant')
  })

  test('needs the verifier and the redirect URI, has one attempt, and one minute', async () => {
    const [{ client, consent }, other] = [await createApp(), await createApp()]
    for (const wrong of [{ code_verifier: 'w'.repeat(43) }, { redirect_uri: `${redirect_uri}/` }]) {
      const code = await consent()
      assert.equal(await exchange(code, wrong, client.client_id), 'invalid_grant')
      assert.equal(await exchange(code, {}, client.client_id), 'invalid_grant')
    }
    const code = await consent()
    assert.equal(await exchange(code, {}, other.client.client_id), 'invalid_grant')
    assertIssued(await exchange(code, {}, client.client_id))
    const late = await consent()
    advanceTime(60)
    assert.equal(await exchange(late, {}, client.client_id), 'invalid_grant')
    assert.equal(await exchange('nonsense', {}, client.client_id), 'invalid_grant')
  })

  test('cannot use client credentials', async () => {
    const { client } = await createApp()
    for (const client_secret of ['', '\0'.repeat(32), undefined]) {
      const credentials = { ...client, client_secret }
      assert.equal(
        await runForAllAccounts((ctx) => apiKeys.grantByCredentials(ctx, credentials)),
        'invalid_client',
      )
    }
  })

  test('accepts redirect URIs with https, on localhost, or with a private-use scheme', async () => {
    const { id } = await testDb.newAccount()
    const create = (uri: string) =>
      testDb.run(id, (ctx) =>
        apiKeys.createPublicClient(ctx, { name: 'App', redirect_uris: [uri] }),
      )
    const good = [
      redirect_uri,
      'http://127.0.0.1:8080/cb',
      'http://localhost/cb',
      'http://[::1]:1/cb',
      'com.example.app:/cb',
    ]
    for (const uri of good) await create(uri)
    const bad = [
      '',
      '/callback',
      'http://app.example.com/cb',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://a.example/#x',
      'https://u:p@a.example/',
      'https://a.example/ x',
      'https://a.example/\r\nx: y',
      'myapp:/cb',
      'http://localhost.evil.example/',
      `https://a.example/${'x'.repeat(2000)}`,
    ]
    for (const uri of bad)
      await assert.rejects(
        create(uri),
        (error) => error instanceof ApiError && error.errors()[0]?.param === 'redirect_uris.0',
        uri,
      )
  })
})

test('an account can list and revoke only its own clients', async () => {
  const [own, other] = [await createClient(), await createClient()]
  const list = await testDb.run(own.account.id, apiKeys.listOAuthClients)
  assert.deepEqual(
    list.map(({ id, kind, last_issued_at }) => ({ id, kind, last_issued_at })),
    [{ id: own.client_id, kind: 'private', last_issued_at: null }],
  )
  assert.ok(!JSON.stringify(list).includes('hash'))
  await issueTokens(own)
  const [used] = await testDb.run(own.account.id, apiKeys.listOAuthClients)
  assert.deepEqual(used?.last_issued_at, testDb.time.now)
  for (const id of [other.client_id, newId(), 'nonsense'])
    await assert.rejects(
      testDb.run(own.account.id, (ctx) => apiKeys.revokeOAuthClient(ctx, id)),
      (error) => error instanceof ApiError && error.code === 'not_found',
    )
  await issueTokens(other)
})
