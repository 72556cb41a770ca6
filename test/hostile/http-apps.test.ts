import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import { admin } from '#http/admin'
import { auth } from '#http/auth'
import { mcp } from '#http/mcp'
import { redeem } from '#http/redeem'
import { createTestApp, giftBody } from '#test/api-harness'
import { testShipping } from '#test/fulfilment-fixture'
import { badValue } from '#test/fuzz-requests'
import { sizeOfRun } from '#test/run-size'

/*
 * The fuzz tests of the HTTP apps except the public API: admin, auth, redeem and MCP. No request causes a 5xx
 * status. No request blocks the event loop for longer than an ordinary request of similar size.
 */

const testApp = await createTestApp()
const { db, app } = testApp
const authenticate = apiKeys.createAuthenticator(db, { stage: 'staging', region: 'us' })
await app.register(admin({ db }), { prefix: '/admin/api' })
await app.register(auth({ db, rateLimit: 0, isMcpEnabled: true }))
const mcpOptions = { db, authenticate, rateLimit: 0, version: '0', shipping: testShipping }
await app.register(mcp(mcpOptions))
await app.register(redeem({ db, shipping: testShipping, rateLimit: 0 }))
const origin = await testApp.listen()
const { hostname: host, port } = new URL(origin)
const agent = new Agent({ keepAlive: true, maxSockets: 2 })
after(() => agent.destroy())

const { json: gift } = await testApp.api.post('/gift_requests', giftBody(testApp))
await testApp.advanceTime()
const giftResponse = await testApp.api.get(`/gift_requests/${gift.id}`)
const gift_path = new URL(giftResponse.json.redemption_url).pathname
const { json: link } = await testApp.api.post('/one_links', {
  campaign_id: testApp.campaign('one_link').id,
  quantity: 1,
})
const link_path = new URL(link.url ?? link.redemption_url).pathname

const { user } = await testApp.run((ctx) =>
  accounts.createUser(ctx, { email: 'dana@example.com', role: 'admin' }),
)
const { token: session } = await testApp.run((ctx) =>
  accounts.startSession(
    ctx,
    { account_id: testApp.account.id, user_id: user.id, person_id: user.id },
    'password',
    { address: '127.0.0.1', user_agent: '' },
  ),
)

type Headers = Record<string, string>
interface FuzzTarget {
  method: string
  path: string
  headers: Headers
}

const target = (method: string, path: string, headers: Headers): FuzzTarget => ({
  method,
  path,
  headers,
})
const jsonHeaders = { 'content-type': 'application/json', origin }
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', origin }
const sessionHeaders = { ...jsonHeaders, cookie: `bestow_session=${session}` }
const mcpHeaders = {
  ...jsonHeaders,
  accept: 'application/json, text/event-stream',
  authorization: `Bearer ${testApp.token}`,
}

const jsonTargets = [
  target('POST', '/admin/api/session', jsonHeaders),
  target('POST', '/admin/api/session/code', jsonHeaders),
  target('POST', '/admin/api/session/passkey', jsonHeaders),
  target('POST', '/admin/api/setup', jsonHeaders),
  target('POST', '/admin/api/invitation', jsonHeaders),
  target('PUT', '/admin/api/password-reset', jsonHeaders),
  target('PUT', '/admin/api/stock_levels', sessionHeaders),
  target('POST', '/admin/api/products', sessionHeaders),
  target('POST', '/admin/api/send', sessionHeaders),
  target('POST', '/admin/api/campaigns', sessionHeaders),
  target('POST', '/auth/token', jsonHeaders),
  target('POST', '/mcp', mcpHeaders),
]
const formTargets = [
  target('POST', '/auth/token', formHeaders),
  target('POST', '/auth/revoke', formHeaders),
  target('POST', '/auth/authorize', formHeaders),
  target('POST', `${gift_path}/open`, formHeaders),
  target('POST', `${gift_path}/redeem`, formHeaders),
  target('POST', `${gift_path}/thanks`, formHeaders),
  target('POST', link_path, formHeaders),
]

interface HostileResponse {
  status: number
  headers: Record<string, unknown>
  text: string
  /** The longest time for which the event loop was blocked during the request, in milliseconds. */
  blockedMs: number
}

