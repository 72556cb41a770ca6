import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import * as apiKeys from '#api-keys'
import { createServer } from '#app/http-server'
import { api } from '#http/api'
import { createLog } from '#platform/observability/log'
import { createTestApp } from '#test/api-harness'
import { listen } from '#test/http-server'
import { sendRaw } from '#test/raw-http'

/* The tests of clients that send single bytes at long intervals to occupy connections (slowloris). */

const testApp = await createTestApp()
const app = createServer(createLog({ level: 'silent' }), {
  headersMs: 300,
  requestMs: 600,
  checkIntervalMs: 50,
})
const authenticate = apiKeys.createAuthenticator(testApp.db, { stage: 'staging', region: 'us' })
await app.register(api({ db: testApp.db, authenticate, rateLimit: 0, name: '' }), {
  prefix: '/api',
})
await listen(app)
const { port } = app.server.address() as AddressInfo

const requestHead = `POST /api/gift_requests HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${testApp.token}\r\nService-API-Version: 2026-05\r\nContent-Type: application/json\r\n`
const slowOptions = { silenceTimeoutMs: 30_000, pauseMs: 20 }

it('closes the connection of a client that sends its headers slowly', async () => {
  const parts = Array.from({ length: 200 }, (_, n) => `X-${n}: a\r\n`)
  const response = await sendRaw(port, [requestHead, ...parts], slowOptions)
  assert.ok(response.isClosed)
  assert.deepEqual(response.statuses, [408])
  assert.match(response.text, /request-id: /)
})

// A client that opens connections in advance would take a 408 for the response to its first request.
it('closes a connection on which nothing was sent, without a response', async () => {
  const response = await sendRaw(port, [], slowOptions)
  assert.ok(response.isClosed)
  assert.equal(response.text, '')
})

it('closes the connection of a client that sends its body slowly', async () => {
  const parts = Array.from({ length: 200 }, () => ' ')
  const response = await sendRaw(
    port,
    [`${requestHead}Content-Length: 1000\r\n\r\n`, ...parts],
    slowOptions,
  )
  assert.ok(response.isClosed)
  assert.deepEqual(response.statuses, [408])
})

it('closes the connection of a client that sends chunks slowly', async () => {
  const parts = Array.from({ length: 200 }, () => '1\r\n \r\n')
  const response = await sendRaw(
    port,
    [`${requestHead}Transfer-Encoding: chunked\r\n\r\n`, ...parts],
    slowOptions,
  )
  assert.ok(response.isClosed)
  assert.deepEqual(response.statuses, [408])
})

it('responds to other clients while 50 slow clients are connected', async () => {
  const slowClients = Array.from({ length: 50 }, () =>
    sendRaw(port, [requestHead], { silenceTimeoutMs: 30_000 }),
  )
  const request = `GET /api/campaigns HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${testApp.token}\r\nService-API-Version: 2026-05\r\nConnection: close\r\n\r\n`
  assert.deepEqual((await sendRaw(port, [request], { silenceTimeoutMs: 30_000 })).statuses, [200])
  for (const { isClosed } of await Promise.all(slowClients)) assert.ok(isClosed)
})
