import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ApiError } from '#contract'
import { newId } from '#platform/lib/ids'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { pluck } from '#test/pluck'
import { createTestDatabase } from '#test/test-database'
import { isTokenWellFormed } from '../tokens/token-format.ts'
import { createToken, expireToken, listTokens } from '../tokens/tokens.ts'
import { createAuthenticator } from './authenticate.ts'

const testDb = await createTestDatabase()
after(() => testDb.close())

const deployment = { stage: 'staging', region: 'us' } as const
const authenticate = createAuthenticator(testDb.db, deployment)
const createTestToken = (account_id: string) => testDb.run(account_id, (ctx) => createToken(ctx))

test('a token identifies its account', async () => {
  const account = await testDb.newAccount('on_demand')
  const { id, token } = await createTestToken(account.id)
  assert.match(token, /^svc-v1-staging-[0-9A-Za-z]{49}$/)
  assert.deepEqual(await authenticate(token), {
    account_id: account.id,
    tier: 'on_demand',
    stage: 'staging',
    region: 'us',
    token_id: id,
    via: 'api_token',
    client_id: null,
    grant_id: null,
    user_id: null,
    team_id: null,
    scopes: ['*'],
    allowed_addresses: [],
    allowed_networks: [],
    lacks_second_factor: false,
    clock_offset_ms: 0,
  })
})

test('the checksum is CRC32 in base 62', () => {
  const random = 'A'.repeat(43)
  // zlib.crc32(b'A' * 43) is 204167558 in Python; the base 62 digits are 0-9, A-Z, a-z
  assert.ok(isTokenWellFormed(`svc-v1-staging-${random}0DofJ8`, 'staging'))
  assert.ok(!isTokenWellFormed(`svc-v1-staging-${random}0DofJ9`, 'staging'))
})

test('every invalid token has the same result', async () => {
  const { id } = await testDb.newAccount()
  const { token } = await createTestToken(id)
  const swapped = token.endsWith('0') ? `${token.slice(0, -1)}1` : `${token.slice(0, -1)}0`
  const invalidTokens = [
    '',
    ' ',
    token.slice(0, -1),
    `${token}x`,
    ` ${token}`,
    `${token} `,
    `Bearer ${token}`,
    swapped,
    token.replace('staging', 'production'),
    token.toUpperCase(),
    'svc-v1-staging-',
    "' or 1=1 --",
    'ü\u0000€🎁',
    'x'.repeat(16_000),
  ]
  for (const invalidToken of invalidTokens)
    assert.equal(
      await authenticate(invalidToken),
      undefined,
      JSON.stringify(invalidToken.slice(0, 80)),
    )
  assert.ok(await authenticate(token))
})

test('a token of another region or stage is invalid', async () => {
  const { id } = await testDb.newAccount()
  const { token } = await createTestToken(id)
  for (const overrides of [{ region: 'eu' }, { stage: 'production' as const }]) {
    const authenticateElsewhere = createAuthenticator(testDb.openAs(overrides), {
      ...deployment,
      ...overrides,
    })
    assert.equal(await authenticateElsewhere(token), undefined)
  }
})

test('an expired token is invalid from the next request on, also in another process', async () => {
  const { id } = await testDb.newAccount()
  const { id: token_id, token } = await createTestToken(id)
  const authenticateOnOtherNode = createAuthenticator(testDb.openAs({}), deployment)
  assert.ok(await authenticate(token))
  assert.ok(await authenticateOnOtherNode(token))
  const first = await testDb.run(id, (ctx) => expireToken(ctx, token_id))
  assert.equal(await authenticate(token), undefined)
  assert.equal(await authenticateOnOtherNode(token), undefined)
  testDb.time.now = new Date(testDb.time.now.getTime() + 1000)
  assert.deepEqual(await testDb.run(ALL_ACCOUNTS, (ctx) => expireToken(ctx, token_id)), first)
})

