import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, it } from 'node:test'
import { createServer } from '#app/http-server'
import { redeem } from '#http/redeem'
import { createLog } from '#platform/observability/log'
import { ALL_ACCOUNTS, openDatabase, readTransaction } from '#platform/postgres/database'
import { testShipping } from '#test/fulfilment-fixture'
import { createRecipientBrowser } from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()
const ada = createRecipientBrowser(origin)

/** Collects the paths of links in each state that has its own page, and of all pages below them. */
async function collectPages(): Promise<string[]> {
  const opened = await testApp.createGift()
  await ada.submit(await ada.open(opened.path), 'open')
  const fresh = await testApp.createGift()
  const declined = await testApp.createGift()
  await ada.submit(await ada.open(`${declined.path}/decline`), 'decline')
  const paths = [opened.path, fresh.path, declined.path]
  for (const state of [
    'in_transit',
    'shipping_error',
    'complete',
    'expired',
    'cancelled',
  ] as const) {
    const gift = await testApp.createGift()
    await testApp.advance(gift.id, state)
    paths.push(gift.path)
  }
  const closed = await testApp.createOneLink()
  await testApp.api.post(`/one_links/${closed.id}/close`)
  const pages = [
    '',
    '/unwrapped',
    '/address',
    '/review',
    '/done',
    '/thanks',
    '/problem',
    '/decline',
    '/open',
    '/redeem',
    '?lang=ja',
    '/qr.svg',
  ]
  return [
    ...paths.slice(0, 5).flatMap((path) => pages.map((page) => path + page)),
    ...paths.slice(5),
    ...[(await testApp.createOneLink()).path, closed.path].flatMap((path) => [
      path,
      `${path}?lang=fr`,
      `${path}/qr.png`,
    ]),
    '/r/nothing',
    '/l/nothing',
  ]
}

/** Computes a digest of all rows of all tables. */
async function digest(): Promise<string> {
  return readTransaction(testApp.db, ALL_ACCOUNTS, async (ctx) => {
    const tables = await ctx.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema)' order by 1`,
    )
    const parts = tables.map(
      ({ name }) =>
        `select '${name}' as name, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as rows from ${name} t`,
    )
    return JSON.stringify(await ctx.query(parts.join(' union all ')))
  })
}

it('GET and HEAD of a link change no row', async () => {
  const paths = await collectPages()
  const [opened = '', fresh = ''] = paths.filter((path) => /^\/r\/\w{22}$/.test(path))
  const before = await digest()
  const fetchHeaders = async (url: string) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode } = await testApp.app.inject({ method, url })
      assert.ok(statusCode < 500, `${method} ${url}: ${statusCode}`)
    }
  }
  await Promise.all(paths.map(fetchHeaders))
  for (let round = 0; round < 100; round++) await Promise.all([opened, fresh].map(fetchHeaders))
  assert.equal(await digest(), before)
  await ada.submit(await ada.open((await testApp.createGift()).path), 'open')
  assert.notEqual(await digest(), before, 'the digest detects changes')
})

