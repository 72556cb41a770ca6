import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '#test/eventually'
import { createCertificateFor } from '#test/named-certificate'
import { localNames, privateHosts } from '#test/private-addresses'
import {
  type Respond,
  responders,
  startReceiver,
  startUnresponsiveServer,
} from '#test/webhook-receiver'
import { createHttpClient, type HttpClientOptions, type HttpResult } from './http-client.ts'

const ends: (() => unknown)[] = []
after(async () => {
  for (const end of ends) await end()
})

function createTestClient(options: Partial<HttpClientOptions> = {}) {
  const created = createHttpClient({ allowPrivate: true, userAgent: 'Bestow/1', ...options })
  ends.push(created.close)
  return created
}

async function receiver(respond: Respond) {
  const created = await startReceiver({ respond })
  ends.push(created.close)
  return created
}

const body = Buffer.from('{"a":"ü"}')
const shortLimits = { connectTimeoutMs: 200, responseTimeoutMs: 200 }

it('sends the body and the header names unchanged', async () => {
  const to = await receiver(responders.status(204))
  const outcome = await createTestClient().post(`${to.url}?a=b%20c`, body, [
    'Service-Webhook-Event-Id',
    'x',
    'Content-Type',
    'application/json',
  ])
  assert.deepEqual(
    { ...outcome, duration_ms: 0, dns_ms: 0, connect_ms: 0 },
    {
      ...{ ok: true, status: 204, phase: 'status', address: '127.0.0.1' },
      ...{ duration_ms: 0, dns_ms: 0, connect_ms: 0 },
    },
  )
  const [got] = to.requests
  assert.deepEqual(got?.body, body)
  assert.equal(got?.path, '/hook?a=b%20c')
  assert.deepEqual(
    got?.rawHeaders.map(([name]) => name),
    [
      'host',
      'connection',
      'User-Agent',
      'Service-Webhook-Event-Id',
      'Content-Type',
      'content-length',
    ],
  )
})

const failures: [name: string, respond: Respond, error: string, phase: string, status?: number][] =
  [
    ['a status that is not 2xx', responders.status(500), 'http_status', 'status', 500],
    ['410', responders.status(410), 'http_status', 'status', 410],
    ['304', responders.status(304), 'redirect', 'status', 304],
    ['silence', responders.hang(), 'response_timeout', 'sent'],
    ['dripped headers', responders.dripHeaders(), 'response_timeout', 'sent'],
    ['a flood of 103', responders.flood103(), 'response_timeout', 'sent'],
    ['a reset', responders.reset(), 'reset', 'sent'],
    ['a half-closed connection', responders.halfClose(), 'reset', 'sent'],
    ['something that is not HTTP', responders.garbage(), 'bad_response', 'sent'],
    ['200 kB of headers', responders.hugeHeaders(), 'bad_response', 'sent'],
  ]

for (const [name, respond, error, phase, status] of failures) {
  it(`reports ${name} as a failure, and frees the connection`, async () => {
    const to = await receiver(respond)
    const out = createTestClient({ limits: { ...shortLimits, maxIdleMs: 50 } })
    const outcome = await out.post(to.url, body, [])
    assert.deepEqual(
      [outcome.ok, outcome.error, outcome.phase, outcome.status],
      [false, error, phase, status],
    )
    await eventually(() => out.countOpenConnections() === 0)
    assert.equal(to.requests.length, 1)
  })
}

it('does not follow a redirect', async () => {
  const target = await receiver(responders.status(200))
  for (const status of [301, 302, 303, 307, 308]) {
    const to = await receiver(responders.redirect(target.url, status))
    assert.equal((await createTestClient().post(to.url, body, [])).error, 'redirect')
  }
  assert.equal(target.requests.length, 0)
})

it('uses only the status: a slow or endless body costs the connection, not the time', async () => {
  for (const respond of [responders.dripBody(), responders.endlessBody()]) {
    const to = await receiver(respond)
    const out = createTestClient()
    const outcome = await out.post(to.url, body, [])
    assert.deepEqual([outcome.ok, outcome.status], [true, 200])
    await eventually(() => out.countOpenConnections() === 0)
  }
})

it('reuses a connection until its maximum lifetime', async () => {
  const to = await receiver(responders.status(200, {}, 'ok'))
  const lasting = createTestClient({ limits: { maxAgeMs: 60_000 } })
  for (let n = 0; n < 5; n++) await settled(lasting.post(to.url, body, []))
  assert.equal(to.connections(), 1)
  lasting.close()
  const brief = createTestClient({ limits: { maxAgeMs: 1 } })
  await settled(brief.post(to.url, body, []))
  await eventually(() => brief.countOpenConnections() === 0)
})

