import assert from 'node:assert/strict'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createTestApp, giftBody } from '#test/api-harness'
import { listen } from '#test/http-server'
import { sendRaw } from '#test/raw-http'

/* The tests of requests that HTTP allows but few clients send, over real sockets. */

const testApp = await createTestApp()
const origin = await listen(testApp.app)
const { port } = testApp.app.server.address() as AddressInfo
const authority = `localhost:${port}`
const headers = {
  authorization: `Bearer ${testApp.token}`,
  'service-api-version': '2026-05',
  'content-type': 'application/json',
}
const headerLines = Object.entries(headers)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')

interface ReceivedMessage {
  status: number
  headers: Headers
  body: string
}

/** Sends one request on a separate connection. Parses the response. */
async function exchange(target: string, method = 'GET', extra = '', body = '') {
  const { text } = await sendRaw(port, [
    `${method} ${target} HTTP/1.1\r\nhost: ${authority}\r\nconnection: close\r\n${headerLines}${extra}${
      body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
    }\r\n${body}`,
  ])
  return parseMessage(text)
}

function parseMessage(text: string): ReceivedMessage {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  return {
    status: Number(first.split(' ')[1]),
    headers: new Headers(
      lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
    ),
    body: rest.join('\r\n\r\n'),
  }
}

await testApp.api.post('/gift_requests', giftBody(testApp))
await testApp.api.post('/gift_requests', giftBody(testApp))

describe('a request target in absolute form', () => {
  for (const path of [
    '/api/gift_requests?limit=1',
    '/api/campaigns?limit=1',
    '/api/',
    '/api/nothing',
  ])
    it(`gets the same response as the path ${path}`, async () => {
      const plain = await exchange(path)
      for (const prefix of [`http://${authority}`, `HTTP://${authority}`, `https://${authority}`]) {
        const absolute = await exchange(`${prefix}${path}`)
        assert.equal(absolute.status, plain.status)
        assert.equal(absolute.body, plain.body)
      }
    })

  it('counts as the same request for an Idempotency-Key, and gives the same Location', async () => {
    const body = JSON.stringify(giftBody(testApp))
    const key = 'idempotency-key: absolute-1\r\n'
    const first = await exchange('/api/gift_requests', 'POST', key, body)
    const second = await exchange(`http://${authority}/api/gift_requests`, 'POST', key, body)
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.equal(second.body, first.body)
    assert.equal(second.headers.get('location'), first.headers.get('location'))
  })

  it('may leave out the path', async () => {
    assert.equal((await exchange(`http://${authority}`)).status, 404)
    assert.equal((await exchange(`http://${authority}?a=b`)).status, 404)
  })
})

describe('a body above the limit', () => {
  const sizes = [1.1, 2, 4, 8, 40]
  for (const size of sizes)
    it(`of ${size} MB gets 413 by fetch, by http, by chunks and by a raw socket`, async () => {
      const body = Buffer.alloc(size * 1024 * 1024, 0x20)
      const fetched = await fetch(`${origin}/api/gift_requests`, { method: 'POST', headers, body })
      assert.equal(fetched.status, 413)
      assert.match(await fetched.text(), /larger than 1 MiB/)
      assert.equal(await postByHttp(body, { 'content-length': body.length }), 413)
      assert.equal(await postByHttp(body, {}), 413)
      assert.equal(await postBlocking(body), 413)
    })

  it('is not asked for after Expect: 100-continue', async () => {
    const head = `POST /api/gift_requests HTTP/1.1\r\nhost: ${authority}\r\n${headerLines}expect: 100-continue\r\n`
    const large = await sendRaw(port, [`${head}content-length: 8388608\r\n\r\n`])
    assert.deepEqual(large.statuses, [413])
    const small = await sendRaw(port, [`${head}content-length: 2\r\n\r\n`, '{}'], { pauseMs: 50 })
    assert.deepEqual(small.statuses, [100, 422])
    const unauthorized = await sendRaw(port, [
      `POST /api/gift_requests HTTP/1.1\r\nhost: ${authority}\r\nservice-api-version: 2026-05\r\nexpect: 100-continue\r\ncontent-length: 2\r\n\r\n`,
    ])
    assert.deepEqual(unauthorized.statuses, [401])
  })

  it('never lets a second request on the same connection through', async () => {
    const head = `POST /api/gift_requests HTTP/1.1\r\nhost: ${authority}\r\n${headerLines}`
    const next = `GET /api/campaigns HTTP/1.1\r\nhost: ${authority}\r\n${headerLines}\r\n`
    const { statuses } = await sendRaw(port, [
      `${head}content-length: 1048577\r\n\r\n${' '.repeat(1_048_577)}${next}`,
    ])
    assert.deepEqual(statuses, [413])
  })
})

