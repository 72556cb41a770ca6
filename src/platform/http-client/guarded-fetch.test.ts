import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, it } from 'node:test'
import { createGuardedFetch } from './guarded-fetch.ts'

let respond: (request: IncomingMessage, response: ServerResponse) => void
const server = createServer((request, response) => respond(request, response)).listen(
  0,
  '127.0.0.1',
)
await once(server, 'listening')
after(() => {
  server.closeAllConnections()
  server.close()
})
const { port } = server.address() as AddressInfo
const url = `http://127.0.0.1:${port}/token`
const options = { allowPrivate: true, timeoutMs: 10_000, maxBytes: 1_000 }
const get = { method: 'GET', headers: {} }

it('sends a form and returns status, headers and body', async () => {
  respond = async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'] }).end(`${request.method} ${text}`)
  }
  const send = createGuardedFetch(options)
  const body = new URLSearchParams({ code: 'x y' })
  const response = await send(url, { method: 'POST', headers: {}, body })
  assert.equal(response.status, 201)
  assert.deepEqual(response.headers.getSetCookie(), ['a=1', 'b=2'])
  assert.equal(await response.text(), 'POST code=x+y')
})

it('returns redirects and empty responses without following them', async () => {
  for (const status of [204, 302, 304]) {
    respond = (_request, response) => response.writeHead(status, { location: url }).end()
    const response = await createGuardedFetch(options)(url, get)
    assert.equal(response.status, status)
    assert.equal(await response.text(), '')
  }
})

it('rejects private addresses, other ports, and a status that is none', async () => {
  respond = (_request, response) => response.writeHead(777).end()
  await assert.rejects(createGuardedFetch(options)(url, get), { code: 'connection_failed' })
  for (const rules of [{ allowPrivate: false }, { ports: [443] }])
    await assert.rejects(createGuardedFetch({ ...options, ...rules })(url, get), {
      code: 'address_refused',
    })
})
