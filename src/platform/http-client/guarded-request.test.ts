import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, it } from 'node:test'
import { sendGuardedRequest } from './guarded-request.ts'
import { parseNetwork } from './ssrf.ts'

let respond: (request: IncomingMessage, response: ServerResponse) => void
let requestCount = 0
const server = createServer((request, response) => {
  requestCount++
  respond(request, response)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.closeAllConnections()
  server.close()
})
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`

const options = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"a":1}'),
  allowPrivate: true,
  timeoutMs: 10_000,
  maxBytes: 1_000,
} as const

it('returns the status and the body of the response', async () => {
  respond = async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    response.writeHead(422, { 'content-type': 'text/plain' }).end(`${request.method} ${text}`)
  }
  const { status, headers, body } = await sendGuardedRequest(url, options)
  assert.equal(status, 422)
  assert.equal(headers['content-type'], 'text/plain')
  assert.equal(body.toString(), 'POST {"a":1}')
})

it('does not follow redirects', async () => {
  respond = (_request, response) => response.writeHead(307, { location: url }).end()
  requestCount = 0
  assert.equal((await sendGuardedRequest(url, options)).status, 307)
  assert.equal(requestCount, 1)
})

it('stops at a response that is too large, even without an end', async () => {
  respond = (_request, response) => response.writeHead(200).write('x'.repeat(1_001))
  await assert.rejects(sendGuardedRequest(url, options), { code: 'too_large' })
})

it('limits the duration of the whole response', async () => {
  respond = (_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  }
  await assert.rejects(sendGuardedRequest(url, { ...options, timeoutMs: 200 }), { code: 'timeout' })
})

it('reports a connection that ends before the response does', async () => {
  respond = (request) => request.socket.destroy()
  await assert.rejects(sendGuardedRequest(url, options), { code: 'connection_failed' })
  respond = (request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('x', () => request.socket.destroy())
  }
  await assert.rejects(sendGuardedRequest(url, options), { code: 'connection_failed' })
})

it('sends nothing to private addresses unless they are allowed', async () => {
  respond = (_request, response) => response.end()
  requestCount = 0
  const request = sendGuardedRequest(url, { ...options, allowPrivate: false })
  await assert.rejects(request, { code: 'address_refused' })
  assert.equal(requestCount, 0)
})

it('connects to a private address only in an allowed network', async () => {
  respond = (_request, response) => response.writeHead(204).end()
  requestCount = 0
  const sendTo = (network: string) =>
    sendGuardedRequest(url, {
      ...options,
      allowPrivate: false,
      allowedNetworks: [parseNetwork(network)],
    })
  assert.equal((await sendTo('127.0.0.1/32')).status, 204)
  await assert.rejects(sendTo('10.0.0.0/8'), { code: 'address_refused' })
  assert.equal(requestCount, 1)
})
