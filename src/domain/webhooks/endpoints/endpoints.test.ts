import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { ApiError, versions } from '#contract'
import { ALL_ACCOUNTS, inTransaction, type TxContext } from '#platform/postgres/database'
import { pluck } from '#test/pluck'
import { createMigratedDatabase } from '#test/throwaway-database'
import { createAccount, createWebhookHarness, type WebhookHarness } from '#test/webhook-harness'
import * as webhooks from '../index.ts'
import { validateEndpoint } from './endpoint-validation.ts'

let harness: WebhookHarness
before(async () => {
  harness = await createWebhookHarness((await createMigratedDatabase()).url)
})
after(() => harness.close())

const asAccount = <T>(
  fn: Parameters<typeof inTransaction<T>>[2],
  account_id = harness.account_id,
) => inTransaction(harness.db, account_id, fn)

it('creates endpoints for the Enterprise tier only', async () => {
  const { account_id } = harness
  const create = (tier: 'enterprise' | 'on_demand') =>
    asAccount((ctx) =>
      webhooks.createEndpoint(
        ctx,
        { account_id, tier },
        { url: 'https://example.com/' },
        { allowPrivate: false },
      ),
    )
  await assert.rejects(
    create('on_demand'),
    (error) => error instanceof ApiError && error.code === 'plan_required',
  )
  const { endpoint, secret } = await create('enterprise')
  assert.match(secret, /^svc-whsec-/)
  assert.deepEqual(
    [endpoint.enabled, endpoint.payload_version, endpoint.events.length],
    [true, '2026-05', 5],
  )
})

it('returns every error of a URL by the rules of the stage', () => {
  const validate = (
    url: string,
    stage: 'staging' | 'production' = 'staging',
    allowPrivate = false,
  ) =>
    validateEndpoint({ url }, { stage, allowPrivate, versions }).map(
      ({ code, param }) => `${code} ${param}`,
    )
  assert.deepEqual(validate('https://example.com/a?b'), [])
  assert.deepEqual(validate('http://example.com/'), [])
  assert.deepEqual(validate('http://example.com/', 'production'), ['not_allowed url'])
  assert.deepEqual(validate('https://user:pw@example.com/'), ['not_allowed url'])
  assert.deepEqual(validate('ftp://example.com/'), ['invalid url'])
  assert.deepEqual(validate('example.com'), ['invalid_format url'])
  assert.deepEqual(validate(''), ['required url'])
  assert.deepEqual(validate(`https://example.com/${'x'.repeat(2_048)}`), ['too_long url'])
  for (const host of [
    '127.1',
    '[::1]',
    '0x7f.1',
    '169.254.169.254',
    'localhost',
    'a.localhost',
    '10.0.0.1',
  ])
    assert.deepEqual(validate(`https://${host}/`), ['not_allowed url'], host)
  assert.deepEqual(validate('http://127.0.0.1/', 'staging', true), [])
})

it('names the forbidden character in a URL', () => {
  const message = (url: string) =>
    validateEndpoint({ url }, { stage: 'staging', allowPrivate: false, versions }).map(
      ({ code, message }) => `${code}: ${message}`,
    )
  for (const [character, name] of [
    ['\t', 'a tab'],
    ['\n', 'a line feed'],
    ['\r', 'a carriage return'],
    [' ', 'a space'],
    ['\0', 'the character U+0000'],
    ['\u00a0', 'the character U+00A0'],
  ])
    for (const url of [
      `https://example.com/a${character}b`,
      `https://exam${character}ple.com/`,
      `https://example.com/${character}`,
      `${character}https://example.com/`,
    ])
      assert.deepEqual(message(url), [`invalid_format: must not contain ${name}`])
})

it('accepts the ports that the operator allows', () => {
  const validate = (url: string, ports?: readonly number[]) =>
    validateEndpoint({ url }, { stage: 'production', allowPrivate: false, ports, versions }).map(
      ({ message }) => message,
    )
  assert.deepEqual(validate('https://example.com:25/'), [])
  const allowedPorts = [443, 8443]
  assert.deepEqual(validate('https://example.com/', allowedPorts), [])
  assert.deepEqual(validate('https://example.com:8443/', allowedPorts), [])
  for (const port of [22, 25, 80, 3306, 5432, 6379, 11_211])
    assert.deepEqual(validate(`https://example.com:${port}/`, allowedPorts), [
      'must use port 443 or 8443; the operator can allow other ports',
    ])
})

it('reports all validation errors at once', async () => {
  const wanted = {
    url: 'nowhere',
    events: ['gift_request_lost'],
    payload_version: '1999-01',
    description: 'x'.repeat(300),
  }
  const problems = validateEndpoint(wanted, { stage: 'staging', allowPrivate: true, versions })
  assert.deepEqual(pluck(problems, 'param'), ['url', 'description', 'events.0', 'payload_version'])
})

it('updates the given fields only', async () => {
  const { endpoint } = await harness.createEndpoint({
    url: 'http://127.0.0.1/',
    description: 'first',
    payload_version: '2025-10',
  })
  const changed = await asAccount((ctx) =>
    webhooks.updateEndpoint(
      ctx,
      endpoint.id,
      { url: 'http://127.0.0.1/b', events: ['gift_request_delivered'] },
      { allowPrivate: true },
    ),
  )
  assert.deepEqual(
    [changed?.url, changed?.description, changed?.events, changed?.payload_version],
    ['http://127.0.0.1/b', 'first', ['gift_request_delivered'], '2025-10'],
  )
})

