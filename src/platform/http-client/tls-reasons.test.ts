import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createServer, type TlsOptions } from 'node:tls'
import type { TlsReason } from '#contract/tls-reasons'
import { issueCertificate } from '#test/certificate-chain'
import { createHttpClient } from './http-client.ts'

const root = issueCertificate({ name: 'Root', isAuthority: true })
const intermediate = issueCertificate({ name: 'Intermediate', issuer: root, isAuthority: true })
const leaf = issueCertificate({ name: 'hook.test', issuer: intermediate })
const stranger = issueCertificate({ name: 'Stranger', isAuthority: true })
const fullChain = { key: leaf.key, cert: leaf.cert + intermediate.cert }

const servers: Server[] = []
const sockets = new Set<Socket>()
const clients: ReturnType<typeof createHttpClient>[] = []
after(() => {
  for (const client of clients) client.close()
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
})

async function listen(server: Server): Promise<number> {
  servers.push(server)
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'

/** Starts a receiver that responds with 200 to everything after the handshake. */
const startReceiver = (options: TlsOptions) =>
  listen(
    createServer({ ALPNProtocols: ['http/1.1'], ...options }, (socket) => {
      socket.on('error', () => {}).on('data', () => socket.write(ok))
    }).on('tlsClientError', () => {}),
  )

/**
 * Starts a receiver that requires a client certificate, and that rejects a
 * connection without one by an alert.
 */
async function startOpenssl(version: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bestow-s-server-'))
  const path = (file: string, text: string) => {
    writeFileSync(join(folder, file), text)
    return join(folder, file)
  }
  const server = spawn('openssl', [
    ...['s_server', '-accept', '127.0.0.1:0', version, '-Verify', '1', '-verify_return_error'],
    ...['-key', path('key', leaf.key), '-cert', path('cert', leaf.cert)],
    ...['-cert_chain', path('chain', intermediate.cert), '-CAfile', path('ca', root.cert)],
  ])
  after(() => {
    server.kill()
    rmSync(folder, { recursive: true })
  })
  let text = ''
  for await (const chunk of server.stdout) {
    text += chunk
    const [, port] = /ACCEPT \S+:(\d+)/.exec(text) ?? []
    if (port !== undefined) return Number(port)
  }
  throw new Error(`openssl did not listen: ${text}`)
}

let settings = 0
async function post(port: number, ca: string | undefined, host = 'hook.test', scheme = 'https') {
  const client = createHttpClient({
    allowPrivate: true,
    userAgent: 'test',
    lookup: async () => ['127.0.0.1'],
  })
  clients.push(client)
  settings += 1
  const tls = ca === undefined ? undefined : { id: String(settings), ca }
  return client.post(`${scheme}://${host}:${port}/`, Buffer.from('{}'), [], tls)
}

describe('a named authority', () => {
  for (const [served, cert] of [
    ['full chain', leaf.cert + intermediate.cert],
    ['leaf only', leaf.cert],
    ['chain with the root', leaf.cert + intermediate.cert + root.cert],
  ] as const)
    for (const [named, ca] of [
      ['root', root.cert],
      ['intermediate', intermediate.cert],
      ['leaf', leaf.cert],
      ['stranger', stranger.cert],
    ] as const) {
      const isTrusted = named !== 'stranger' && (named !== 'root' || served !== 'leaf only')
      it(`${isTrusted ? 'is trusted' : 'is not trusted'}: ${named}, with the ${served}`, async () => {
        const port = await startReceiver({ key: leaf.key, cert })
        const result = await post(port, ca)
        assert.equal(result.ok, isTrusted, JSON.stringify(result))
      })
    }
})

const expired = issueCertificate({
  name: 'hook.test',
  issuer: root,
  from: '20250101000000Z',
  until: '20260102000000Z',
})
const future = issueCertificate({ name: 'hook.test', issuer: root, from: '20980101000000Z' })
const nameless = issueCertificate({ name: 'hook.test', issuer: root, names: '' })
const other = issueCertificate({
  name: 'other.test',
  issuer: root,
  names: 'DNS:other.test,DNS:*.other.test',
})
const selfSigned = issueCertificate({ name: 'hook.test' })

interface Case {
  name: string
  start: () => Promise<number>
  reason: TlsReason
  detail?: string
  ca?: string
}

const cases: Case[] = [
  {
    name: 'an unknown authority',
    start: () => startReceiver({ key: leaf.key, cert: leaf.cert + intermediate.cert + root.cert }),
    ca: stranger.cert,
    reason: 'untrusted_authority',
  },
  {
    name: 'no intermediate',
    start: () => startReceiver(leaf),
    reason: 'incomplete_chain',
    detail: 'Intermediate',
  },
  {
    name: 'an expired certificate',
    start: () => startReceiver(expired),
    reason: 'certificate_expired',
    detail: '2026-01-02T00:00:00.000Z',
  },
  {
    name: 'a certificate of the future',
    start: () => startReceiver(future),
    reason: 'certificate_not_yet_valid',
    detail: '2098-01-01T00:00:00.000Z',
  },
  {
    name: 'another host',
    start: () => startReceiver(other),
    reason: 'wrong_host',
    detail: 'DNS:other.test, DNS:*.other.test',
  },
  {
    name: 'a common name only',
    start: () => startReceiver(nameless),
    reason: 'certificate_without_names',
  },
  {
    name: 'a self-signed certificate',
    start: () => startReceiver(selfSigned),
    reason: 'self_signed',
  },
  {
    name: 'plain HTTP',
    start: () => listen(createTcpServer((socket) => socket.on('data', () => socket.write(ok)))),
    reason: 'not_tls',
  },
  {
    name: 'another protocol that speaks first',
    start: () => listen(createTcpServer((socket) => socket.write('220 mail.test ESMTP\r\n'))),
    reason: 'not_tls',
  },
  {
    name: 'a closed connection',
    start: () => listen(createTcpServer((socket) => socket.destroy())),
    reason: 'closed',
  },
  {
    name: 'HTTP/2 only',
    start: () => startReceiver({ ...fullChain, ALPNProtocols: ['h2'] }),
    reason: 'no_http_1',
  },
  {
    name: 'an old protocol only',
    start: () =>
      startReceiver({
        ...fullChain,
        minVersion: 'TLSv1.1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT:@SECLEVEL=0',
      }),
    reason: 'unsupported_protocol',
  },
  {
    name: 'a missing client certificate, TLS 1.3',
    start: () => startOpenssl('-tls1_3'),
    reason: 'client_certificate_rejected',
  },
  {
    name: 'a missing client certificate, TLS 1.2',
    start: () => startOpenssl('-tls1_2'),
    reason: 'handshake_rejected',
  },
]

describe('a failed TLS connection', () => {
  for (const { name, start, ca = root.cert, reason, detail } of cases)
    it(`says why: ${name}`, async () => {
      const result = await post(await start(), ca)
      assert.equal(result.error, 'tls_failed', JSON.stringify(result))
      assert.equal(result.reason, reason, JSON.stringify(result))
      if (detail !== undefined) assert.equal(result.detail, detail)
    })
})

it('sends the server name without the dot of an absolute name', async () => {
  const names: unknown[] = []
  const port = await startReceiver({
    ...fullChain,
    SNICallback: (name, done) => {
      names.push(name)
      done(null)
    },
  })
  for (const host of ['hook.test', 'hook.test.'])
    assert.equal((await post(port, root.cert, host)).ok, true, host)
  assert.deepEqual(names, ['hook.test', 'hook.test'])
})
