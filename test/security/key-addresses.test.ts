import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import { createServer } from '#app/http-server'
import { operations } from '#contract/operations'
import { api } from '#http/api'
import { mcp } from '#http/mcp'
import { createLog } from '#platform/observability/log'
import { createTestApp } from '#test/api-harness'
import { testShipping } from '#test/fulfilment-fixture'
import { pluck } from '#test/pluck'

/*
 * The tests of API keys with allowed addresses. A key works from these addresses only,
 * whatever the headers of a request say.
 */

const testApp = await createTestApp()
const { db } = testApp
const authenticate = apiKeys.createAuthenticator(db, { stage: 'staging', region: 'us' })
const log = apiKeys.createRequestLog(db, (error) => {
  throw error
})

async function openApi(trustedProxies: readonly string[], rateLimit = 0) {
  const app = createServer(createLog({ level: 'silent' }), undefined, trustedProxies)
  await app.register(api({ db, authenticate, rateLimit, name: 'Bestow', log }), { prefix: '/api' })
  await app.register(mcp({ db, authenticate, rateLimit: 0, version: '0', shipping: testShipping }))
  testApp.closeCallbacks.push(() => app.close())
  return app
}
after(() => log.stop())

const direct = await openApi([])
const behindProxy = await openApi(['10.0.0.0/8'])

const createKey = (allowed_addresses: readonly string[], account_id?: string) =>
  testApp.run((ctx) => apiKeys.createToken(ctx, { allowed_addresses }), account_id)

const { token } = await createKey(['203.0.113.7', '198.51.100.0/24', '2001:db8::/32'])

interface From {
  remoteAddress: string
  headers?: Record<string, string>
}

const call = (
  app: typeof direct,
  { remoteAddress, headers = {} }: From,
  { bearer = token, method = 'GET', url = '/api/campaigns' } = {},
) =>
  app.inject({
    method: method as 'GET',
    url,
    remoteAddress,
    headers: { authorization: `Bearer ${bearer}`, 'service-api-version': '2026-05', ...headers },
  })

const forwarded = (address: string) => ({ 'x-forwarded-for': address })