it('stores secrets encrypted, and limits the overlap of a rotation', async () => {
  const { endpoint, secret } = await harness.createEndpoint({ url: 'http://127.0.0.1/' })
  const stored = () =>
    inTransaction(harness.db, ALL_ACCOUNTS, (ctx) =>
      ctx.queryFirst<{ secret: Buffer; previous_secret: Buffer | null }>(
        'select secret, previous_secret from webhooks.endpoint where id = $1',
        [endpoint.id],
      ),
    )
  const before = await stored()
  assert.ok(before && !before.secret.includes(secret))
  const rotated = await asAccount((ctx) => webhooks.rotateSecret(ctx, endpoint.id))
  const until = rotated?.endpoint.previous_until?.getTime() ?? 0
  assert.ok(Math.abs(until - Date.now() - 24 * 3600_000) < 60_000)
  assert.deepEqual((await stored())?.previous_secret, before.secret)
  await assert.rejects(
    asAccount((ctx) =>
      webhooks.rotateSecret(ctx, endpoint.id, { overlap_seconds: 7 * 24 * 3600 + 1 }),
    ),
    ApiError,
  )
  await assert.rejects(
    asAccount((ctx) => webhooks.rotateSecret(ctx, endpoint.id, { overlap_seconds: -1 })),
    ApiError,
  )
})

it('rejects a second rotation during an overlap, unless both older secrets end at once', async () => {
  const { endpoint } = await harness.createEndpoint({ url: 'http://127.0.0.1:9/' })
  const rotate = (overlap_seconds?: number) =>
    asAccount((ctx) =>
      webhooks.rotateSecret(
        ctx,
        endpoint.id,
        overlap_seconds === undefined ? {} : { overlap_seconds },
      ),
    )
  const first = await rotate()
  await assert.rejects(rotate(), (error) => {
    assert.ok(error instanceof ApiError)
    const [problem] = error.fieldErrors
    assert.equal(problem?.param, 'overlap_seconds')
    const until = first?.endpoint.previous_until?.toISOString() ?? 'never'
    assert.ok(problem?.message.includes(until), problem?.message)
    return true
  })
  const now = await asAccount((ctx) => webhooks.findEndpoint(ctx, endpoint.id))
  assert.deepEqual(now?.previous_until, first?.endpoint.previous_until, 'the endpoint is unchanged')
  assert.equal((await rotate(0))?.endpoint.previous_until, null)
  assert.ok(
    (await rotate(60))?.endpoint.previous_until,
    'a rotation with an overlap is possible again',
  )
  assert.equal(await asAccount((ctx) => webhooks.rotateSecret(ctx, 'none')), undefined)
})

it('does not find endpoints of another account in any operation', async () => {
  const { endpoint } = await harness.createEndpoint({ url: 'http://127.0.0.1/' })
  const other = await createAccount(harness.db)
  const operations: ((ctx: TxContext, id: string) => Promise<unknown>)[] = [
    webhooks.findEndpoint,
    webhooks.enableEndpoint,
    webhooks.disableEndpoint,
    webhooks.deleteEndpoint,
    webhooks.rotateSecret,
    webhooks.getEndpointHealth,
  ]
  for (const operation of operations) {
    assert.equal(
      await asAccount((ctx) => operation(ctx, endpoint.id), other),
      undefined,
      operation.name,
    )
    assert.equal(
      await asAccount((ctx) => operation(ctx, 'nonsense'), other),
      undefined,
      operation.name,
    )
  }
  assert.deepEqual(await asAccount((ctx) => webhooks.listEndpoints(ctx), other), [])
  assert.equal((await asAccount((ctx) => webhooks.findEndpoint(ctx, endpoint.id)))?.enabled, true)
  const operator = await inTransaction(harness.db, ALL_ACCOUNTS, (ctx) =>
    webhooks.findEndpoint(ctx, endpoint.id),
  )
  assert.equal(operator?.account_id, harness.account_id)
})

it('hides other accounts in every table from a query without an account filter', async () => {
  await harness.createEndpoint({ url: 'http://127.0.0.1/' })
  await harness.recordEvent()
  const tables = await inTransaction(harness.db, ALL_ACCOUNTS, (ctx) =>
    ctx.query<{ name: string; forced: boolean }>(
      `select c.oid::regclass::text as name, c.relrowsecurity and c.relforcerowsecurity as forced
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
        where c.relnamespace = 'webhooks'::regnamespace and c.relkind in ('r', 'p')`,
    ),
  )
  assert.ok(tables.length > 20, 'the list includes the weekly partitions')
  assert.deepEqual(
    tables.filter(({ forced }) => !forced),
    [],
  )
  const other = await createAccount(harness.db)
  const count = async (name: string, account_id: string) =>
    (
      await asAccount(
        (ctx) => ctx.query<{ n: number }>(`select count(*) as n from ${name}`),
        account_id,
      )
    )[0]?.n
  for (const name of ['endpoint', 'event', 'event_body', 'delivery', 'delivery_queue']) {
    assert.ok(((await count(`webhooks.${name}`, harness.account_id)) ?? 0) > 0, name)
    assert.equal(await count(`webhooks.${name}`, other), 0, name)
  }
  for (const { name } of tables.filter((each) => /_(\d{4}w\d\d|default)$/.test(each.name)))
    assert.equal(
      await count(name, harness.account_id),
      0,
      `${name} can only be reached through its parent`,
    )
})