it('pages load nothing external, run no inline scripts, set no cookie and send no referrer', async () => {
  for (const path of await collectPages()) {
    const { headers, text, status } = await ada.open(path)
    if (/qr\./.test(path)) continue
    assert.equal(headers.get('set-cookie'), null, path)
    assert.equal(headers.get('referrer-policy'), 'no-referrer', path)
    assert.equal(headers.get('cache-control'), 'no-store', path)
    assert.match(headers.get('x-robots-tag') ?? '', /noindex/, path)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(
      policy,
      /^default-src 'none'; style-src 'self' 'sha256-[^']+'; script-src 'self';/,
      path,
    )
    assert.doesNotMatch(policy, /unsafe|https?:|\*/, path)
    assert.doesNotMatch(text, /\s(style|on\w+)="/, path)
    assert.equal([...text.matchAll(/<script(?! src="\/pages\/)/g)].length, 0, path)
    const loaded = [
      ...text.matchAll(/<(?:img|script|link|iframe|source)[^>]*(?:src|href)="([^"]*)"/g),
    ]
    for (const [, from = ''] of loaded) assert.match(from, /^\/(pages|images)\//, path)
    const title = /<title>([^<]*)/.exec(text)?.[1] ?? ''
    assert.ok(title !== '' && !/Ada|Larkin|Dana|@/.test(title), `${path} ${status} ${title}`)
  }
})

it('the first load is smaller than 60 KB without images', async () => {
  const gift = await testApp.createGift()
  const weigh = async (path: string) =>
    (await (await fetch(origin + path)).arrayBuffer()).byteLength
  const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
  const addressPage = await ada.submit(unwrapped, 'choose', {
    variant: /value="([0-9a-f-]{36})"/.exec(unwrapped.text)?.[1] ?? '',
  })
  for (const { text, path } of [unwrapped, addressPage]) {
    const files = [...text.matchAll(/(?:src|href)="(\/pages\/[^"]+)"/g)].map(
      ([, file = '']) => file,
    )
    assert.equal(files.filter((file) => !file.startsWith('/pages/card-')).length, 4)
    const sizes = await Promise.all(files.map(weigh))
    const total = sizes.reduce((sum, size) => sum + size, Buffer.byteLength(text))
    assert.ok(total < 60_000, `${path}: ${total}`)
    for (const [picture] of text.matchAll(/<img class="photo"[^>]*>/g))
      assert.match(picture, /loading="(lazy|eager)"/)
  }
  const script = /src="(\/pages\/[^"]+\.js)"/.exec(addressPage.text)?.[1] ?? ''
  assert.ok((await weigh(script)) < 10_000)
})

it('assets are cached forever under a content hash', async () => {
  const { text } = await ada.open('/r/nothing')
  const file = /href="(\/pages\/[^"]+\.css)"/.exec(text)?.[1] ?? ''
  const cachedResponse = await fetch(origin + file)
  assert.match(cachedResponse.headers.get('cache-control') ?? '', /immutable/)
  const old = await fetch(origin + file.replace(/-.*\.css/, '-0ldRe1ease00.css'))
  assert.deepEqual([old.status, old.headers.get('cache-control')], [200, 'no-store'])
  // A page of another release may need the styles of all pages.
  const styles = await old.text()
  assert.ok(styles.startsWith(await cachedResponse.text()))
  assert.match(styles, /\.cards/)
})

