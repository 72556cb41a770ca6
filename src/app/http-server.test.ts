import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { it } from 'node:test'
import { Registry } from 'prom-client'
import { type HealthCheck, health } from '#http/health'
import { createLog } from '#platform/observability/log'
import { eventually } from '#test/eventually'
import { createServer } from './http-server.ts'

/** Starts a server with one route that ends on request. Also starts a client with a keep-alive connection. */
async function openServer(hasStarted: boolean) {
  const app = createServer(createLog({ level: 'silent' }))
  const [requested, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  app.get('/', async (_request, reply) => {
    if (hasStarted) {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-length': 2 }).write('o')
    }
    requested.resolve()
    await finished.promise
    if (hasStarted) reply.raw.end('k')
    return 'ok'
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await requested.promise
  return { app, socket, finish: finished.resolve, received: () => received }
}

for (const [what, hasStarted] of [
  ['not started', false],
  ['started', true],
] as const) {
  it(`closes after a response that had ${what}, even with a keep-alive connection`, {
    timeout: 20_000,
  }, async () => {
    const { app, socket, finish, received } = await openServer(hasStarted)
    const ended = once(socket, 'end')
    const closed = app.close()
    await eventually(() => !app.server.listening, { intervalMs: 1 })
    finish()
    await Promise.all([closed, ended])
    assert.match(received(), /^HTTP\/1\.1 200 /)
    assert.ok(received().endsWith('ok'))
    assert.equal(/^connection: close/im.test(received()), !hasStarted)
  })
}

it('closes connections without a request when it stops', { timeout: 20_000 }, async () => {
  const app = createServer(createLog({ level: 'silent' }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const unused = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(app.server, 'connection')
  const closed = once(unused, 'close')
  unused.resume()
  await Promise.all([app.close(), closed])
})

it('waits for a request that has begun to arrive when it stops', { timeout: 20_000 }, async () => {
  const app = createServer(createLog({ level: 'silent' }))
  app.get('/', async () => 'ok')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  const ended = once(socket, 'end')
  const [serverSocket] = await once(app.server, 'connection')
  socket.write('GET / HTTP/1.1\r\n')
  await eventually(() => serverSocket.bytesRead > 0, { intervalMs: 1 })
  const closed = app.close()
  await eventually(() => !app.server.listening, { intervalMs: 1 })
  socket.write('host: localhost\r\n\r\n')
  await Promise.all([closed, ended])
  assert.match(received, /^HTTP\/1\.1 200 /)
})

for (const [what, hosts, status] of [
  ['one Host header', ['host: a'], 200],
  ['two Host headers', ['Host: a', 'HOST: b'], 400],
  ['the same Host header twice', ['host: a', 'X-Host: b', 'Host: a'], 400],
  ['no Host header', [], 400],
] as const) {
  it(`responds to ${what} with ${status}${status === 400 ? ' and closes the connection' : ''}`, {
    timeout: 20_000,
  }, async () => {
    const app = createServer(createLog({ level: 'silent' }))
    app.get('/', async () => 'ok')
    await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
      if (status === 200) socket.end()
    })
    const ended = once(socket, 'end')
    socket.write(`GET / HTTP/1.1\r\n${hosts.map((each) => `${each}\r\n`).join('')}\r\n`)
    await ended
    assert.match(received, new RegExp(`^HTTP/1\\.1 ${status} `))
    assert.equal(/^connection: close/im.test(received), status === 400)
    if (status === 400) assert.match(received, /"message":"Send the header Host( once)?\."/)
    await app.close()
  })
}

for (const [what, trusted, ip] of [
  ['no trusted proxy', [], '127.0.0.1'],
  ['a trusted proxy', ['127.0.0.0/8'], '203.0.113.9'],
  ['an untrusted proxy', ['10.0.0.0/8'], '127.0.0.1'],
] as const) {
  it(`determines the client address with ${what}`, async () => {
    const app = createServer(createLog({ level: 'silent' }), undefined, trusted)
    app.get('/', async (request) => request.ip)
    const response = await app.inject({
      url: '/',
      remoteAddress: '127.0.0.1',
      headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' },
    })
    assert.equal(response.payload, ip)
    await app.close()
  })
}

it('is ready when all checks pass, and names the one that fails', async () => {
  const state = { isStopping: false }
  const checks: Record<string, HealthCheck> = { database: async () => undefined }
  const app = createServer(createLog({ level: 'silent' }))
  const warnings: Record<string, HealthCheck> = {}
  const isStopping = () => state.isStopping
  const isOperator = () => true
  const isAccountHost = () => false
  const options = { checks, warnings, isStopping, isOperator, isAccountHost }
  await app.register(health({ ...options, metrics: new Registry() }))
  const ready = async () => {
    const { statusCode, body } = await app.inject('/readyz')
    return [statusCode, JSON.parse(body)]
  }
  assert.deepEqual(await ready(), [200, { status: 'ready', database: 'ok' }])
  checks.migrations = async () => 'behind'
  checks.deliveries = () => Promise.reject(new Error('gone'))
  const parts = { database: 'ok', migrations: 'behind', deliveries: 'gone' }
  assert.deepEqual(await ready(), [503, { status: 'not ready', ...parts }])
  delete checks.migrations
  delete checks.deliveries
  warnings['loop mail'] = async () => 'late'
  const late = { database: 'ok', 'loop mail': 'late' }
  assert.deepEqual(await ready(), [200, { status: 'degraded', ...late }])
  delete warnings['loop mail']
  state.isStopping = true
  assert.deepEqual(await ready(), [503, { status: 'stopping', database: 'ok' }])
  assert.equal((await app.inject('/healthz')).statusCode, 200)
})

it('logs an invalid URL without the URL and without a stack', async () => {
  const lines: string[] = []
  const app = createServer(
    createLog({ level: 'info', destination: { write: (line) => lines.push(line) } }),
  )
  app.setNotFoundHandler(async (_request, reply) => reply.code(404).send('nothing'))
  assert.equal((await app.inject(`/%zz${'a+'.repeat(4_000)}`)).statusCode, 404)
  await app.close()
  const text = lines.join('')
  assert.match(text, /"status":404/)
  assert.ok(text.length < 1_000 && !/a\+a\+|"stack"/.test(text), text.slice(0, 500))
})

for (const [what, config, status, level] of [
  ['a request', {}, 200, 30],
  ['a successful request of a frequent route', { isFrequent: true }, 304, 20],
  ['a failed request of a frequent route', { isFrequent: true }, 404, 30],
] as const) {
  it(`logs ${what} at level ${level === 20 ? 'debug' : 'info'}`, async () => {
    const lines: string[] = []
    const app = createServer(
      createLog({ level: 'debug', destination: { write: (line) => lines.push(line) } }),
    )
    app.get('/', { config }, async (_request, reply) => reply.code(status).send())
    await app.inject('/')
    await app.close()
    const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
    assert.deepEqual(
      logged.map((line) => [line.level, line.status]),
      [[level, status]],
    )
  })
}