/**
 * Returns the phases of a result that have a time. Asserts that the sum of the times is at most the duration.
 */
function timedPhases(outcome: HttpResult): string[] {
  const phases = ['dns_ms', 'connect_ms', 'tls_ms'] as const
  const sum = phases.reduce((total, phase) => total + (outcome[phase] ?? 0), 0)
  assert.ok(sum <= outcome.duration_ms + phases.length, JSON.stringify(outcome))
  return phases.filter((phase) => outcome[phase] !== undefined)
}

it('sends over TLS to the name in the certificate, and reuses the connection', async () => {
  const tls = createCertificateFor('hook.test')
  const to = await startReceiver({ respond: responders.status(200, {}, 'ok'), tls })
  ends.push(to.close)
  const out = createTestClient({ ca: tls.cert, lookup: async () => ['127.0.0.1'] })
  for (let n = 0; n < 3; n++) {
    const outcome = await settled(out.post(`https://hook.test:${to.port}/`, body, []))
    assert.deepEqual([outcome.ok, outcome.status, outcome.error], [true, 200, undefined])
    assert.deepEqual(timedPhases(outcome), n === 0 ? ['dns_ms', 'connect_ms', 'tls_ms'] : [])
  }
  assert.deepEqual(to.requests[2]?.body, body)
  assert.equal(to.connections(), 1)
  const other = await out.post(`https://other.test:${to.port}/`, body, [])
  assert.equal(other.error, 'tls_failed')
  assert.deepEqual(timedPhases(other), ['dns_ms', 'connect_ms'])
})

it('uses no connection that its receiver is about to close', async () => {
  const to = await receiver(responders.status(200, { 'Keep-Alive': 'timeout=2' }))
  const out = createTestClient()
  await settled(out.post(to.url, body, []))
  await eventually(() => out.countOpenConnections() === 0)
})

it('rejects a header that contains a line break', async () => {
  const to = await receiver(responders.status(200))
  for (const value of ['a\r\nb', 'a\nb', 'a\0'])
    await assert.rejects(createTestClient().post(to.url, body, ['X', value]), /not a header/)
  assert.equal(to.requests.length, 0)
})

it('closes a connection that is idle too long, and the oldest when too many are idle', async () => {
  const first = await receiver(responders.status(200))
  const second = await receiver(responders.status(200))
  const out = createTestClient({ limits: { maxIdleConnections: 1 } })
  await settled(out.post(first.url, body, []))
  await settled(out.post(second.url, body, []))
  await eventually(() => first.connections() === 0)
  assert.equal(second.connections(), 1)
  const hasty = createTestClient({ limits: { maxIdleMs: 60 } })
  await settled(hasty.post(first.url, body, []))
  await eventually(() => hasty.countOpenConnections() === 0)
})

it('returns the seconds of a Retry-After on 429 and 503 only', async () => {
  const ask = async (status: number, value: string) => {
    const to = await receiver(responders.status(status, { 'Retry-After': value }))
    return (await createTestClient().post(to.url, body, [])).retry_after
  }
  assert.equal(await ask(429, '120'), 120)
  assert.equal(await ask(500, '120'), undefined)
  assert.equal(await ask(503, 'soon'), undefined)
  const until = new Date(Date.now() + 60_000).toUTCString()
  const inAMinute = await ask(503, until)
  const remaining = (Date.parse(until) - Date.now()) / 1000
  assert.ok(inAMinute !== undefined && inAMinute >= Math.floor(remaining) && inAMinute <= 60)
})

it('reports how a connection fails', async () => {
  const closed = await receiver(responders.status(200))
  await closed.close()
  ends.splice(ends.indexOf(closed.close), 1)
  assert.deepEqual(await readError(closed.url), ['connect_refused', 'connect'])
  const plain = await receiver(responders.status(200))
  assert.deepEqual(await readError(plain.url.replace('http:', 'https:')), ['tls_failed', 'tls'])
  assert.deepEqual(await readError('http://hook.test/', { lookup: async () => [] }), [
    'dns_failed',
    'dns',
  ])
  assert.deepEqual(
    await readError('http://hook.test/', { lookup: () => Promise.reject(new Error('no')) }),
    ['dns_failed', 'dns'],
  )
  assert.deepEqual(
    await readError('http://hook.test/', {
      lookup: () => new Promise(() => {}),
      limits: shortLimits,
    }),
    ['connect_timeout', 'dns'],
  )
  assert.deepEqual(await readError('gopher://127.0.0.1/'), ['address_refused', 'dns'])
  const silence = await startUnresponsiveServer()
  ends.push(silence.close)
  assert.deepEqual(await readError(silence.url, { limits: shortLimits }), [
    'connect_timeout',
    'connect',
  ])
})

