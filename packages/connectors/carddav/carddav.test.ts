import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { after, it } from 'node:test'
import {
  type CardDavServer,
  davUser,
  multistatus,
  startCardDavServer,
  writeCard,
} from '#test/carddav-server'
import { createCardDav, testCardDav } from './carddav.ts'
import { readMultistatus } from './multistatus.ts'

const servers: CardDavServer[] = []
after(() => Promise.all(servers.map(({ close }) => close())))

async function start(options?: Parameters<typeof startCardDavServer>[0]): Promise<CardDavServer> {
  const server = await startCardDavServer(options)
  servers.push(server)
  return server
}

const nothing = { cursor: null, versions: new Map<string, string | null>() }
const open = (
  server: CardDavServer,
  more: { address_book?: string; url?: string; timeoutMs?: number } = {},
) =>
  createCardDav({
    ...{ ...davUser, address_book: '', url: server.url, outbound: { allowPrivate: true } },
    ...{ timeoutMs: 2_000, ...more },
  })
const read = (server: CardDavServer, known = nothing, more = {}) =>
  open(server, more).read(known, AbortSignal.timeout(30_000))

const reply = (status: number, body: string) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
  return true
}

const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${'bcdefghij'
  .split('')
  .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghi'[index]};`.repeat(10)}">`)
  .join('')}]><multistatus xmlns="DAV:"><response><href>&j;</href></response></multistatus>`

// biome-ignore format: one answer a line
const lies: [string, string][] = [
  ['an entity bomb',                  bomb],
  ['an external entity',              '<!DOCTYPE x SYSTEM "file:///etc/passwd"><multistatus xmlns="DAV:"/>'],
  ['a document without an end',       multistatus('').replace('</D:multistatus>', '')],
  ['another document',                '<?xml version="1.0"?><html/>'],
  ['a million levels',                `${'<a>'.repeat(1_000_000)}${'</a>'.repeat(1_000_000)}`],
]
// responses of a few megabytes that take hours, or a gigabyte of memory, unless their reader has limits
const homes = (count: number) =>
  multistatus(
    `<D:response><D:href>/</D:href><D:propstat><D:prop><C:addressbook-home-set>${'<D:href>http://elsewhere.example/</D:href>'.repeat(count)}</C:addressbook-home-set></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`,
  )
lies.push(
  ['100,000 homes of a user', homes(100_000)],
  ['a million empty resources', multistatus('<D:response/>'.repeat(1_000_000))],
)

for (const [name, body] of lies)
  it(`refuses ${name} at once`, async () => {
    const server = await start()
    server.trick = reply(207, body)
    const startedAt = performance.now()
    const reading = await read(server)
    assert.ok(!reading.ok, JSON.stringify(reading))
    assert.ok(performance.now() - startedAt < 2_000)
  })

it('ends a response that drips', async () => {
  const server = await start()
  server.trick = (_, response) => {
    response.writeHead(207)
    const timer = setInterval(() => response.write(' '), 50)
    response.once('close', () => clearInterval(timer))
    return true
  }
  const startedAt = performance.now()
  const reading = await read(server, nothing, { timeoutMs: 500 })
  assert.deepEqual(reading, { ok: false, reason: 'timeout' })
  assert.ok(performance.now() - startedAt < 5_000)
})

it('does not read a gigabyte, whether the length is said or not', async () => {
  const server = await start()
  server.trick = reply(207, '')
  for (const headers of [{ 'content-length': '1000000000' }, {}]) {
    server.trick = (_, response) => {
      response.writeHead(207, headers)
      const chunk = Buffer.alloc(1_000_000, 32)
      const send = () => {
        while (!response.destroyed)
          if (!response.write(chunk)) return void response.once('drain', send)
      }
      send()
      return true
    }
    assert.deepEqual(await read(server, nothing, { timeoutMs: 20_000 }), {
      ok: false,
      reason: 'too_large',
    })
  }
})

it('ends when the server repeats its sync token with every page', async () => {
  const server = await start()
  server.trick = (request, response, body) => {
    if (request.method !== 'REPORT' || !body.includes('sync-collection')) return false
    const page = `<D:response><D:href>${server.book}</D:href><D:status>HTTP/1.1 507 Insufficient Storage</D:status></D:response><D:sync-token>same</D:sync-token>`
    return reply(207, multistatus(page))(request, response)
  }
  assert.deepEqual(await read(server), { ok: false, reason: 'the server repeats its sync token' })
  assert.ok(server.requests.length < 10)
})

it('compares everything when the token has expired, and removes only what is gone', async () => {
  const server = await start()
  for (const nr of [1, 2, 3])
    await server.put(`${nr}.vcf`, writeCard(`u${nr}`, `Nr ${nr}`, `nr${nr}@x.example`))
  const first = await read(server)
  assert.ok(first.ok)
  await server.remove('2.vcf')
  server.forget()
  const versions = new Map(first.changed.map(({ key, version }) => [key, version] as const))
  const second = await read(server, { cursor: first.cursor as never, versions })
  assert.ok(second.ok)
  assert.deepEqual([second.changed, second.removed], [[], [`${server.book}2.vcf`]])
})

it('ignores resources outside the address book, and fails when listed cards are left out', async () => {
  const server = await start()
  await server.put('a.vcf', writeCard('a', 'Ada King', 'ada@x.example'))
  const outside = [
    '/dav/books/eve/a.vcf',
    'https://evil.example/dav/books/dana/team/b.vcf',
    `${server.book}../../../etc/passwd`,
  ]
  server.trick = (request, response, body) => {
    if (!body.includes('sync-collection')) return false
    const lines = outside.map(
      (href) =>
        `<D:response><D:href>${href}</D:href><D:propstat><D:prop><D:getetag>"1"</D:getetag></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`,
    )
    return reply(207, multistatus(`${lines.join('')}<D:sync-token>t</D:sync-token>`))(
      request,
      response,
    )
  }
  const reading = await read(server)
  assert.ok(reading.ok && reading.changed.length === 0, JSON.stringify(reading))
  server.trick = (request, response, body) =>
    body.includes('multiget') ? reply(207, multistatus(''))(request, response) : false
  assert.deepEqual(await read(server), {
    ok: false,
    reason: 'the server leaves out cards that it lists',
  })
})

it('reports a damaged card, and a card that is too large, and reads the others', async () => {
  const server = await start()
  await server.put(
    'good.vcf',
    writeCard('g', 'Good One', 'good@x.example', 'CATEGORIES:VIP,Board\r\nBDAY:--0412\r\n'),
  )
  await server.put('bad.vcf', 'BEGIN:VCARD\r\nVERSION:3.0\r\n;;;')
  await server.put('old.vcf', 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:Old\r\nEND:VCARD')
  await server.put(
    'huge.vcf',
    writeCard('h', 'Huge', 'huge@x.example', `PHOTO;ENCODING=b:${'A'.repeat(21_000_000)}\r\n`),
  )
  const reading = await read(server, nothing, { timeoutMs: 20_000 })
  assert.ok(reading.ok, JSON.stringify(reading))
  const byKey = new Map(reading.changed.map((entry) => [entry.key.split('/').at(-1), entry]))
  assert.equal(byKey.get('good.vcf')?.cells.groups, 'VIP;Board')
  for (const [key, message] of [
    ['bad.vcf', /damaged/],
    ['old.vcf', /2\.1/],
    ['huge.vcf', /too large/],
  ] as const)
    assert.match(byKey.get(key)?.errors?.[0]?.message ?? '', message)
})

it('reads one address book by its URL or its name, and says the names of those that exist', async () => {
  const server = await start()
  await server.put('a.vcf', writeCard('a', 'Ada King', 'ada@x.example'))
  for (const more of [{ url: server.url + server.book }, { address_book: 'Team' }]) {
    const reading = await read(server, nothing, more)
    assert.ok(reading.ok && reading.changed.length === 1)
  }
  const wrong = await testCardDav({
    ...davUser,
    url: server.url,
    address_book: 'Tema',
    outbound: { allowPrivate: true },
  })
  assert.match(wrong.answer, /the names are Team/)
})

it('counts a property only with a status of success', () => {
  const xml = multistatus(
    '<D:response><D:href>/a</D:href><D:propstat><D:prop><D:getetag>no</D:getetag></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat><D:propstat><D:prop><A:address-data><![CDATA[BEGIN:VCARD]]></A:address-data></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>',
  )
  const [resource] = readMultistatus(xml)?.resources ?? []
  assert.deepEqual([...(resource?.properties ?? [])], [['address-data', 'BEGIN:VCARD']])
})
