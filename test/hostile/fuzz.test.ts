import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { after, it } from 'node:test'
import fc from 'fast-check'
import { createTestApp, giftBody } from '#test/api-harness'
import { type FuzzRequest, fuzzRequests } from '#test/fuzz-requests'
import { listen, replaceExampleIds } from '#test/http-server'
import { loadContract } from '#test/openapi-contract'

/*
 * Whatever is thrown at an operation, it answers within a second in the shape of the contract, with a
 * Request-Id, and never with a failure of its own.
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

/** Milliseconds that no answer may take. */
const maxResponseMs = 1_000

/** How long another program keeps us waiting says nothing of the answer: what is slow is so three times in a row. */
async function send(sent: FuzzInput): Promise<TimedResponse> {
  const timedResponse = await sendOnce(sent)
  for (let retry = 0; retry < 2 && timedResponse.ms >= maxResponseMs; retry++)
    timedResponse.ms = (await sendOnce(sent)).ms
  return timedResponse
}

function sendOnce({ method, path, headers, body }: FuzzInput): Promise<TimedResponse> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
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
            ms: performance.now() - began,
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Examples speak of campaigns that are not here; with real ones requests get further. */
const toInput = ({ body, ...hostile }: FuzzRequest) => ({
  ...hostile,
  body: body === undefined ? undefined : Buffer.from(replaceExampleIds(testApp, body), 'latin1'),
})

function assertAcceptable({ status, headers, text, ms }: TimedResponse): void {
  assert.ok(status >= 200 && status < 500, `${status}: ${text.slice(0, 300)}`)
  assert.match(String(headers['request-id']), /^[0-9a-f-]{36}$/)
  assert.ok(ms < maxResponseMs, `it took ${Math.round(ms)} ms, three times in a row`)
  if (status < 400) return
  const value = JSON.parse(text)
  if (String(headers['content-type']).startsWith('application/vnd.api+json')) {
    assert.ok(value.errors.length > 0)
    return
  }
  assert.match(String(headers['content-type']), /^application\/json/)
  assert.deepEqual(contract.validate('/components/schemas/Errors', value), [])
}

it('answers whatever comes', async () => {
  const countByStatus = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(fuzzRequests(contract, defaultHeaders, ids), async (hostile) => {
      const timedResponse = await send(toInput(hostile))
      countByStatus.set(timedResponse.status, (countByStatus.get(timedResponse.status) ?? 0) + 1)
      assertAcceptable(timedResponse)
    }),
    { numRuns: 1000, endOnFailure: true },
  )
  for (const status of [200, 201, 400, 404, 422])
    assert.ok(
      (countByStatus.get(status) ?? 0) > 0,
      `nothing was answered with ${status}: it is too tame`,
    )
})

// biome-ignore format: one a line
const expensiveRequests: [what: string, body: () => string | Buffer][] = [
  ['a mebibyte of unknown members',      () => `{${Array.from({ length: 100_000 }, (_, n) => `"${n}":1`).join()}}`],
  ['a mebibyte of pairs of metadata',    () => JSON.stringify(giftBody(testApp, { metadata: Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [n, ''])) }))],
  ['a mebibyte of numbers',              () => `[${'1,'.repeat(500_000)}1]`],
  ['a mebibyte of line items',           () => JSON.stringify(giftBody(testApp, { line_items: Array.from({ length: 300_000 }, () => 0) }))],
  ['one name of a mebibyte',             () => `{"${'a'.repeat(1_000_000)}":1}`],
  ['one text of a mebibyte',             () => JSON.stringify(giftBody(testApp, { campaign_id: 'a'.repeat(1_000_000) }))],
  ['an e-mail address of a mebibyte',    () => JSON.stringify(giftBody(testApp, { recipient: { first_name: 'a', last_name: 'a', email: 'a.'.repeat(500_000) } }))],
  ['a moment of a mebibyte',             () => JSON.stringify(giftBody(testApp, { send_at: '2026-05-01T10:30:00.'.padEnd(1_000_000, '0') }))],
  ['a number of a mebibyte',             () => `{"quantity":${'9'.repeat(1_000_000)}}`],
  ['lists in lists, half a million',     () => '['.repeat(500_000) + ']'.repeat(500_000)],
  ['objects in objects, as deep as fits',() => `${'{"a":'.repeat(170_000)}1${'}'.repeat(170_000)}`],
  ['depth inside of metadata',           () => `{"metadata":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}}`],
  ['depth inside of a row',              () => `{"gift_requests":[${'['.repeat(400_000)}${']'.repeat(400_000)}]}`],
  ['a domain of a mebibyte',             () => JSON.stringify({ quantity: 1, campaign_id: 'a', allowed_email_domains: ['a.'.repeat(400_000)] })],
  ['half a million domains',             () => JSON.stringify({ quantity: 1, campaign_id: 'a', allowed_email_domains: Array.from({ length: 250_000 }, () => '') })],
  ['as much as is let through, wrong',   () => JSON.stringify(giftBody(testApp, { line_items: Array.from({ length: 1_000 }, () => 0) }))],
  ['as many members as are let through', () => `{${Array.from({ length: 1_000 }, (_, n) => `"${n}":1`).join()}}`],
  ['as many domains as are let through', () => JSON.stringify({ quantity: 1, campaign_id: 'a', allowed_email_domains: Array.from({ length: 1_000 }, () => 'a.b.c.d-') })],
  ['as many wrong rows as there can be', () => JSON.stringify({ gift_requests: Array.from({ length: 100 }, () => ({ ...Object.fromEntries(Array.from({ length: 400 }, (_, n) => [n, 1])) })) })],
  ['a list that never ends',             () => '['.repeat(1_000_000)],
  ['escapes',                            () => `"${'\\u0000'.repeat(170_000)}"`],
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

for (const [what, make] of expensiveRequests) {
  it(`answers ${what}`, async () => {
    const body = Buffer.from(make())
    for (const path of paths) {
      const headers = { ...defaultHeaders, 'content-type': 'application/json' }
      const timedResponse = await send({ method: 'POST', path: `/api${path}`, headers, body })
      assertAcceptable(timedResponse)
      assert.ok(
        timedResponse.text.length < 1024 * 1024 + 4096,
        `it answered with ${timedResponse.text.length} bytes`,
      )
    }
  })
}

it('keeps its memory', async () => {
  const bodies = expensiveRequests.slice(0, 12).map(([, make]) => Buffer.from(make()))
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
  assert.ok(growth < 32 * 1024 * 1024, `it grew by ${Math.round(growth / 1024 / 1024)} MiB`)
})

/** What is still held once the collector has been. */
async function stableHeapBytes(): Promise<number> {
  const { setFlagsFromString } = await import('node:v8')
  const { runInNewContext } = await import('node:vm')
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  await new Promise((resolve) => setTimeout(resolve, 50))
  collect()
  return process.memoryUsage().heapUsed
}
