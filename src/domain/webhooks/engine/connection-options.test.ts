import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { after, before, it } from 'node:test'
import { ApiError } from '#contract'
import { inTransaction } from '#platform/postgres/database'
import { createCertificateFor } from '#test/named-certificate'
import { createMigratedDatabase } from '#test/throwaway-database'
import {
  allInState,
  type RunningEngine,
  startTestEngine,
  waitForDeliveries,
} from '#test/webhook-engine-fixture'
import { createWebhookHarness, type WebhookHarness } from '#test/webhook-harness'
import {
  type ReceivedRequest,
  type ReceiverOptions,
  responders,
  startReceiver,
} from '#test/webhook-receiver'
import * as webhooks from '../index.ts'

let harness: WebhookHarness
let engine: RunningEngine
const cleanups: (() => unknown)[] = []
before(async () => {
  harness = await createWebhookHarness((await createMigratedDatabase()).url, {
    notify: () => engine.notify(),
  })
  engine = startTestEngine(
    harness.db,
    { leaseMs: 6_000 },
    { limits: { connectTimeoutMs: 2_000, responseTimeoutMs: 2_000 } },
  )
})
after(async () => {
  await engine.stop()
  for (const end of cleanups) await end()
  await harness.close()
})

const asAccount = <T>(fn: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(harness.db, harness.account_id, fn)

async function receiver(options: ReceiverOptions = {}) {
  const made = await startReceiver({ respond: responders.status(200), ...options })
  cleanups.push(made.close)
  return made
}

async function createOnlyEndpoint(url: string, input: Partial<webhooks.EndpointInput> = {}) {
  const others = await asAccount((ctx) => webhooks.listEndpoints(ctx))
  for (const { id } of others) await asAccount((ctx) => webhooks.deleteEndpoint(ctx, id))
  return (await harness.createEndpoint({ url, ...input })).endpoint
}

const change = (id: string, input: Partial<webhooks.EndpointInput>) =>
  asAccount((ctx) => webhooks.updateEndpoint(ctx, id, input, { allowPrivate: true }))

/** Returns the errors of a rejected change, each as `code param`. */
async function errorsOf(promise: Promise<unknown>): Promise<string[]> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ApiError, String(error))
  return error.errors().map(({ code, param }) => `${code} ${param ?? ''}`.trim())
}

it('sends custom headers, keeps values that a change leaves out, and stores none in plain text', async () => {
  const target = await receiver()
  const apiKey = 'k-93f1c2secret'
  const { id, header_names } = await createOnlyEndpoint(target.url, {
    headers: [
      { name: 'X-Api-Key', value: apiKey },
      { name: 'Authorization', value: 'Basic Zm9vOmJhcg==' },
    ],
  })
  assert.deepEqual(header_names, ['X-Api-Key', 'Authorization'])
  await harness.recordEvent()
  const [first] = await target.waitForRequests(1)
  assert.equal(first?.headers['x-api-key'], apiKey)
  assert.equal(first?.headers.authorization, 'Basic Zm9vOmJhcg==')

  const changed = await change(id, {
    headers: [{ name: 'x-api-key' }, { name: 'X-Env', value: 'eu' }],
  })
  assert.deepEqual(changed?.header_names, ['x-api-key', 'X-Env'])
  const event_id = await harness.recordEvent()
  const [, second] = await target.waitForRequests(2)
  assert.deepEqual(
    [second?.headers['x-api-key'], second?.headers['x-env'], second?.headers.authorization],
    [apiKey, 'eu', undefined],
  )
  const [delivery] = await waitForDeliveries(harness.db, { event_id }, allInState('delivered'))
  assert.ok(!JSON.stringify([delivery, changed, engine.errors]).includes(apiKey))
  const [row] = await asAccount((ctx) =>
    ctx.query<{ text: string }>(
      `select to_jsonb(e)::text as text from webhooks.endpoint e where id = $1`,
      [id],
    ),
  )
  assert.ok(row !== undefined && !row.text.includes(Buffer.from(apiKey).toString('hex')))
  assert.deepEqual((await change(id, { headers: [] }))?.header_names, [])
})

