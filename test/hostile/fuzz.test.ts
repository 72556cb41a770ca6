import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { after, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { createTestApp, giftBody } from '#test/api-harness'
import { type FuzzRequest, fuzzRequests } from '#test/fuzz-requests'
import { listen, replaceExampleIds } from '#test/http-server'
import { loadContract } from '#test/openapi-contract'

/*
 * The fuzz tests of all operations. Each operation responds to any request in the format of the contract,
 * with a Request-Id, without a 5xx status, and about as fast as to an ordinary request.
 */

const contract = loadContract('2026-05')
const testApp = await createTestApp()
const origin = new URL(await listen(testApp.app))
const agent = new Agent({ keepAlive: true, maxSockets: 4 })
after(() => agent.destroy())

const defaultHeaders = {
  authorization: `Bearer ${testApp.token}`,
  'service-api-version': '2026-05',
}
const gift = (await testApp.api.post('/gift_requests', giftBody(testApp))).json
const link = (
  await testApp.api.post('/one_links', {
    campaign_id: testApp.campaign('one_link').id,
    quantity: 1,
  })
).json
const ids = [gift.id, link.id, testApp.campaign('email').id]

interface FuzzInput {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

interface TimedResponse {
  status: number
  headers: Record<string, unknown>
  text: string
  ms: number
}

/** The milliseconds from which a response is compared with ordinary requests. */
const suspiciousMs = 250
/** The maximum duration of a response, as a multiple of an ordinary request. */
const maxRatio = 50

/**
 * Measures the duration of an ordinary request at this moment. A busy machine
 * delays it like any other request.
 */
async function measureOrdinaryMs(): Promise<number> {
  const body = Buffer.from(JSON.stringify(giftBody(testApp)))
  const headers = { ...defaultHeaders, 'content-type': 'application/json' }
  const { ms } = await sendOnce({ method: 'POST', path: '/api/gift_requests', headers, body })
  return ms
}

/**
 * Sends a request. Repeats a slow request up to four times, between ordinary requests,
 * because other processes can delay a single response. Throws if every attempt takes many
 * times as long as the ordinary request.
 */
async function send(input: FuzzInput): Promise<TimedResponse> {
  const timedResponse = await sendOnce(input)
  const measured: string[] = []
  for (let { ms } = timedResponse; ms >= suspiciousMs; { ms } = await sendOnce(input)) {
    const ordinaryMs = await measureOrdinaryMs()
    if (ms < suspiciousMs + maxRatio * ordinaryMs) break
    measured.push(`${Math.round(ms)} ms against ${Math.round(ordinaryMs)} ms`)
    assert.ok(measured.length < 5, `slow responses: ${measured.join(', ')}`)
  }
  return timedResponse
}

function sendOnce(input: FuzzInput): Promise<TimedResponse> {
  const { method, path, headers, body } = input
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { agent, host: origin.hostname, port: origin.port, method, path, headers },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            ms: performance.now() - startedAt,
          }),
        )
      },
    )
    // The server may close an open connection at the moment of the request, for
    // example after an invalid request.
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      outgoing.reusedSocket && error.code === 'ECONNRESET'
        ? resolve(sendOnce(input))
        : reject(error),
    )
    outgoing.end(body)
  })
}

/** Replaces the example ids of a request with ids of this account, so that more requests pass validation. */
const toInput = ({ body, ...hostile }: FuzzRequest) => ({
  ...hostile,
  body: body === undefined ? undefined : Buffer.from(replaceExampleIds(testApp, body), 'latin1'),
})

function assertAcceptable({ status, headers, text }: TimedResponse): void {
  assert.ok(status >= 200 && status < 500, `${status}: ${text.slice(0, 300)}`)
  assert.match(String(headers['request-id']), /^[0-9a-f-]{36}$/)
  if (status < 400) return
  const value = JSON.parse(text)
  if (String(headers['content-type']).startsWith('application/vnd.api+json')) {
    assert.ok(value.errors.length > 0)
    return
  }
  assert.match(String(headers['content-type']), /^application\/json/)
  assert.deepEqual(contract.validate('/components/schemas/Errors', value), [])
}

it('responds to random requests without a server error', async () => {
  const countByStatus = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(fuzzRequests(contract, defaultHeaders, ids), async (hostile) => {
      const timedResponse = await send(toInput(hostile))
      countByStatus.set(timedResponse.status, (countByStatus.get(timedResponse.status) ?? 0) + 1)
      assertAcceptable(timedResponse)
    }),
    { numRuns: 1000, endOnFailure: true },
  )
  for (const status of [200, 400, 404, 422])
    assert.ok(
      (countByStatus.get(status) ?? 0) > 0,
      `no response has status ${status}: the requests cover too little`,
    )
})

