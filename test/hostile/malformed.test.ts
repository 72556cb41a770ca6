import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import { createTestApp } from '#test/api-harness'
import { listen } from '#test/http-server'
import { sendRaw } from '#test/raw-http'

/*
 * The tests of malformed and ambiguous HTTP over a raw socket. A proxy can interpret an ambiguous request
 * differently, which enables request smuggling.
 */

const testApp = await createTestApp()
await listen(testApp.app)
const { port } = testApp.app.server.address() as AddressInfo

const defaultHeaders = `Host: here\r\nAuthorization: Bearer ${testApp.token}\r\nService-API-Version: 2026-05\r\n`
const post = `POST /api/gift_requests HTTP/1.1\r\n${defaultHeaders}Content-Type: application/json\r\n`
const get = `GET /api/gift_requests HTTP/1.1\r\n${defaultHeaders}`
const smuggled = `GET /api/campaigns HTTP/1.1\r\n${defaultHeaders}\r\n`

// biome-ignore format: aligned columns
const rejectedRequests: [label: string, bytes: string | Buffer, status: number][] = [
  ['a length and chunks',                `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`, 400],
  ['chunks and a length',                `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${smuggled}`, 400],
  ['two lengths',                        `${post}Content-Length: 2\r\nContent-Length: 200\r\n\r\n{}${smuggled}`,              400],
  ['the same length twice',              `${post}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}${smuggled}`,                400],
  ['a list of lengths',                  `${post}Content-Length: 2, 2\r\n\r\n{}${smuggled}`,                                  400],
  ['a negative length',                  `${post}Content-Length: -1\r\n\r\n${smuggled}`,                                      400],
  ['a length with a plus',               `${post}Content-Length: +2\r\n\r\n{}${smuggled}`,                                    400],
  ['a length in hex',                    `${post}Content-Length: 0x2\r\n\r\n{}${smuggled}`,                                   400],
  ['a length above the integer range',        `${post}Content-Length: 99999999999999999999999\r\n\r\n{}${smuggled}`,               400],
  ['an unknown encoding',                `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,                    501],
  ['chunked as a non-final encoding',        `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`,           400],
  ['chunked twice',                      `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n${smuggled}`, 400],
  ['a space before the colon',           `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`,                    400],
  ['a control character in a name',                `${post}Transfer-Encoding\x0b: chunked\r\n\r\n0\r\n\r\n${smuggled}`,                 400],
  ['a NUL in a value',                   `${get}X: a\0b\r\n\r\n`,                                                           400],
  ['a bare CR in a value',               `${get}X: a\rb\r\n\r\n`,                                                           400],
  ['a bare LF between headers',          `${get}X: a\nY: b\r\n\r\n`,                                                        400],
  ['bare LFs at the end',                `${get}X: a\n\n${smuggled}`,                                                         400],
  ['a folded header',                    `${get}X: a\r\n b\r\n\r\n`,                                                        400],
  ['a folded length',                    `${post}Content-Length:\r\n 2\r\n\r\n{}${smuggled}`,                                 400],
  ['an invalid chunk size',          `${post}Transfer-Encoding: chunked\r\n\r\nxyz\r\n\r\n${smuggled}`,                   400],
  ['a chunk size with a sign',           `${post}Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n${smuggled}`,         400],
  ['a chunk longer than it says',        `${post}Transfer-Encoding: chunked\r\n\r\n2\r\n{}{}\r\n0\r\n\r\n${smuggled}`,        400],
  ['a bare LF after a chunk size',       `${post}Transfer-Encoding: chunked\r\n\r\n2\n{}\r\n0\r\n\r\n${smuggled}`,            400],
  ['a bare LF in a chunk extension',     `${post}Transfer-Encoding: chunked\r\n\r\n2;a\n{}\r\n0\r\n\r\n${smuggled}`,          400],
  ['an endless chunk extension',       `${post}Transfer-Encoding: chunked\r\n\r\n2;a=${'b'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`, 413],
  ['no host',                            'GET /api/ HTTP/1.1\r\n\r\n',                                                      400],
  ['an unknown expectation',             `${post}Expect: the-worst\r\nContent-Length: 2\r\n\r\n{}`,                         417],
  ['an unknown method',                  `STEAL /api/ HTTP/1.1\r\n${defaultHeaders}\r\n`,                                            400],
  ['a lower-case method',          `get /api/ HTTP/1.1\r\n${defaultHeaders}\r\n`,                                              400],
  ['an unknown protocol',                `GET /api/ HTTX/1.1\r\n${defaultHeaders}\r\n`,                                              400],
  ['a version from the future',          `GET /api/ HTTP/9.9\r\n${defaultHeaders}\r\n`,                                              400],
  ['a path with a space',                `GET /api/gift requests HTTP/1.1\r\n${defaultHeaders}\r\n`,                                 400],
  ['endless headers',                `${get}X: ${'a'.repeat(20_000)}\r\n\r\n`,                                          431],
  ['a TLS ClientHello',                  Buffer.from('1603010200010001fc0303', 'hex'),                                      400],
  ['random bytes',                              Buffer.from(Array.from({ length: 500 }, (_, n) => (n * 89) % 256)),                400],
]

for (const [label, bytes, status] of rejectedRequests) {
  it(`rejects ${label}`, async () => {
    const response = await sendRaw(port, [bytes])
    assert.deepEqual(response.statuses, [status], response.text)
    assert.ok(
      response.isClosed,
      'the connection closes, because the rest of the stream is ambiguous',
    )
    assertApiError(response.text)
  })
}

it('returns the error format of the API for a malformed URL', async () => {
  for (const path of ['/api/%zz', '/api/gift_requests/%E0%A4%A', '/api/gift_requests/%00'])
    assertApiError((await sendRaw(port, [`GET ${path} HTTP/1.1\r\n${defaultHeaders}\r\n`])).text)
})

it('accepts chunk extensions, as RFC 9112 requires', async () => {
  const bytes = `${post}Transfer-Encoding: chunked\r\n\r\n2;a=b\r\n{}\r\n0\r\n\r\n`
  assert.deepEqual((await sendRaw(port, [bytes])).statuses, [422])
})

it('responds to pipelined requests in order', async () => {
  const { statuses } = await sendRaw(port, [
    `${get}\r\n`,
    'GET /api/x HTTP/1.1\r\n',
    `${defaultHeaders}\r\n`,
  ])
  assert.deepEqual(statuses, [200, 404])
})

function assertApiError(text: string): void {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  assert.match(head, /^request-id: [0-9a-f-]{36}\r?$/im, text)
  assert.match(head, /^content-type: application\/json(; charset=utf-8)?\r?$/im, text)
  const { errors } = JSON.parse(body)
  assert.equal(errors.length, 1)
  assert.deepEqual(Object.keys(errors[0]), ['type', 'code', 'message'])
}