test('a request after the expiry does not share a lookup from before the expiry', async () => {
  const { id } = await testDb.newAccount()
  const { id: token_id, token } = await createTestToken(id)
  const before = Array.from({ length: 50 }, () => authenticate(token))
  await testDb.run(id, (ctx) => expireToken(ctx, token_id))
  const afterwards = Array.from({ length: 50 }, () => authenticate(token))
  assert.deepEqual(await Promise.all(afterwards), Array(50).fill(undefined))
  await Promise.all(before)
})

test('concurrent requests share few lookups, and each gets its own result', async () => {
  const accounts = await Promise.all([1, 2, 3].map(() => testDb.newAccount()))
  const tokens = await Promise.all(accounts.map(({ id }) => createTestToken(id)))
  let transactions = 0
  const counting = { ...testDb.db, pool: Object.create(testDb.db.pool) }
  counting.pool.connect = () => {
    transactions++
    return testDb.db.pool.connect()
  }
  const authenticateWithStub = createAuthenticator(counting, deployment)
  const callers = await Promise.all(
    Array.from({ length: 300 }, (_, at) =>
      authenticateWithStub(at % 4 === 3 ? 'unknown' : (tokens[at % 4]?.token ?? '')),
    ),
  )
  assert.deepEqual(
    callers.map((caller) => caller?.account_id),
    callers.map((_, at) => (at % 4 === 3 ? undefined : accounts[at % 4]?.id)),
  )
  assert.ok(transactions <= 3, `${transactions} transactions`)
})

test('all waiting requests fail when the database is unavailable, and the next one succeeds', async () => {
  const { id } = await testDb.newAccount()
  const { token } = await createTestToken(id)
  const failing = { ...testDb.db, pool: Object.create(testDb.db.pool) }
  const authenticateWithStub = createAuthenticator(failing, deployment)
  failing.pool.connect = () => Promise.reject(new Error('away'))
  const results = await Promise.allSettled([
    authenticateWithStub(token),
    authenticateWithStub(token),
    authenticateWithStub('x'),
  ])
  assert.deepEqual(pluck(results, 'status'), ['rejected', 'rejected', 'rejected'])
  failing.pool.connect = () => testDb.db.pool.connect()
  assert.ok(await authenticateWithStub(token))
})

test('the time of the last use is recorded once per minute', async () => {
  const { id } = await testDb.newAccount()
  const { token } = await createTestToken(id)
  const lastUse = async () => (await testDb.run(id, listTokens))[0]?.last_used_at
  const start = testDb.time.now
  assert.equal(await lastUse(), null)
  const useAt = async (seconds: number) => {
    testDb.time.now = new Date(start.getTime() + seconds * 1000)
    await authenticate(token)
    await authenticate('the next lookup records the use')
  }
  await useAt(1)
  assert.deepEqual(await lastUse(), new Date(start.getTime() + 1000))
  await useAt(59)
  assert.deepEqual(await lastUse(), new Date(start.getTime() + 1000))
  await useAt(62)
  assert.deepEqual(await lastUse(), new Date(start.getTime() + 62_000))
})

test('an account cannot list or expire tokens of another account, and the database stores no token', async () => {
  const [own, other] = [await testDb.newAccount(), await testDb.newAccount()]
  const { id, token } = await createTestToken(other.id)
  assert.deepEqual(await testDb.run(own.id, listTokens), [])
  for (const unknown of [id, newId(), 'nonsense'])
    await assert.rejects(
      testDb.run(own.id, (ctx) => expireToken(ctx, unknown)),
      (error) => error instanceof ApiError && error.code === 'not_found',
    )
  assert.ok(await authenticate(token))
  const rows = await inTransaction(testDb.db, ALL_ACCOUNTS, (ctx) =>
    ctx.query('select t::text as row from access.api_token t'),
  )
  assert.ok(!JSON.stringify(rows).includes(token.slice(-49, -4)))
})