it('rejects every private literal and name with SSRF protection, and connects to nothing', async () => {
  const to = await receiver(responders.status(200))
  const refused = ['address_refused', 'dns']
  for (const host of privateHosts)
    assert.deepEqual(
      await readError(`http://${host}:${to.port}/`, { allowPrivate: false }),
      refused,
      host,
    )
  const named = (addresses: string[]) =>
    readError(`http://hook.test:${to.port}/`, {
      allowPrivate: false,
      lookup: async () => addresses,
    })
  assert.deepEqual(await named(['127.0.0.1']), refused)
  assert.deepEqual(
    await named(['93.184.215.14', '127.0.0.1']),
    refused,
    'one forbidden address forbids the host',
  )
  assert.deepEqual(await named(['::ffff:7f00:1']), refused)
  assert.equal(to.connections() + to.requests.length, 0)
})

it('sends to the allowed ports only', async () => {
  const to = await receiver(responders.status(200))
  assert.deepEqual(await readError(to.url, { ports: [443] }), ['port_refused', 'dns'])
  assert.deepEqual(await readError('https://127.0.0.1/', { ports: [80] }), ['port_refused', 'dns'])
  assert.equal(to.connections() + to.requests.length, 0)
  assert.deepEqual(await readError(to.url, { ports: [443, to.port] }), [undefined, 'status'])
})

it('rejects private names without a DNS query with SSRF protection', async () => {
  let lookups = 0
  const lookup = async () => {
    lookups += 1
    return ['93.184.215.14']
  }
  for (const name of localNames)
    assert.deepEqual(await readError(`http://${name}/`, { allowPrivate: false, lookup }), [
      'address_refused',
      'dns',
    ])
  assert.equal(lookups, 0)
})

it('verifies certificates whatever the environment says', async () => {
  const tls = createCertificateFor('hook.test')
  const to = await startReceiver({ respond: responders.status(200), tls })
  ends.push(to.close)
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  try {
    assert.deepEqual(await readError(to.url), ['tls_failed', 'tls'])
  } finally {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
  }
  assert.equal(to.requests.length, 0)
})

it('checks addresses at every attempt, and rejects a name that has become private', async () => {
  const to = await receiver(responders.status(200))
  const turns = [['3000::1'], ['127.0.0.1']] // the first address counts as public, but no machine has it
  const lookup = async () => turns.shift() ?? []
  const out = createTestClient({
    allowPrivate: false,
    lookup,
    limits: { ...shortLimits, dnsTtlMs: 0 },
  })
  const first = await out.post(`http://hook.test:${to.port}/`, body, [])
  assert.notEqual(first.error, 'address_refused')
  const second = await out.post(`http://hook.test:${to.port}/`, body, [])
  assert.equal(second.error, 'address_refused')
  assert.equal(to.requests.length, 0)
})

it('connects to the checked address, whatever the name resolves to by then', async () => {
  const to = await receiver(responders.status(200))
  let lookups = 0
  const out = createTestClient({
    lookup: async () => (lookups++ === 0 ? ['127.0.0.1'] : ['127.0.0.9']),
  })
  for (let n = 0; n < 3; n++)
    assert.equal((await out.post(`http://hook.test:${to.port}/`, body, [])).ok, true)
  assert.equal(lookups, 1, 'a DNS result is cached')
  assert.equal(to.requests[0]?.headers.host, `hook.test:${to.port}`)
})

const readError = async (url: string, options: Partial<HttpClientOptions> = {}) => {
  const { error, phase } = await createTestClient(options).post(url, body, [])
  return [error, phase]
}

/**
 * Waits until the connection of a request is idle. The result arrives with the status, and the connection
 * becomes idle shortly afterwards.
 */
const settled = async <T>(sent: Promise<T>): Promise<T> => {
  const outcome = await sent
  await sleep(10)
  return outcome
}