/** Posts a body. Writes the whole body before it reads the response, as blocking clients do. */
function postBlocking(body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').on('error', reject)
    socket.write(
      `POST /api/gift_requests HTTP/1.1\r\nhost: ${authority}\r\n${headerLines}content-length: ${body.length}\r\n\r\n`,
    )
    socket.write(body, () => {
      socket.once('data', (chunk) => {
        resolve(Number(chunk.toString('latin1').split(' ')[1]))
        socket.destroy()
      })
    })
  })
}

function postByHttp(body: Buffer, extra: Record<string, number>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sending = request(`${origin}/api/gift_requests`, {
      method: 'POST',
      headers: { ...headers, ...extra },
    })
    sending.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
    sending.end(body)
  })
}

describe('a compressed body', () => {
  const json = JSON.stringify(giftBody(testApp))
  for (const [coding, body] of [
    ['gzip', gzipSync(json)],
    ['gzip', Buffer.from(json)],
    ['br', Buffer.from(json)],
    ['x-unknown', Buffer.from(json)],
    ['identity, gzip', Buffer.from(json)],
  ] as const)
    it(`with Content-Encoding ${coding} gets 415`, async () => {
      const response = await fetch(`${origin}/api/gift_requests`, {
        method: 'POST',
        headers: { ...headers, 'content-encoding': coding },
        body: new Uint8Array(body),
      })
      assert.equal(response.status, 415)
      assert.equal(response.headers.get('accept-encoding'), 'identity')
      assert.match(await response.text(), /Content-Encoding/)
    })

  it('with Content-Encoding identity is accepted', async () => {
    const response = await exchange(
      '/api/gift_requests',
      'POST',
      'content-encoding: identity\r\n',
      json,
    )
    assert.equal(response.status, 201)
  })

  it('in a compressing transfer coding gets 501', async () => {
    const { statuses } = await sendRaw(port, [
      `POST /api/gift_requests HTTP/1.1\r\nhost: ${authority}\r\n${headerLines}transfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ])
    assert.deepEqual(statuses, [501])
  })
})

describe('odd paths and headers', () => {
  for (const path of [
    '/api/%E0%A4%A',
    `/api/${'x'.repeat(5_000)}`,
    '/api/gift_requests/%ff',
    `/api/gift_requests/${'x'.repeat(5_000)}`,
  ]) {
    it(`${path.slice(0, 40)} checks version, then token, then the path`, async () => {
      const bare = await fetch(`${origin}${path}`)
      assert.equal(bare.status, 400)
      assert.match(await bare.text(), /unsupported_api_version/)
      const { authorization: _, ...withoutToken } = headers
      assert.equal((await fetch(`${origin}${path}`, { headers: withoutToken })).status, 401)
      const found = await fetch(`${origin}${path}`, { headers })
      assert.equal(found.status, 404)
      assert.equal(found.headers.get('content-type'), 'application/json')
    })
  }

  it('reports the slash at the end of a path', async () => {
    const { status, json } = await testApp.api.get('/gift_requests/?limit=1')
    assert.equal(status, 404)
    assert.match(json.errors[0].message, /slash/)
  })

  it('reports a parameter without a name', async () => {
    for (const query of ['?=', '?=1', '?limit=1&=2']) {
      const { status, json } = await testApp.api.get(`/gift_requests${query}`)
      assert.equal(status, 400, query)
      assert.equal(json.errors[0].message, 'has a parameter without a name', query)
    }
  })

  it('names the NUL in a filter', async () => {
    const { status, json } = await testApp.api.get('/gift_requests?recipient_email=a%00b')
    assert.equal(status, 400)
    assert.equal(json.errors[0].message, 'must not contain a NUL character')
  })

  it('rejects two headers Content-Type', async () => {
    const { status, body } = await exchange(
      '/api/gift_requests',
      'POST',
      'content-type: text/plain\r\n',
      '{}',
    )
    assert.equal(status, 400)
    assert.match(body, /Content-Type once/)
  })
})
