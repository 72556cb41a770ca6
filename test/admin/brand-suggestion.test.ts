import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import * as catalogue from '#catalogue'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { createAdminTestApp } from '#test/admin-harness'
import { pluck } from '#test/pluck'

/* The tests of the brand that a website suggests: what the admin API returns, and what it does not store. */

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const files: Record<string, [type: string, body: string | Buffer]> = {
  '/': [
    'text/html',
    `<title>Larkfield</title><meta name="theme-color" content="#1C6E5B">
     <link rel="apple-touch-icon" href="/page-that-is-no-picture"><link rel="icon" href="/logo.png">`,
  ],
  '/page-that-is-no-picture': ['image/png', '<svg></svg>'],
  '/logo.png': ['image/png', png],
  '/empty': ['text/html', '<p>hello</p>'],
}
const server = createServer((request, response) => {
  const [type, body] = files[request.url ?? ''] ?? ['text/plain', 'no']
  response.writeHead(200, { 'content-type': type }).end(body)
})
let origin = ''
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => server.close())

const testApp = await createAdminTestApp()
const path = '/account/brand-suggestion'

describe('the brand that a website suggests', () => {
  it('has the first picture that an upload accepts, and is not stored', async () => {
    const admin = await testApp.signIn(testApp.admin)
    const saved = (await admin.get('/account')).json
    const { status, json } = await admin.post(path, { website: origin })
    assert.deepEqual(
      [status, json],
      [
        200,
        {
          ...{ name: 'Larkfield', color: '#1c6e5b', logo_url: `${origin}/logo.png`, problem: null },
        },
      ],
    )
    assert.deepEqual((await admin.get('/account')).json, saved)
    const count = () =>
      testApp.run(async (ctx) => {
        const rows = await ctx.query('select from catalogue.picture where account_id = $1', [
          testApp.account.id,
        ])
        return rows.length
      })
    assert.equal(await count(), 0)
    const stored = await admin.post('/pictures', { url: json.logo_url })
    assert.match(stored.json.url, /\/images\/[0-9a-f]{32}\.png$/)
    assert.equal((await admin.patch('/account', { logo_url: stored.json.url })).status, 200)
    assert.equal(await count(), 1)
    testApp.time.offsetMs += 3 * 24 * 60 * 60_000
    await testApp.run((ctx) => catalogue.deleteUnusedPictures(ctx), ALL_ACCOUNTS)
    assert.equal(await count(), 1, 'a saved logo is never deleted')
  })

  it('is for admins, names what is wrong, and is limited to six a minute for an account', async () => {
    const sender = await testApp.signIn(testApp.sender)
    assert.equal((await sender.post(path, { website: origin })).status, 403)
    const { id: other } = await testApp.createAccount('Wrenfield')
    const admin = await testApp.signIn(await testApp.createUser('admin', other))
    for (const website of ['Larkfield', 'ftp://larkfield.example']) {
      const { status, json } = await admin.post(path, { website })
      assert.deepEqual([status, pluck(json.errors, 'param')], [422, ['website']], website)
      assert.match(json.errors[0].message, /must be a web address such as larkfield\.example/)
    }
    const nothing = { name: null, color: null, logo_url: null }
    const empty = await admin.post(path, { website: `${origin}/empty` })
    assert.deepEqual(empty.json, { ...nothing, problem: null })
    const text = await admin.post(path, { website: `${origin}/text` })
    assert.deepEqual(text.json, { ...nothing, problem: 'not_a_page' })
    for (let request = 3; request <= 6; request += 1)
      assert.equal((await admin.post(path, { website: origin })).status, 200)
    const limited = await admin.post(path, { website: origin })
    assert.equal(limited.status, 429)
    assert.ok(Number(limited.headers.get('retry-after')) > 0)
    const first = await testApp.signIn(testApp.admin)
    assert.equal((await first.post(path, { website: origin })).status, 200)
  })

  it('is not read from private addresses in production', async () => {
    const guarded = await createAdminTestApp({ blockPrivateAddresses: true })
    const admin = await guarded.signIn(guarded.admin)
    const { json } = await admin.post(path, { website: origin })
    assert.ok(['address_refused', 'port_refused'].includes(json.problem), json.problem)
  })
})
