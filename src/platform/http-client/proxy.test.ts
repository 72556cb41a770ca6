import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { after, it } from 'node:test'
import { sendGuardedRequest } from './guarded-request.ts'
import { createHttpClient, type HttpClientOptions } from './http-client.ts'
import { parseProxy } from './proxy.ts'

/*
 * The tests of a proxy. The proxy records each CONNECT and tunnels everything to the receiver, so that names
 * can resolve to public addresses without a packet on the internet.
 */

const received: { url: string | undefined; proxyHeader: string | undefined }[] = []
const receiver = createServer((request, response) => {
  received.push({
    url: request.url,
    proxyHeader: request.headers['proxy-authorization'],
  })
  response.end('pong')
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')

type Tunnel = (socket: Socket, head: string) => void
const openTunnel: Tunnel = (socket) => {
  const target = connect({ host: '127.0.0.1', port: (receiver.address() as AddressInfo).port })
  target.on('error', () => socket.destroy())
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
  socket.pipe(target).pipe(socket)
}
let tunnel: Tunnel = openTunnel
const connects: string[] = []
const sockets = new Set<Socket>()
const proxyServer = createTcpServer((socket) => {
  sockets.add(socket)
  socket.on('error', () => {})
  socket.once('data', (chunk) => {
    connects.push(chunk.toString())
    tunnel(socket, chunk.toString())
  })
}).listen(0, '127.0.0.1')
await once(proxyServer, 'listening')
const proxyPort = (proxyServer.address() as AddressInfo).port
after(() => {
  for (const socket of sockets) socket.destroy()
  proxyServer.close()
  receiver.closeAllConnections()
  receiver.close()
})

const publicAddress = '8.8.4.4'
const proxy = parseProxy(`http://bestow:p%40ss@127.0.0.1:${proxyPort}`)

async function post(url: string, options: Partial<HttpClientOptions> = {}) {
  connects.length = 0
  const client = createHttpClient({
    allowPrivate: false,
    userAgent: 'Bestow',
    proxy,
    lookup: async () => [publicAddress],
    limits: { connectTimeoutMs: 30_000, responseTimeoutMs: 30_000 },
    ...options,
  })
  const result = await client.post(url, Buffer.from('{}'), ['Content-Type', 'application/json'])
  client.close()
  return result
}

it('asks the proxy for the checked address with its credentials, and sends the receiver none of them', async () => {
  tunnel = openTunnel
  const result = await post('http://hooks.example.com/a?b=1')
  assert.deepEqual([result.ok, result.status, result.address], [true, 200, publicAddress])
  const [head = ''] = connects
  assert.match(head, /^CONNECT 8\.8\.4\.4:80 HTTP\/1\.1\r\nhost: 8\.8\.4\.4:80\r\n/)
  const credentials = Buffer.from('bestow:p@ss').toString('base64')
  assert.ok(head.includes(`\r\nproxy-authorization: Basic ${credentials}\r\n`))
  assert.deepEqual(received.at(-1), { url: '/a?b=1', proxyHeader: undefined })
})

it('asks for an IPv6 address in brackets', async () => {
  await post('https://hooks.example.com/', { lookup: async () => ['2606:4700:4700::1111'] })
  assert.match(connects[0] ?? '', /^CONNECT \[2606:4700:4700::1111\]:443 /)
})

it('checks the addresses before the proxy, so the proxy reaches no private one', async () => {
  for (const address of ['10.0.0.1', '169.254.169.254', '::ffff:127.0.0.1', 'fd00:ec2::254']) {
    const result = await post('http://hooks.example.com/', {
      lookup: async () => [publicAddress, address],
    })
    assert.equal(result.error, 'address_refused', address)
  }
  assert.equal((await post('http://127.0.0.1/')).error, 'address_refused')
  assert.deepEqual(connects, [])
})

it('reports the proxy as the cause when it refuses, sends garbage, or is unreachable', async () => {
  const answers = {
    'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n': 'proxy_failed',
    'HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\n\r\nno': 'proxy_failed',
    'HTTP/1.1 503 Unavailable\r\n\r\n': 'connect_failed',
    'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n': 'proxy_failed',
    [`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}`]: 'proxy_failed',
    '220 smtp.example.com ESMTP\r\n\r\n': 'proxy_failed',
  }
  for (const [answer, error] of Object.entries(answers)) {
    tunnel = (socket) => socket.write(answer)
    assert.equal((await post('http://hooks.example.com/')).error, error, answer.slice(0, 40))
  }
  tunnel = () => undefined // the proxy hangs
  const limits = { connectTimeoutMs: 500 }
  assert.equal((await post('http://hooks.example.com/', { limits })).error, 'connect_timeout')
  tunnel = (socket) => socket.destroy()
  assert.equal((await post('http://hooks.example.com/')).error, 'proxy_failed')
  const closed = { ...proxy, port: 1 }
  assert.equal((await post('http://hooks.example.com/', { proxy: closed })).error, 'proxy_failed')
})

it('reaches an allowed private address without the proxy', async () => {
  tunnel = openTunnel
  const { port } = receiver.address() as AddressInfo
  const result = await post(`http://127.0.0.1:${port}/inside`, { allowPrivate: true })
  assert.deepEqual([result.ok, result.address, connects], [true, '127.0.0.1', []])
})

it('carries other guarded requests, and refuses private addresses there too', async () => {
  tunnel = openTunnel
  connects.length = 0
  const options = {
    method: 'GET',
    headers: {},
    allowPrivate: false,
    proxy,
    timeoutMs: 30_000,
    maxBytes: 100,
  } as const
  const { status, body } = await sendGuardedRequest(`http://${publicAddress}/logo.png`, options)
  assert.deepEqual([status, body.toString()], [200, 'pong'])
  assert.match(connects[0] ?? '', /^CONNECT 8\.8\.4\.4:80 /)
  const refused = sendGuardedRequest('http://10.0.0.1/', options)
  await assert.rejects(refused, { code: 'address_refused' })
  tunnel = (socket) => socket.end('HTTP/1.1 407 No\r\n\r\n')
  const failed = sendGuardedRequest(`http://${publicAddress}/`, options)
  await assert.rejects(failed, { code: 'connection_failed' })
  assert.equal(connects.length, 2)
})

it('parses the URL of a proxy without naming its password in an error', () => {
  assert.deepEqual(parseProxy('https://proxy.example.com'), {
    host: 'proxy.example.com',
    port: 443,
    isTls: true,
    authorization: undefined,
  })
  for (const text of ['socks5://a:pw@b', 'http://a:pw@b/path', 'http://a:pw@b?x', 'nonsense pw'])
    assert.throws(
      () => parseProxy(text),
      (error: Error) => !error.message.includes('pw'),
    )
})
