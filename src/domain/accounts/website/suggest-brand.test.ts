import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { parseNetwork } from '#platform/http-client/ssrf'
import { decompress } from './decode-body.ts'
import { parseWebsite, suggestBrand } from './suggest-brand.ts'

const html = (name: string) => `<title>${name}</title>`
const page = 'text/html; charset=utf-8'
/** Writes a response of this type, with more headers. */
const send =
  (type: string, body: string | Buffer, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': type, ...headers }).end(body)
const redirect = (location: string) => (response: ServerResponse) =>
  void response.writeHead(302, { location }).end('<title>not read</title>')

const shiftJis = Buffer.from([0x83, 0x4d, 0x83, 0x74, 0x83, 0x67]) // ギフト
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const bomb = gzipSync(Buffer.concat([Buffer.from(html('Bomb')), Buffer.alloc(200_000_000)]))
const manifestPage = '<title>M</title><link rel="manifest" href="/m.json">'
const manifest = JSON.stringify({
  theme_color: '#1c6e5b',
  icons: [{ src: '/512.png', sizes: '512x512' }],
})

const pages: Record<string, (response: ServerResponse) => void> = {
  '/': send(page, html('Larkfield')),
  '/loop': redirect('/loop'),
  '/1': redirect('2'),
  '/2': redirect('/3'),
  '/3': redirect('/'),
  '/0': redirect('/1'),
  '/private': redirect('http://10.1.2.3/'),
  '/script': redirect('javascript:alert(1)'),
  '/gone': (response) => void response.writeHead(404, { 'content-type': page }).end(html('No')),
  '/lies': send('application/json', html('Lies')),
  '/untyped': (response) => void response.end(html('Untyped')),
  '/hangs': () => {},
  '/stops': (response) => void response.writeHead(200, { 'content-type': page }).write('<title>'),
  '/drips': (response) => {
    response.writeHead(200, { 'content-type': page })
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  },
  '/ends': (response) => void response.socket?.destroy(),
  '/large': send(page, html('Large') + 'x'.repeat(5_000_000)),
  '/bomb': send(page, bomb, { 'content-encoding': 'gzip' }),
  '/gzip': send(page, gzipSync(html('Gzip')), { 'content-encoding': 'gzip' }),
  '/br': send(page, brotliCompressSync(html('Brotli')), { 'content-encoding': 'br' }),
  '/deflate': send(page, deflateSync(html('Deflate')), { 'content-encoding': 'deflate' }),
  '/not-gzip': send(page, html('Plain'), { 'content-encoding': 'gzip' }),
  '/unknown-encoding': send(page, html('Plain'), { 'content-encoding': 'lzma' }),
  '/sjis': send('text/html; charset=Shift_JIS', Buffer.concat([latin1('<title>'), shiftJis])),
  '/declared': send('text/html', latin1(`<meta charset='iso-8859-1'>${html('Café')}`)),
  '/unknown-charset': send('text/html; charset=martian', html('Café')),
  '/utf16': send('text/html', Buffer.from(`\ufeff${html('Café')}`, 'utf16le')),
  '/manifest': send(page, manifestPage),
  '/m.json': send('application/manifest+json', manifest),
}

const server = createServer((request, response) => {
  requests.push(request.url ?? '')
  const respond = pages[request.url ?? '']
  if (respond === undefined) return void response.writeHead(404).end()
  respond(response)
})
const requests: string[] = []
let origin = ''
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => {
  server.closeAllConnections()
  server.close()
})

const rules = { allowPrivate: false, allowedNetworks: [parseNetwork('127.0.0.1/32')] }

async function read(path: string, timeoutMs = 10_000) {
  const result = await suggestBrand(origin + path, rules, AbortSignal.timeout(timeoutMs))
  return 'problem' in result ? result.problem : result.name
}

describe('a suggestion', () => {
  const results: Record<string, string> = {
    '/': 'Larkfield',
    '/1': 'Larkfield',
    '/0': 'too_many_redirects',
    '/loop': 'too_many_redirects',
    '/private': 'address_refused',
    '/script': 'refused',
    '/gone': 'refused',
    '/lies': 'not_a_page',
    '/untyped': 'not_a_page',
    '/ends': 'connection_failed',
    '/large': 'Large',
    '/gzip': 'Gzip',
    '/br': 'Brotli',
    '/deflate': 'Deflate',
    '/not-gzip': 'not_a_page',
    '/unknown-encoding': 'not_a_page',
    '/sjis': 'ギフト',
    '/declared': 'Café',
    '/unknown-charset': 'Café',
    '/utf16': 'Café',
  }
  for (const [path, expected] of Object.entries(results))
    it(`of ${path} is ${expected}`, async () => assert.equal(await read(path), expected))

  it('follows at most three redirects', async () => {
    requests.length = 0
    await read('/loop')
    assert.equal(requests.length, 4)
  })

  for (const path of ['/hangs', '/stops', '/drips'])
    it(`ends in time for a server that ${path.slice(1)}`, async () => {
      const start = performance.now()
      assert.equal(await read(path, 300), 'timeout')
      assert.ok(performance.now() - start < 5_000)
    })

  it('reads the beginning of a compressed page that expands to 200 MB', async () => {
    assert.equal(await read('/bomb'), 'Bomb')
    assert.equal((await decompress(bomb, 'gzip', 1_000_000))?.length, 1_000_000)
    assert.equal((await decompress(bomb.subarray(0, 50_000), 'gzip', 9_000))?.length, 9_000)
  })

  it('has the colour and the icon of the manifest', async () => {
    const signal = AbortSignal.timeout(10_000)
    const result = await suggestBrand(`${origin}/manifest`, rules, signal)
    assert.deepEqual(result, { name: 'M', color: '#1c6e5b', logos: [`${origin}/512.png`] })
  })

  it('sends nothing to private addresses and to other ports', async () => {
    requests.length = 0
    const signal = AbortSignal.timeout(10_000)
    const problemOf = async (url: string, others: object) =>
      suggestBrand(url, { allowPrivate: false, ...others }, signal)
    assert.deepEqual(await problemOf(origin, {}), { problem: 'address_refused' })
    const problem = { problem: 'port_refused' }
    assert.deepEqual(await problemOf(origin, { ports: [443] }), problem)
    assert.deepEqual(requests, [])
  })
})

it('a website is a host or a URL', () => {
  const parsed: [text: string, url: string | undefined][] = [
    [' larkfield.example ', 'https://larkfield.example/'],
    ['www.larkfield.example/en?a=b', 'https://www.larkfield.example/en?a=b'],
    ['http://larkfield.example', 'http://larkfield.example/'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
    ['ftp://larkfield.example', undefined],
    ['javascript:alert(1)', undefined],
    ['Larkfield', undefined],
    ['lark field.example', undefined],
    ['', undefined],
  ]
  for (const [text, url] of parsed) assert.equal(parseWebsite(text), url, text)
})