async function send(
  { method, path, headers }: FuzzTarget,
  body?: string | Buffer,
): Promise<HostileResponse> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  try {
    const result = await new Promise<Omit<HostileResponse, 'blockedMs'>>((resolve, reject) => {
      const outgoing = request({ agent, host, port, method, path, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        )
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
    return { ...result, blockedMs: delay.max / 1e6 }
  } finally {
    delay.disable()
  }
}

/**
 * Sends a request. Returns undefined if the server rejects a large body early and closes
 * the connection during the upload.
 */
async function sendUnlessClosed(
  to: FuzzTarget,
  body: string | Buffer,
): Promise<HostileResponse | undefined> {
  try {
    return await send(to, body)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    assert.ok(['EPIPE', 'ECONNRESET'].includes(code), String(error))
    return undefined
  }
}

function assertAcceptable(result: HostileResponse, label: string): void {
  const { status, headers, text } = result
  assert.ok(status >= 200 && status < 500, `${label}: ${status} ${text.slice(0, 300)}`)
  assert.match(String(headers['request-id']), /^[0-9a-f-]{36}$/, label)
  assert.ok(text.length < 128 * 1024, `${label}: the response has ${text.length} bytes`)
}

/** Measures how long an ordinary upload blocks the event loop on this machine, in milliseconds. */
async function measureOrdinaryBlock(): Promise<number> {
  const picture = JSON.stringify({ content: 'a'.repeat(900_000) })
  const result = await sendUnlessClosed(
    target('POST', '/admin/api/catalogue/images', sessionHeaders),
    picture,
  )
  return result?.blockedMs ?? 0
}

/**
 * Asserts that a request does not block the event loop. Repeats a slow request, because other processes can
 * delay a single request.
 */
async function assertNonBlocking(
  to: FuzzTarget,
  body: string | Buffer,
  label: string,
): Promise<void> {
  let [blocked, bound] = [0, 0]
  for (let attempt = 0; attempt < 5; attempt++) {
    const result = await sendUnlessClosed(to, body)
    if (result === undefined) return
    assertAcceptable(result, label)
    blocked = result.blockedMs
    if (blocked < 50) return
    bound = 50 + 5 * (await measureOrdinaryBlock())
    if (blocked < bound) return
  }
  assert.fail(`${label}: blocked the event loop for ${blocked} ms, against ${bound} ms`)
}

const times = (text: string, count: number) => text.repeat(count)
const list = (count: number, make: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n)).join()

// biome-ignore format: one per line
const largeJsonBodies: [label: string, body: string][] = [
  ['half a million numbers',              `[${times('1,', 500_000)}1]`],
  ['many unknown properties',                `{${list(90_000, (n) => `"${n}":1`)}}`],
  ['unknown properties within 16 KiB',       `{${list(1_500, (n) => `"${n}":1`)}}`],
  ['values within 64 KiB',                `{"a":[${times('[],', 15_000)}1]}`],
  ['nested arrays',                      times('[', 400_000) + times(']', 400_000)],
  ['nested arrays within 16 KiB',        times('[', 8_000) + times(']', 8_000)],
  ['nested objects within 16 KiB',    `${times('{"a":', 2_500)}1${times('}', 2_500)}`],
  ['an unterminated array',              times('[', 900_000)],
  ['an email address of 15 KB',          JSON.stringify({ email: times('a.', 7_000), password: 'x' })],
  ['an email address of 15 KB with @s',  JSON.stringify({ email: times('a@', 7_000), password: 'x' })],
  ['a code of 15 KB',                     JSON.stringify({ challenge_token: times('A', 4_000), code: times('0 ', 5_000) })],
  ['escape sequences',                             `"${times('\\u0000', 150_000)}"`],
  ['lone surrogates in values',          JSON.stringify({ email: times('\\ud800', 2_000), password: times('\0', 2_000) })],
  ['calls in a batch',                    `[${list(1_000, (id) => JSON.stringify({ jsonrpc: '2.0', id, method: 'nothing' }))}]`],
  ['rows of a list',                      JSON.stringify({ options: {}, rows: Array.from({ length: 9_000 }, () => ({ recipient: {}, a: 1 })) })],
  ['levels of stock',                     JSON.stringify({ levels: Array.from({ length: 20_000 }, () => ({})) })],
]

// biome-ignore format: one per line
const largeForms: [label: string, body: string][] = [
  ['many fields',                   list(6_000, (n) => `f${n}=1`).replaceAll(',', '&')],
  ['one field many times',          times('email=a&', 7_000)],
  ['ampersands',                    times('&', 60_000)],
  ['percent signs',                 `email=${times('%', 60_000)}`],
  ['incomplete UTF-8 escapes',    `email=${times('%C3', 20_000)}`],
  ['brackets',                      times('a[b][c]=1&', 6_000)],
  ['an email address of 60 KB',    `email=${times('a.', 30_000)}@x`],
  ['an email address of @s',       `email=${times('a@', 30_000)}`],
  ['a name of 60 KB',               `first_name=${times('x ', 30_000)}&last_name=y&email=a@example.com`],
  ['a note of line breaks',           `note=${times('%0A', 20_000)}&do=send`],
  ['a line of an address of 60 KB', `line_1=${times('1 ', 30_000)}&country=US&postal_code=${times('9', 1_000)}`],
  ['a form token of 60 KB',         `form_token=${times('A', 60_000)}`],
  ['a country of 60 KB',            `country=${times('D', 60_000)}`],
  ['two mebibytes',                 times('a=1&', 500_000)],
]

describe('large JSON', () => {
  for (const [label, body] of largeJsonBodies)
    it(`does not block the event loop: ${label}`, async () => {
      for (const to of jsonTargets) await assertNonBlocking(to, body, `${to.path}, ${label}`)
    })
})

describe('large forms', () => {
  for (const [label, body] of largeForms)
    it(`do not block the event loop: ${label}`, async () => {
      for (const to of formTargets) await assertNonBlocking(to, body, `${to.path}, ${label}`)
    })
})

describe('long URLs and headers', () => {
  // biome-ignore format: one per line
  const paths = [
    `/%zz${times('a+', 7_000)}`,
    `/%zz${times('svc-', 3_500)}`,
    `/%zz${times('://', 4_500)}`,
    `/r/${times('a', 12_000)}`,
    `/r/${times('%41', 4_000)}`,
    `/l/${times('a+', 6_000)}`,
    `/auth/authorize?${times('client_id=x&', 1_000)}`,
    `/auth/authorize?client_id=${times('a', 12_000)}&redirect_uri=${times('%', 1_000)}`,
    `/admin/api/stream?topic=${times('gift_requests,', 900)}&ids=${times('a,', 3_000)}`,
    `/admin/api/gift_requests?q=${times('(a+)+', 2_500)}`,
    `/admin/api/${times('a/', 6_000)}`,
    `/preview?token=${times('A', 12_000)}`,
  ]
  for (const path of paths)
    it(`do not block the event loop: ${path.slice(0, 40)}`, async () => {
      await assertNonBlocking(
        target('GET', path, { cookie: sessionHeaders.cookie }),
        '',
        path.slice(0, 60),
      )
    })

  it('do not block the event loop in headers', async () => {
    for (const [name, value] of [
      ['accept-language', times('de-x;q=0.5,', 1_200)],
      ['cookie', times('a=b; ', 2_500)],
      ['authorization', `Bearer ${times('svc-', 3_500)}`],
      ['authorization', `Basic ${times('A', 14_000)}`],
      ['x-forwarded-for', times('1.1.1.1, ', 1_400)],
      ['traceparent', times('0-', 6_000)],
    ] as const)
      for (const [method, path] of [
        ['GET', gift_path],
        ['GET', '/admin/api/session'],
        ['POST', '/auth/token'],
        ['POST', '/mcp'],
      ] as const)
        await assertNonBlocking(target(method, path, { [name]: value }), '', `${path} with ${name}`)
  })
})

const toText = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

describe('a random body', () => {
  const jsonBody = fc.oneof(
    badValue.map((value) => JSON.stringify(value) ?? ''),
    fc
      .dictionary(
        fc.constantFrom(
          'email',
          'password',
          'challenge_token',
          'code',
          'token',
          'response',
          'name',
          'rows',
          'options',
          'levels',
          'method',
          'params',
          'id',
          'grant_type',
          'client_id',
        ),
        badValue,
      )
      .map((value) => JSON.stringify(value)),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  )
  const field = fc.constantFrom(
    'email',
    'password',
    'form_token',
    'do',
    'first_name',
    'last_name',
    'country',
    'line_1',
    'postal_code',
    'variant',
    'note',
    'grant_type',
    'client_id',
    'decision',
    'lang',
    'form',
  )
  const formBody = fc.oneof(
    fc
      .array(fc.tuple(field, badValue.map(toText)), { maxLength: 12 })
      .map((pairs) =>
        pairs
          .map(
            ([name, value]) =>
              `${name}=${encodeURIComponent(value.toWellFormed().slice(0, 4_000))}`,
          )
          .join('&'),
      ),
    fc.string({ unit: 'binary', maxLength: 400 }),
  )

  it('of JSON type causes no server error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...jsonTargets), jsonBody, async (to, body) => {
        const result = await sendUnlessClosed(to, body)
        if (result !== undefined) assertAcceptable(result, `${to.path} ${body.slice(0, 200)}`)
      }),
      { numRuns: sizeOfRun(300, 100), endOnFailure: true },
    )
  })

  it('of form type causes no server error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...formTargets), formBody, async (to, body) => {
        const result = await sendUnlessClosed(to, body)
        if (result !== undefined) assertAcceptable(result, `${to.path} ${body.slice(0, 200)}`)
      }),
      { numRuns: sizeOfRun(300, 100), endOnFailure: true },
    )
  })
})