// biome-ignore format: one request per line
const expensiveRequests: [label: string, body: () => string | Buffer][] = [
  ['a mebibyte of unknown properties',      () => `{${Array.from({ length: 100_000 }, (_, n) => `"${n}":1`).join()}}`],
  ['a mebibyte of metadata',    () => JSON.stringify(giftBody(testApp, { metadata: Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [n, ''])) }))],
  ['a mebibyte of numbers',              () => `[${'1,'.repeat(500_000)}1]`],
  ['a mebibyte of line items',           () => JSON.stringify(giftBody(testApp, { line_items: Array.from({ length: 300_000 }, () => 0) }))],
  ['a name of a mebibyte',             () => `{"${'a'.repeat(1_000_000)}":1}`],
  ['a text of a mebibyte',             () => JSON.stringify(giftBody(testApp, { campaign_id: 'a'.repeat(1_000_000) }))],
  ['an email address of a mebibyte',    () => JSON.stringify(giftBody(testApp, { recipient: { first_name: 'a', last_name: 'a', email: 'a.'.repeat(500_000) } }))],
  ['a timestamp of a mebibyte',             () => JSON.stringify(giftBody(testApp, { send_at: '2026-05-01T10:30:00.'.padEnd(1_000_000, '0') }))],
  ['a number of a mebibyte',             () => `{"quantity":${'9'.repeat(1_000_000)}}`],
  ['half a million nested arrays',     () => '['.repeat(500_000) + ']'.repeat(500_000)],
  ['the deepest nested objects that fit',() => `${'{"a":'.repeat(170_000)}1${'}'.repeat(170_000)}`],
  ['nested objects in metadata',           () => `{"metadata":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}}`],
  ['nested arrays in a row',              () => `{"gift_requests":[${'['.repeat(400_000)}${']'.repeat(400_000)}]}`],
  ['a domain of a mebibyte',             () => JSON.stringify({ quantity: 1, campaign_id: 'a', allowed_email_domains: ['a.'.repeat(400_000)] })],
  ['half a million domains',             () => JSON.stringify({ quantity: 1, campaign_id: 'a', allowed_email_domains: Array.from({ length: 250_000 }, () => '') })],
  ['the maximum of invalid line items',   () => JSON.stringify(giftBody(testApp, { line_items: Array.from({ length: 1_000 }, () => 0) }))],
  ['the maximum of unknown properties', () => `{${Array.from({ length: 1_000 }, (_, n) => `"${n}":1`).join()}}`],
  ['the maximum of invalid domains', () => JSON.stringify({ quantity: 1, campaign_id: 'a', allowed_email_domains: Array.from({ length: 1_000 }, () => 'a.b.c.d-') })],
  ['the maximum of invalid rows', () => JSON.stringify({ gift_requests: Array.from({ length: 100 }, () => ({ ...Object.fromEntries(Array.from({ length: 400 }, (_, n) => [n, 1])) })) })],
  ['an unterminated array',             () => '['.repeat(1_000_000)],
  ['escape sequences',                            () => `"${'\\u0000'.repeat(170_000)}"`],
  ['two mebibytes',                      () => Buffer.alloc(2 * 1024 * 1024, 32)],
]
const paths = [
  '/gift_requests',
  '/gift_requests/batch',
  '/one_links',
  `/gift_requests/${gift.id}/cancel`,
  `/test_helpers/gift_requests/${gift.id}/advance`,
  '/test_helpers/clock/advance',
]

for (const [label, createBody] of expensiveRequests) {
  it(`responds to ${label} without a server error`, async () => {
    const body = Buffer.from(createBody())
    for (const path of paths) {
      const headers = { ...defaultHeaders, 'content-type': 'application/json' }
      const timedResponse = await send({ method: 'POST', path: `/api${path}`, headers, body })
      assertAcceptable(timedResponse)
      assert.ok(
        timedResponse.text.length < 1024 * 1024 + 4096,
        `the response has ${timedResponse.text.length} bytes`,
      )
    }
  })
}

it('releases the memory of large requests', async () => {
  const bodies = expensiveRequests.slice(0, 12).map(([, createBody]) => Buffer.from(createBody()))
  const round = async () => {
    for (const body of bodies) {
      const headers = { ...defaultHeaders, 'content-type': 'application/json' }
      await send({ method: 'POST', path: '/api/gift_requests', headers, body })
    }
  }
  await round()
  const before = await stableHeapBytes()
  for (let n = 0; n < 3; n++) await round()
  const growth = (await stableHeapBytes()) - before
  assert.ok(growth < 32 * 1024 * 1024, `the heap grew by ${Math.round(growth / 1024 / 1024)} MiB`)
})

/** Returns the size of the heap after garbage collection, in bytes. */
async function stableHeapBytes(): Promise<number> {
  const { setFlagsFromString } = await import('node:v8')
  const { runInNewContext } = await import('node:vm')
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
  await nextTurn()
  collectGarbage()
  return process.memoryUsage().heapUsed
}