it('writes no code, name or address to the log', async () => {
  const lines: string[] = []
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const app = createServer(createLog({ level: 'trace', destination }))
  await app.register(redeem({ db: testApp.db, shipping: testShipping, rateLimit: 0 }))
  const unreachableDb = openDatabase({
    ...testApp.db,
    url: 'postgres://none@127.0.0.1:1/none',
    maxConnections: 1,
    name: 'unreachable',
    statementTimeoutMs: 100,
  })
  const unreachableApp = createServer(createLog({ level: 'trace', destination }))
  await unreachableApp.register(redeem({ db: unreachableDb, shipping: testShipping, rateLimit: 0 }))
  after(() => Promise.all([app.close(), unreachableApp.close(), unreachableDb.pool.end()]))
  const gift = await testApp.createGift()
  const payload = new URLSearchParams({
    name: 'Ada Larkin',
    line_1: 'Unter den Linden 1',
    country: 'DE',
    variant: 'x',
  }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const link = await testApp.createOneLink()
  for (const server of [app, unreachableApp])
    for (const url of [gift.path, `${gift.path}/address`, `${gift.path}/redeem`, link.path])
      for (const method of ['GET', 'POST'] as const) {
        const response = await server.inject({
          method,
          url,
          ...(method === 'POST' ? { payload, headers } : {}),
        })
        if (server !== unreachableApp || response.statusCode === 404) continue
        assert.equal(response.statusCode, 503, `${method} ${url}`)
        assert.match(response.body, /Your gift is safe/)
        assert.equal(response.headers['retry-after'], '5')
      }
  const log = lines.join('')
  assert.match(log, /"route":"\/r\/:code\/redeem"/)
  for (const secret of [gift.path.slice(3), link.path.slice(3), 'Larkin', 'Linden', '@example.com'])
    assert.ok(!log.includes(secret), secret)
})

it("limits requests by address and by gift, in the recipient's language", async () => {
  const app = createServer(createLog({ level: 'silent' }))
  await app.register(redeem({ db: testApp.db, shipping: testShipping, rateLimit: 20 }))
  after(() => app.close())
  const gift = await testApp.createGift()
  const get = (url: string, remoteAddress: string) =>
    app.inject({ url, remoteAddress, headers: { 'accept-language': 'de' } })
  const many = async (count: number, one: () => ReturnType<typeof get>) => {
    const responses = await Promise.all(Array.from({ length: count }, one))
    return responses.filter(({ statusCode }) => statusCode === 429)
  }
  const [limited] = await many(25, () => get(gift.path, '192.0.2.1'))
  assert.match(limited?.body ?? '', /Einen Moment, bitte/)
  assert.ok(Number(limited?.headers['retry-after']) >= 1)
  const later = await get(gift.path, '192.0.2.2')
  assert.equal(later.statusCode, 429, 'the gift, from anywhere')
  const opened = await testApp.app.inject(gift.path)
  for (const pattern of [/<style[^>]*>[^<]*#[0-9a-f]{6}[^<]*</i, /mailto:[^"]+/]) {
    const [part = 'nothing'] = pattern.exec(opened.body) ?? []
    assert.ok(later.body.includes(part), `keeps the branding: ${part}`)
  }
  for (let attempt = 0; attempt < 60; attempt++) await get(`/r/guess${attempt}`, '192.0.2.3')
  assert.equal(
    (await get('/r/guess', '192.0.2.3')).statusCode,
    429,
    'an address that guesses codes',
  )
  assert.equal((await get('/r/guess', '192.0.2.4')).statusCode, 404, 'other addresses')
})

it('opens valid links for an address with too many invalid ones, and states the wait in words', async () => {
  const app = createServer(createLog({ level: 'silent' }))
  await app.register(redeem({ db: testApp.db, shipping: testShipping, rateLimit: 20 }))
  after(() => app.close())
  const [gift, link] = [await testApp.createGift(), await testApp.createOneLink()]
  const get = (url: string, remoteAddress: string, language = 'en') =>
    app.inject({ url, remoteAddress, headers: { 'accept-language': language } })
  for (let attempt = 0; attempt < 61; attempt++)
    await get(`${attempt % 2 ? '/r' : '/l'}/guess${attempt}`, `2001:db8::${attempt}`)
  for (const path of ['/r/guess', '/l/guess', '/r/guess/qr.svg'])
    assert.equal((await get(path, '2001:db8::aaaa')).statusCode, 429, path)
  for (const [language, words] of [
    ['en', /in 5\sminutes\./],
    ['de', /in 5\sMinuten\s/],
    ['fr', /dans 5\sminutes\./],
    ['es', /dentro de 5\sminutos\./],
    ['ja', /5\s?分後に/],
  ] as const)
    assert.match((await get('/r/guess', '2001:db8::aaaa', language)).body, words)
  assert.equal((await get(gift.path, '2001:db8::aaaa')).statusCode, 200)
  assert.equal((await get(link.path, '2001:db8::aaaa')).statusCode, 200)
  assert.equal((await get('/r/guess', '2001:db8:0:1::')).statusCode, 404, 'another network')
})

it('selects the language by browser, URL and earlier choice', async () => {
  const gift = await testApp.createGift()
  const readLanguage = async (path: string, accept: string) => {
    const { text, visibleText } = await createRecipientBrowser(origin, {
      'accept-language': accept,
    }).open(path)
    return [/<html lang="(\w+)"/.exec(text)?.[1], visibleText] as const
  }
  const cases: [string, string, RegExp][] = [
    ['en-GB', 'en', /Yours to open until \d+ \w+ \d{4}\./],
    ['en-US', 'en', /Yours to open until \w+ \d+, \d{4}\./],
    ['de-AT,de;q=0.9', 'de', /Sie können es bis zum \d+\. \S+ \d{4} öffnen\./],
    ['fr-CA,en;q=0.5', 'fr', /Vous pouvez l’ouvrir jusqu’au \d+ \S+ \d{4}\./],
    ['es-419', 'es', /Puedes abrirlo hasta el \d+ de \w+ de \d{4}\./],
    ['ja', 'ja', /\d{4}年\d+月\d+日までお受け取りいただけます。/],
    ['xx,*;q=0.1', 'en', /Yours to open/],
    ['', 'en', /Yours to open/],
    ['de;q=nonsense,\u00e9', 'en', /Yours to open/],
  ]
  for (const [accept, language, words] of cases) {
    const [actualLanguage, visibleText] = await readLanguage(gift.path, accept)
    assert.equal(actualLanguage, language, accept)
    assert.match(visibleText, words, accept)
  }
  assert.equal((await readLanguage(`${gift.path}?lang=ja`, 'de'))[0], 'ja')
  assert.equal((await readLanguage(`${gift.path}?lang=tlh`, 'de'))[0], 'de')
  const opened = await ada.submit(await ada.open(`${gift.path}?lang=fr`), 'open')
  assert.match(opened.text, /<html lang="fr"/)
  assert.equal((await readLanguage(gift.path, 'de'))[0], 'fr', 'an earlier choice')
})
