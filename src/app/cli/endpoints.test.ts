import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newId } from '#platform/lib/ids'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { createSelfSignedCertificate } from '#test/self-signed-certificate'
import { createTestDatabase } from '#test/test-database'
import { eventInput } from '#test/webhook-harness'
import * as webhooks from '#webhooks'
import { run } from './program.ts'

const testApp = await createTestDatabase()
after(() => testApp.close())

const env = {
  BESTOW_DATABASE_URL: testApp.url,
  BESTOW_STAGE: 'staging',
  BESTOW_SECRET_KEY: 'test:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk=',
  BESTOW_WEBHOOK_ALLOW_PRIVATE: 'true',
  GATEWAY_KEY: 'k-93f1c2',
}

/** Runs a command with --json. Returns the printed object, from standard output or standard error. */
async function bestow(...args: string[]): Promise<Record<string, unknown>> {
  const output: string[] = []
  const record = (line: string) => output.push(line)
  await run([...args, '--json'], env, { out: record, err: record })
  return JSON.parse(output.join('\n'))
}

const codes = (result: Record<string, unknown>) =>
  (result.errors as { code: string; param?: string }[]).map(({ code, param }) => [code, param])

const { id: account } = await testApp.newAccount()
const url = 'http://127.0.0.1:4000/h'
const { endpoint } = (await bestow('endpoints', 'create', '--account', account, '--url', url)) as {
  endpoint: { id: string; events: string[] }
}
const findStored = () => testApp.run(account, (ctx) => webhooks.findEndpoint(ctx, endpoint.id))

test('changes only the given fields', async () => {
  const changed = await bestow(
    'endpoints',
    'change',
    '--id',
    endpoint.id,
    '--events',
    'gift_request_delivered',
    '--standard-webhooks',
  )
  assert.deepEqual(changed.endpoint, { ...endpoint, events: ['gift_request_delivered'] })
  assert.equal((await findStored())?.standard_webhooks, true)
  await bestow(
    'endpoints',
    'change',
    '--id',
    endpoint.id,
    '--no-standard-webhooks',
    '--payload-version',
    '2025-10',
  )
  const now = await findStored()
  assert.deepEqual(
    [now?.standard_webhooks, now?.payload_version, now?.url],
    [false, '2025-10', url],
  )
})

test('changes headers, rate, Ed25519 and certificates, and removes them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bestow-cli-'))
  after(() => rmSync(folder, { recursive: true }))
  const { cert, key } = createSelfSignedCertificate()
  for (const [name, text] of Object.entries({ cert, key })) writeFileSync(join(folder, name), text)
  const change = (...flags: string[]) =>
    bestow('endpoints', 'change', '--id', endpoint.id, ...flags)
  const certificates = ['--client-certificate', join(folder, 'cert')]
  await change(
    ...['--header', 'X-Api-Key=GATEWAY_KEY', '--max-per-second', '20', '--ed25519'],
    ...['--filter', 'event.type == "gift_request_created"', '--ordered'],
    ...['--ca', join(folder, 'cert'), ...certificates, '--client-key', join(folder, 'key')],
  )
  const stored = await findStored()
  assert.deepEqual(stored?.header_names, ['X-Api-Key'])
  assert.deepEqual([stored?.max_per_second, stored?.ca_subject], [20, 'CN=localhost'])
  assert.deepEqual(
    [stored?.filter, stored?.ordered],
    ['event.type == "gift_request_created"', true],
  )
  assert.equal(stored?.client_certificate_subject, 'CN=localhost')
  const rotated = (await bestow('endpoints', 'rotate-key', '--id', endpoint.id)) as {
    endpoint: { public_key: string }
  }
  assert.notEqual(rotated.endpoint.public_key, stored?.public_key)
  assert.equal((await findStored())?.previous_public_key, stored?.public_key)
  await change(
    ...['--no-headers', '--no-max-per-second', '--no-ed25519', '--no-ca'],
    ...['--no-client-certificate', '--no-filter', '--no-ordered'],
  )
  const removed = await findStored()
  assert.deepEqual(removed?.header_names, [])
  assert.equal(removed?.ordered, false)
  for (const name of [
    'max_per_second',
    'filter',
    'public_key',
    'ca_subject',
    'client_certificate_subject',
  ])
    assert.equal(removed?.[name as keyof typeof removed], null, name)
  for (const [flags, param] of [
    [['--header', 'X-Api-Key'], '--header'],
    [['--header', 'X-Api-Key=MISSING'], '--header'],
    [['--ca', join(folder, 'missing')], '--ca'],
    [['--max-per-second', 'many'], 'max_per_second'],
    [['--filter', 'event.type ='], 'filter'],
    [certificates, 'client_key'],
  ] as const)
    assert.equal(codes(await change(...flags))[0]?.[1], param, flags.join(' '))
})

