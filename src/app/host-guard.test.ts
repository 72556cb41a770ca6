import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, it } from 'node:test'
import type { AccountHosts } from '#platform/deployment'
import { createLog } from '#platform/observability/log'
import { sendRaw } from '#test/raw-http'
import { guardHost, isFromPrivateNetwork } from './host-guard.ts'
import { createServer } from './http-server.ts'

interface Site {
  origin?: string
  hosts?: AccountHosts
  host?: string
  trusted?: string[]
}

/** Starts a guarded server with one route, and records its log lines. */
function openSite({
  origin = 'http://localhost:3000',
  hosts,
  host = '127.0.0.1',
  trusted = [],
}: Site = {}) {
  const lines: string[] = []
  const log = createLog({ level: 'warn', destination: { write: (line) => lines.push(line) } })
  const app = createServer(log, undefined, trusted)
  guardHost(app, { deployment: { origin, hosts }, host, log })
  app.get('/', async (request) => ({ isPrivate: isFromPrivateNetwork(request) }))
  after(() => app.close())
  return { app, lines }
}

it('accepts only names of this computer and of the origin while it listens on loopback', async () => {
  const { app } = openSite({ origin: 'https://gifts.example.com' })
  const statusFor = async (host: string) =>
    (await app.inject({ url: '/', headers: { host } })).statusCode
  for (const host of [
    'localhost:3000',
    'LOCALHOST',
    '127.0.0.1:3000',
    '[::1]:3000',
    'shop.localhost',
    'host.docker.internal:3000',
    'gifts.example.com',
  ])
    assert.equal(await statusFor(host), 200, host)
  for (const host of [
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    'gifts.example.com.evil.example',
    '192.168.1.5:3000',
    '127.0.0.1.nip.io',
  ])
    assert.equal(await statusFor(host), 404, host)
})

it('rejects a request target in absolute form with a foreign authority', async () => {
  const { app } = openSite({ origin: 'https://gifts.example.com', host: '0.0.0.0' })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const statusesFor = async (target: string) =>
    (await sendRaw(port, [`GET ${target} HTTP/1.1\r\nhost: gifts.example.com\r\n\r\n`])).statuses
  for (const target of [
    '/',
    'https://gifts.example.com/',
    'HTTP://LOCALHOST:1',
    'http://10.1.2.3/',
  ])
    assert.deepEqual(await statusesFor(target), [200], target)
  for (const target of ['http://evil.example/', 'http://gifts.example.com@evil.example/'])
    assert.deepEqual(await statusesFor(target), [421], target)
})

it('explains how to allow another name, also for unknown routes', async () => {
  const { app } = openSite()
  const answer = await app.inject({ url: '/nothing/here', headers: { host: 'evil.example' } })
  assert.match(JSON.parse(answer.body).errors[0].message, /BESTOW_ORIGIN/)
})

it('accepts every name on other addresses, where proxies and probes choose the name', async () => {
  const { app } = openSite({ host: '0.0.0.0' })
  const answer = await app.inject({ url: '/', headers: { host: 'bestow-front' } })
  assert.equal(answer.statusCode, 200)
})

it('sends HSTS with every response if the origin is https, and not otherwise', async () => {
  const secure = openSite({ origin: 'https://gifts.example.com' }).app
  for (const url of ['/', '/nothing/here'])
    assert.equal(
      (await secure.inject(url)).headers['strict-transport-security'],
      'max-age=31536000',
    )
  const plain = await openSite().app.inject('/')
  assert.equal(plain.headers['strict-transport-security'], undefined)
})

const forwarded = { 'x-forwarded-for': '203.0.113.9' }

it('warns once about a forwarded request from an untrusted address', async () => {
  const { app, lines } = openSite({ trusted: ['10.0.0.0/8'] })
  for (let n = 0; n < 3; n++) await app.inject({ url: '/', headers: forwarded })
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /BESTOW_TRUSTED_PROXIES/)
  assert.match(lines[0] ?? '', /"peer":"127\.0\.0\.1"/)
})

it('does not warn about a trusted proxy, or about direct requests', async () => {
  const { app, lines } = openSite({ trusted: ['127.0.0.1'] })
  await app.inject({ url: '/', headers: forwarded })
  await app.inject('/')
  assert.deepEqual(lines, [])
})

// biome-ignore format: read down the columns
const peers: [what: string, site: Site, remoteAddress: string, headers: Record<string, string>, isPrivate: boolean][] = [
  ['this computer',                           {},                       '127.0.0.1',         {},        true],
  ['a private network',                       {},                       '10.1.2.3',          {},        true],
  ['the internet',                            {},                       '203.0.113.9',       {},        false],
  ['the internet, in IPv6 spelling',          {},                       '::ffff:203.0.113.9', {},       false],
  ['a private proxy that is not trusted',     {},                       '10.1.2.3',          forwarded, false],
  ['the same, with the header Forwarded',     {},                       '10.1.2.3',          { forwarded: 'for=10.0.0.1' }, false],
  ['a visitor behind a trusted proxy',        { trusted: ['10.0.0.0/8'] }, '10.1.2.3',       forwarded, false],
  ['a colleague behind a trusted proxy',      { trusted: ['10.0.0.0/8'] }, '10.1.2.3',       { 'x-forwarded-for': '192.168.7.7' }, true],
]

for (const [what, site, remoteAddress, headers, isPrivate] of peers) {
  it(`detects whether a request is private: ${what}`, async () => {
    const { app } = openSite({ ...site, host: '0.0.0.0' })
    const answer = await app.inject({ url: '/', remoteAddress, headers })
    assert.equal(JSON.parse(answer.body).isPrivate, isPrivate)
  })
}

it('accepts the hosts of accounts, in any spelling', async () => {
  const hosts = {
    nameOf: () => undefined,
    accountOf: (name: string) => (name === 'gifts.acorn.example' ? 'acorn' : undefined),
  }
  const { app } = openSite({ hosts })
  const statusFor = async (host: string, url = '/') =>
    (await app.inject({ url, headers: { host } })).statusCode
  for (const host of ['gifts.acorn.example', 'GIFTS.acorn.example.:8443'])
    assert.equal(await statusFor(host), 200, host)
  for (const host of ['acorn.example', 'a.gifts.acorn.example'])
    assert.equal(await statusFor(host), 404, host)
})
