import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ApiError } from '#contract'
import { newId } from '#platform/lib/ids'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { createTestDatabase } from '#test/test-database'
import { isTokenWellFormed } from '../tokens/token-format.ts'
import { createToken, expireToken, listTokens } from '../tokens/tokens.ts'
import { createAuthenticator } from './authenticate.ts'

const world = await createTestDatabase()
after(() => world.close())

const deployment = { stage: 'staging', region: 'us' } as const
const authenticate = createAuthenticator(world.db, deployment)
const createTestToken = (account_id: string) => world.run(account_id, (ctx) => createToken(ctx))

test('a token says which account calls', async () => {
  const account = await world.newAccount('on_demand')
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
    clock_offset_ms: 0,
  })
})

test('the checksum is that of CRC32, written in base 62', () => {
  const random = 'A'.repeat(43)
  // zlib.crc32(b'A' * 43) is 204167558 in Python; its digits run 0-9, A-Z, a-z
  assert.ok(isTokenWellFormed(`svc-v1-staging-${random}0DofJ8`, 'staging'))
  assert.ok(!isTokenWellFormed(`svc-v1-staging-${random}0DofJ9`, 'staging'))
})

test('everything else is one and the same nobody', async () => {
  const { id } = await world.newAccount()
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

test('a token of another region or stage is nobody here', async () => {
  const { id } = await world.newAccount()
  const { token } = await createTestToken(id)
  for (const overrides of [{ region: 'eu' }, { stage: 'production' as const }]) {
    const authenticateElsewhere = createAuthenticator(world.openAs(overrides), {
      ...deployment,
      ...overrides,
    })
    assert.equal(await authenticateElsewhere(token), undefined)
  }
})

test('an expired token is nobody from the next request on, also in another process', async () => {
  const { id } = await world.newAccount()
  const { id: token_id, token } = await createTestToken(id)
  const authenticateOnOtherNode = createAuthenticator(world.openAs({}), deployment)
  assert.ok(await authenticate(token))
  assert.ok(await authenticateOnOtherNode(token))
  const first = await world.run(id, (ctx) => expireToken(ctx, token_id))
  assert.equal(await authenticate(token), undefined)
  assert.equal(await authenticateOnOtherNode(token), undefined)
  world.time.now = new Date(world.time.now.getTime() + 1000)
  assert.deepEqual(await world.run(ALL_ACCOUNTS, (ctx) => expireToken(ctx, token_id)), first)
})

test('nobody who asks after the expiry is answered from a question asked before it', async () => {
  const { id } = await world.newAccount()
  const { id: token_id, token } = await createTestToken(id)
  const before = Array.from({ length: 50 }, () => authenticate(token))
  await world.run(id, (ctx) => expireToken(ctx, token_id))
  const afterwards = Array.from({ length: 50 }, () => authenticate(token))
  assert.deepEqual(await Promise.all(afterwards), Array(50).fill(undefined))
  await Promise.all(before)
})

test('many at once share few questions, and each gets its own answer', async () => {
  const accounts = await Promise.all([1, 2, 3].map(() => world.newAccount()))
  const tokens = await Promise.all(accounts.map(({ id }) => createTestToken(id)))
  let transactions = 0
  const counting = { ...world.db, pool: Object.create(world.db.pool) }
  counting.pool.connect = () => {
    transactions++
    return world.db.pool.connect()
  }
  const authenticateWithStub = createAuthenticator(counting, deployment)
  const callers = await Promise.all(
    Array.from({ length: 300 }, (_, at) =>
      authenticateWithStub(at % 4 === 3 ? 'nobody' : (tokens[at % 4]?.token ?? '')),
    ),
  )
  assert.deepEqual(
    callers.map((caller) => caller?.account_id),
    callers.map((_, at) => (at % 4 === 3 ? undefined : accounts[at % 4]?.id)),
  )
  assert.ok(transactions <= 3, `${transactions} transactions`)
})

test('when the database is away everyone who waits hears so, and the next one is answered', async () => {
  const { id } = await world.newAccount()
  const { token } = await createTestToken(id)
  const failing = { ...world.db, pool: Object.create(world.db.pool) }
  const authenticateWithStub = createAuthenticator(failing, deployment)
  failing.pool.connect = () => Promise.reject(new Error('away'))
  const results = await Promise.allSettled([
    authenticateWithStub(token),
    authenticateWithStub(token),
    authenticateWithStub('x'),
  ])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  )
  failing.pool.connect = () => world.db.pool.connect()
  assert.ok(await authenticateWithStub(token))
})

test('the last use is noted to the minute', async () => {
  const { id } = await world.newAccount()
  const { token } = await createTestToken(id)
  const lastUse = async () => (await world.run(id, listTokens))[0]?.last_used_at
  const start = world.time.now
  assert.equal(await lastUse(), null)
  const useAt = async (seconds: number) => {
    world.time.now = new Date(start.getTime() + seconds * 1000)
    await authenticate(token)
    await authenticate('the note is written when the next question is answered')
  }
  await useAt(1)
  assert.deepEqual(await lastUse(), new Date(start.getTime() + 1000))
  await useAt(59)
  assert.deepEqual(await lastUse(), new Date(start.getTime() + 1000))
  await useAt(62)
  assert.deepEqual(await lastUse(), new Date(start.getTime() + 62_000))
})

test('neither lists nor ends another account’s tokens; keeps no token', async () => {
  const [own, other] = [await world.newAccount(), await world.newAccount()]
  const { id, token } = await createTestToken(other.id)
  assert.deepEqual(await world.run(own.id, listTokens), [])
  for (const unknown of [id, newId(), 'nonsense'])
    await assert.rejects(
      world.run(own.id, (ctx) => expireToken(ctx, unknown)),
      (error) => error instanceof ApiError && error.code === 'not_found',
    )
  assert.ok(await authenticate(token))
  const rows = await inTransaction(world.db, ALL_ACCOUNTS, (ctx) =>
    ctx.query('select t::text as row from access.api_token t'),
  )
  assert.ok(!JSON.stringify(rows).includes(token.slice(-49, -4)))
})