it('refuses headers of the contract and of HTTP, line breaks, and too many or too large ones', async () => {
  const { id } = await createOnlyEndpoint('https://example.com/')
  const check = (...headers: { name: string; value?: string }[]) =>
    errorsOf(change(id, { headers }))
  const owned = [
    'Service-Webhook-Signature',
    'service-anything',
    'Webhook-Id',
    'HOST',
    'Content-Length',
    'content-type',
    'Connection',
    'Transfer-Encoding',
    'Keep-Alive',
    'TE',
    'Upgrade',
    'Expect',
    'Proxy-Authorization',
    'X-Forwarded-For',
    'User-Agent',
  ]
  for (const name of owned)
    assert.deepEqual(await check({ name, value: 'x' }), ['not_allowed headers.0.name'], name)
  for (const name of ['X Key', 'X:Key', 'X-Kéy', 'X\r\nY', ' X', 'X\0'])
    assert.deepEqual(
      await check({ name, value: 'x' }),
      ['invalid_format headers.0.name'],
      JSON.stringify(name),
    )
  for (const value of ['a\r\nX-Evil: 1', 'a\nb', 'a\0', 'é', 'a\tb', ' a', '李'])
    assert.deepEqual(
      await check({ name: 'X-A', value }),
      ['invalid_format headers.0.value'],
      JSON.stringify(value),
    )
  assert.deepEqual(await check({ name: 'X-A' }), ['required headers.0.value'])
  assert.deepEqual(await check({ name: '', value: 'x' }), ['required headers.0.name'])
  const twice = await check({ name: 'X-A', value: '1' }, { name: 'x-a', value: '2' })
  assert.deepEqual(twice, ['invalid headers.1.name'])
  assert.deepEqual(await check({ name: 'X-A', value: 'x'.repeat(4_096) }), ['too_long headers'])
  const eleven = Array.from({ length: 11 }, (_, index) => ({ name: `X-${index}`, value: 'x' }))
  assert.deepEqual(await check(...eleven), ['too_many headers'])
})

it('limits stored and new headers together', async () => {
  const { id } = await createOnlyEndpoint('https://example.com/', {
    headers: [{ name: 'X-A', value: 'x'.repeat(3_000) }],
  })
  const headers = [{ name: 'X-A' }, { name: 'X-B', value: 'x'.repeat(3_000) }]
  assert.deepEqual(await errorsOf(change(id, { headers })), ['too_long headers'])
})

const spkiHeader = Buffer.from('302a300506032b6570032100', 'hex')