test('rejects invalid changes, and an unknown endpoint', async () => {
  const wrong = await bestow(
    'endpoints',
    'change',
    '--id',
    endpoint.id,
    '--url',
    'ftp://a.example',
    '--events',
    'birth',
  )
  assert.deepEqual(
    codes(wrong)
      .map(([, param]) => param)
      .sort(),
    ['events.0', 'url'],
  )
  assert.deepEqual(
    codes(await bestow('endpoints', 'change', '--id', newId(), '--description', 'x')),
    [['not_found', undefined]],
  )
})

test('resends a delivery, and all abandoned deliveries since a given time', async () => {
  testApp.time.now = new Date()
  await testApp.run(ALL_ACCOUNTS, webhooks.createPartitions)
  await bestow('endpoints', 'change', '--id', endpoint.id, '--events', 'gift_request_created')
  await testApp.run(account, async (ctx) => {
    webhooks.recordAll(ctx, [eventInput(account), eventInput(account)])
  })
  const list = async () =>
    (await bestow('deliveries', 'list', '--account', account)).data as {
      id: string
      event_id: string
    }[]
  const [first] = await list()
  assert.ok(first)
  const { delivery } = (await bestow('deliveries', 'resend', '--id', first.id)) as {
    delivery: { id: string }
  }
  const again = (await list()).find(({ id }) => id === delivery.id)
  assert.equal(again?.event_id, first.event_id)
  assert.deepEqual(codes(await bestow('deliveries', 'resend', '--id', newId())), [
    ['not_found', undefined],
  ])
  await testApp.run(ALL_ACCOUNTS, async (ctx) => {
    await ctx.query(`update webhooks.delivery set abandoned_at = now()`)
    await ctx.query('delete from webhooks.delivery_queue')
  })
  const since = ['--since', new Date(Date.now() - 3_600_000).toISOString()]
  assert.deepEqual(await bestow('endpoints', 'recover', '--id', endpoint.id, ...since), {
    resent: 2,
  })
  assert.deepEqual(await bestow('endpoints', 'recover', '--id', endpoint.id, ...since), {
    resent: 0,
  })
  assert.deepEqual(
    codes(await bestow('endpoints', 'recover', '--id', endpoint.id, '--since', 'yesterday')),
    [['invalid_format', '--since']],
  )
})

test('resends a delivery to another endpoint of its account', async () => {
  const event_id = await testApp.run(account, async (ctx) =>
    webhooks.record(ctx, eventInput(account)),
  )
  const list = () =>
    testApp.run(account, (ctx) => webhooks.listDeliveries(ctx, { event_id, limit: 10 }))
  const [first] = await list()
  assert.ok(first)
  const resend = (to: string) => bestow('deliveries', 'resend', '--id', first.id, '--to', to)
  const created = await bestow('endpoints', 'create', '--account', account, '--url', url)
  const { id: copy } = created.endpoint as { id: string }
  const { delivery } = (await resend(copy)) as { delivery: { id: string } }
  const sent = (await list()).find(({ id }) => id === delivery.id)
  assert.deepEqual([sent?.endpoint_id, sent?.replay_of], [copy, first.id])
  assert.deepEqual(codes(await resend(newId())), [['invalid_reference', '--to']])
  await bestow('endpoints', 'disable', '--id', copy)
  assert.deepEqual(codes(await resend(copy)), [['not_allowed', '--to']])
  await bestow('endpoints', 'delete', '--id', copy)
})