describe('an API key with allowed addresses', () => {
  // biome-ignore format: columns
  const requests: [what: string, app: typeof direct, from: From, status: number][] = [
    ['an allowed address',               direct, { remoteAddress: '203.0.113.7' }, 200],
    ['an address of an allowed range',   direct, { remoteAddress: '198.51.100.9' }, 200],
    ['an allowed IPv6 address',          direct, { remoteAddress: '2001:db8::7' }, 200],
    ['IPv4 in IPv6 notation',            direct, { remoteAddress: '::ffff:203.0.113.7' }, 200],
    ['another address',                  direct, { remoteAddress: '203.0.113.8' }, 403],
    ['another IPv6 address',             direct, { remoteAddress: '2001:db9::7' }, 403],
    ['loopback',                         direct, { remoteAddress: '127.0.0.1' }, 403],
    ['a forged header',                  direct, { remoteAddress: '192.0.2.1', headers: forwarded('203.0.113.7') }, 403],
    ['a forged header of RFC 7239',      direct, { remoteAddress: '192.0.2.1', headers: { forwarded: 'for=203.0.113.7' } }, 403],
    ['a forged X-Real-IP',               direct, { remoteAddress: '192.0.2.1', headers: { 'x-real-ip': '203.0.113.7' } }, 403],
    ['an allowed client behind a proxy', behindProxy, { remoteAddress: '10.0.0.5', headers: forwarded('203.0.113.7') }, 200],
    ['another client behind a proxy',    behindProxy, { remoteAddress: '10.0.0.5', headers: forwarded('192.0.2.1') }, 403],
    ['a client that forges the first entry', behindProxy, { remoteAddress: '10.0.0.5', headers: forwarded('203.0.113.7, 192.0.2.1') }, 403],
    ['the proxy itself',                 behindProxy, { remoteAddress: '10.0.0.5' }, 403],
    ['an untrusted peer that forges the header', behindProxy, { remoteAddress: '192.0.2.1', headers: forwarded('203.0.113.7') }, 403],
    ['a proxy with an invalid header',   behindProxy, { remoteAddress: '10.0.0.5', headers: forwarded('unknown') }, 403],
  ]
  for (const [what, app, from, status] of requests)
    it(`returns ${status} to ${what}`, async () => {
      assert.equal((await call(app, from)).statusCode, status)
    })

  it('names the address and the remedy, in the format of other errors', async () => {
    const { headers, body } = await call(direct, { remoteAddress: '::ffff:192.0.2.1' })
    assert.deepEqual(JSON.parse(body), {
      errors: [
        {
          type: 'permission_error',
          code: 'forbidden',
          message:
            'This API key must not be used from 192.0.2.1. An admin can add the address on the API keys page.',
        },
      ],
    })
    assert.match(String(headers['content-type']), /^application\/json/)
    assert.equal(headers['www-authenticate'], undefined)
  })

  it('is rejected for every operation, and for unknown paths', async () => {
    const from = { remoteAddress: '192.0.2.1' }
    for (const { method, path } of [...operations, { method: 'GET', path: '/nothing' }]) {
      const url = `/api${path.replaceAll(/\{\w+\}/g, crypto.randomUUID())}`
      const { statusCode } = await call(direct, from, { method, url })
      assert.equal(statusCode, 403, `${method} ${path}`)
    }
  })

  it('is rejected for agents too', async () => {
    const request = { method: 'POST', url: '/mcp' }
    for (const [app, from] of [
      [direct, { remoteAddress: '192.0.2.1' }],
      [direct, { remoteAddress: '192.0.2.1', headers: forwarded('203.0.113.7') }],
    ] as const) {
      const { statusCode, body } = await call(app, from, request)
      assert.equal(statusCode, 403)
      assert.match(body, /must not be used from 192\.0\.2\.1/)
    }
    for (const [app, from] of [
      [direct, { remoteAddress: '203.0.113.7' }],
      [behindProxy, { remoteAddress: '10.0.0.5', headers: forwarded('203.0.113.7') }],
    ] as const)
      assert.notEqual((await call(app, from, request)).statusCode, 403)
  })

  it('does not use up the rate limit with rejected requests', async () => {
    const limited = await openApi([], 1)
    for (let n = 0; n < 20; n++)
      assert.equal((await call(limited, { remoteAddress: '192.0.2.1' })).statusCode, 403)
    assert.equal((await call(limited, { remoteAddress: '203.0.113.7' })).statusCode, 200)
  })

  it('shares no lookup result with a concurrent request from another address', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const remoteAddress = n % 2 === 0 ? '203.0.113.7' : '192.0.2.1'
        return (await call(direct, { remoteAddress })).statusCode
      }),
    )
    assert.deepEqual(
      statuses,
      Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? 200 : 403)),
    )
  })

  it('appears in the request log with the address', async () => {
    const { id, token: bearer } = await createKey(['203.0.113.7'])
    await log.flush() // the log stores a limited number of requests of an account at each flush
    await call(direct, { remoteAddress: '192.0.2.77' }, { bearer })
    await log.flush()
    const { data } = await testApp.run((ctx) =>
      apiKeys.listRequests(ctx, { token_id: id }, { limit: 5, order: 'desc' }),
    )
    assert.deepEqual(pluck(data, 'status', 'errors'), [[403, ['forbidden']]])
    assert.match(data[0]?.messages[0] ?? '', /192\.0\.2\.77/)
  })

  it('does not concern keys without a list, and keys of other accounts', async () => {
    const { account } = await testApp.createOtherAccount()
    for (const { token: bearer } of [await createKey([]), await createKey([], account.id)])
      assert.equal((await call(direct, { remoteAddress: '192.0.2.1' }, { bearer })).statusCode, 200)
  })
})