/** Verifies every `v1a` signature of a request with a public key in the format of Standard Webhooks. */
function verifyEd25519({ headers, body }: ReceivedRequest, public_key: string): boolean[] {
  const raw = Buffer.from(public_key.replace('whpk_', ''), 'base64')
  const key = createPublicKey({
    key: Buffer.concat([spkiHeader, raw]),
    format: 'der',
    type: 'spki',
  })
  const signed = Buffer.concat([
    Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`),
    body,
  ])
  return (headers['webhook-signature'] ?? '')
    .split(' ')
    .filter((each) => each.startsWith('v1a,'))
    .map((each) => verify(null, signed, key, Buffer.from(each.slice(4), 'base64')))
}

it('signs with Ed25519 beside the HMAC, and with both keys during a rotation', async () => {
  const target = await receiver()
  const { id, public_key } = await createOnlyEndpoint(target.url, { ed25519: true })
  assert.match(public_key ?? '', /^whpk_[A-Za-z0-9+/]{43}=$/)
  await harness.recordEvent()
  const [first] = await target.waitForRequests(1)
  assert.ok(first !== undefined && public_key !== null)
  assert.deepEqual(verifyEd25519(first, public_key), [true])
  assert.match(first.headers['webhook-signature'] ?? '', /^v1,\S+ v1a,\S+$/)
  assert.match(first.headers['service-webhook-signature'] ?? '', /^[0-9a-f]{64}$/)
  assert.deepEqual(verifyEd25519({ ...first, body: Buffer.from('{}') }, public_key), [false])

  const rotate = (overlap_seconds: number) =>
    asAccount((ctx) => webhooks.endpointCommands.rotateSigningKey(ctx, id, { overlap_seconds }))
  const rotated = await rotate(3_600)
  assert.notEqual(rotated.public_key, public_key)
  assert.equal(rotated.previous_public_key, public_key)
  await harness.recordEvent()
  const [, second] = await target.waitForRequests(2)
  assert.ok(second !== undefined)
  assert.deepEqual(verifyEd25519(second, rotated.public_key ?? ''), [true, false])
  assert.deepEqual(verifyEd25519(second, public_key), [false, true])
  assert.deepEqual(await errorsOf(rotate(60)), ['invalid overlap_seconds'])
  assert.equal((await rotate(0)).previous_public_key, null)

  assert.equal((await change(id, { ed25519: false }))?.public_key, null)
  assert.deepEqual(await errorsOf(rotate(0)), ['invalid_transition'])
  await harness.recordEvent()
  const [, , third] = await target.waitForRequests(3)
  assert.equal(third?.headers['webhook-signature'], undefined)
})

const server = createCertificateFor('localhost')
const client = createCertificateFor('bestow-client')
const stranger = createCertificateFor('stranger')

it('trusts the authority of the endpoint only, and shows its expiry', async () => {
  const target = await receiver({ tls: server })
  const url = target.url.replace('127.0.0.1', 'localhost')
  const endpoint = await createOnlyEndpoint(url, { ca: server.cert })
  assert.equal(endpoint.ca_subject, 'CN=localhost')
  assert.ok((endpoint.ca_expires_at?.getTime() ?? 0) > Date.now())
  await harness.recordEvent()
  await target.waitForRequests(1)
  await change(endpoint.id, { ca: stranger.cert })
  const event_id = await harness.recordEvent()
  const [failed] = await waitForDeliveries(
    harness.db,
    { event_id },
    ([each]) => (each?.attempts.length ?? 0) > 0,
  )
  const attempt = failed?.attempts[0]
  assert.deepEqual([attempt?.error, attempt?.reason], ['tls_failed', 'self_signed'])
  assert.equal(target.requests.length, 1)
})

it('presents the client certificate, and never shares its connection with another endpoint', async () => {
  const target = await receiver({
    tls: { ...server, ca: client.cert, requestCert: true, rejectUnauthorized: true },
  })
  const url = target.url.replace('127.0.0.1', 'localhost')
  const mutual = { ca: server.cert, client_certificate: client.cert, client_key: client.key }
  const endpoint = await createOnlyEndpoint(url, mutual)
  assert.equal(endpoint.client_certificate_subject, 'CN=bestow-client')
  await harness.recordEvent()
  await target.waitForRequests(1)
  const without = await harness.createEndpoint({ url, ca: server.cert })
  const event_id = await harness.recordEvent()
  const deliveries = await waitForDeliveries(
    harness.db,
    { event_id },
    (all) => all.length === 2 && all.every((each) => each.attempts.length > 0),
  )
  const byEndpoint = new Map(deliveries.map((each) => [each.endpoint_id, each.attempts[0]]))
  assert.equal(byEndpoint.get(endpoint.id)?.error, null)
  assert.ok(byEndpoint.get(without.endpoint.id)?.error !== null)
  assert.equal(target.requests.length, 2)
  const key = client.key.replace(/-----[^-]+-----|\s/g, '')
  const rows = await asAccount((ctx) =>
    ctx.query<{ text: string }>('select to_jsonb(e)::text as text from webhooks.endpoint e'),
  )
  assert.ok(rows.every(({ text }) => !text.includes(key.slice(0, 40))))
})

it('refuses certificates that cannot work', async () => {
  const { id } = await createOnlyEndpoint('https://example.com/')
  const rows: [string, Partial<webhooks.EndpointInput>, string[]][] = [
    ['no PEM', { ca: 'hello' }, ['invalid_format ca']],
    [
      'a damaged one',
      { ca: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' },
      ['invalid_format ca'],
    ],
    ['a key as authority', { ca: server.cert + server.key }, ['not_allowed ca']],
    ['too long', { ca: server.cert + ' '.repeat(40_000) }, ['too_long ca']],
    ['too many', { ca: server.cert.repeat(21) }, ['too_many ca']],
    ['no key', { client_certificate: client.cert }, ['required client_key']],
    [
      'the key of another',
      { client_certificate: client.cert, client_key: stranger.key },
      ['invalid client_key'],
    ],
    ['no certificate', { client_key: client.key }, ['required client_certificate']],
    [
      'no key but text',
      { client_certificate: client.cert, client_key: 'x' },
      ['invalid_format client_key'],
    ],
    [
      'a passphrase',
      {
        client_certificate: client.cert,
        client_key: client.key.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE'),
      },
      ['not_allowed client_key'],
    ],
  ]
  for (const [name, input, errors] of rows)
    assert.deepEqual(await errorsOf(change(id, input)), errors, name)
  const none = { ca: null, client_certificate: null }
  assert.equal((await change(id, none))?.ca_subject, null)
})

it('parks deliveries when a header or a key cannot be decrypted, and sends them afterwards', async () => {
  const target = await receiver()
  const { id } = await createOnlyEndpoint(target.url, { headers: [{ name: 'X-A', value: '1' }] })
  const setHeaders = (headers: Buffer) =>
    asAccount((ctx) =>
      ctx.query(
        'update webhooks.endpoint set headers = $2, config_version = config_version + 1 where id = $1',
        [id, headers],
      ),
    )
  const [row] = await asAccount((ctx) =>
    ctx.query<{ headers: Buffer }>('select headers from webhooks.endpoint where id = $1', [id]),
  )
  assert.ok(row !== undefined)
  const damaged = Buffer.from(row.headers)
  damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1
  await setHeaders(damaged)
  const event_id = await harness.recordEvent()
  await waitForDeliveries(harness.db, { event_id }, allInState('parked'))
  assert.equal(target.requests.length, 0)
  await setHeaders(row.headers)
  await waitForDeliveries(harness.db, { event_id }, allInState('delivered'))
  engine.errors.length = 0
})
