import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createServer } from '#app/http-server'
import * as mail from '#email'
import { redeem } from '#http/redeem'
import { createLog } from '#platform/observability/log'
import { testShipping } from '#test/fulfilment-fixture'
import { createRedeemTestApp } from '#test/redeem-harness'

/*
 * The tests of damaged links. Chats and mail programs include the punctuation of a sentence in a link, and
 * people copy only parts of a link.
 */

const testApp = await createRedeemTestApp()
const gift = await testApp.createGift()
const oneLink = await testApp.createOneLink()
const app = createServer(createLog({ level: 'silent' }))
await app.register(redeem({ db: testApp.db, shipping: testShipping, rateLimit: 500 }))
after(() => app.close())

const get = (url: string, remoteAddress = '192.0.2.1') => app.inject({ url, remoteAddress })

const additions = [
  ...[
    '.',
    ')',
    '>',
    ',',
    '=',
    '"',
    "'",
    '!',
    '*',
    ':',
    ';',
    ']',
    '}',
    '…',
    '。',
    '、',
    '”',
    '’',
    '»',
  ],
  ...[
    '%20',
    '%0A',
    '%0D%0A',
    '%09',
    '%E2%80%8B',
    '%EF%BB%BF',
    '%C2%AD',
    '%22',
    '%3E',
    '%29.',
    '%2E',
  ],
  ...[
    '.Thanks',
    ',%20see%20you',
    '%2520',
    '%',
    '%E2%80',
    '%zz',
    '&utm_source=x',
    '.?lang=de',
    '=3D',
  ],
  ...['/.', './', '/%20', '.html', '_', '-', '--', '~', '|', '%5C', '%00'],
] as const

for (const [name, { path }] of [
  ['gift', gift],
  ['one-link', oneLink],
] as const)
  describe(`the link of a ${name}`, () => {
    for (const addition of additions)
      it(`opens with ${addition} behind it`, async () => {
        const response = await get(path + encodeURI(addition).replaceAll('%25', '%'))
        const { location = '' } = response.headers
        assert.ok([302, 303].includes(response.statusCode), `${response.statusCode}`)
        assert.equal(`${location}`.replace(/\?.*$/, ''), path)
        assert.equal((await get(`${location}`)).statusCode, 200)
      })

    it('opens with punctuation before it, and with its first letter in upper case', async () => {
      const [, root, code] = path.split('/')
      for (const link of [
        `/${root}/%20${code}`,
        `/${root}/(${code})`,
        `/${root}/%E2%80%8B${code}`,
        `/${root}/${code?.slice(0, 5)}%E2%80%8B${code?.slice(5)}`,
        `/${root}/${code?.slice(0, 5)}=%0D%0A${code?.slice(5)}`,
        `/${root?.toUpperCase()}/${code}`,
        `/${root?.toUpperCase()}/${code}.`,
      ]) {
        let response = await get(link)
        for (let step = 0; step < 3 && response.statusCode === 302; step++) {
          assert.match(`${response.headers.location}`, /^\/[rl]\/[^/]/i)
          response = await get(`${response.headers.location}`)
        }
        assert.equal(response.statusCode, 200, link)
      }
    })

    it('keeps the query', async () => {
      const response = await get(`${path}.?lang=de&utm_source=chat`)
      assert.equal(response.headers.location, `${path}?lang=de&utm_source=chat`)
    })
  })

it('reads the tokens of emailed links', async () => {
  const confirmed = await testApp.createGift()
  await testApp.advance(confirmed.id, 'in_transit')
  await app.inject({ method: 'POST', url: `${confirmed.path}/link` })
  const email = 'bea@example.com'
  await app.inject({
    method: 'POST',
    url: oneLink.path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ first_name: 'Bea', last_name: 'Baum', email }).toString(),
  })
  const links = await testApp.run(async (ctx) => {
    const sent = [
      ...(await mail.list(ctx, { gift_request_id: confirmed.id })),
      ...(await mail.listByRecipient(ctx, email)),
    ]
    const texts = []
    for (const { id } of sent) texts.push((await mail.findAsRecipient(ctx, id))?.rendered?.text)
    return (
      texts.join(' ').match(/https?:\S+(verify\?proof=|confirm\?claim=|reminders\/)[\w-]+/g) ?? []
    )
  })
  assert.equal(new Set(links.map((link) => /verify|confirm|reminders/.exec(link)?.[0])).size, 3)
  for (const link of links)
    for (const addition of ['', '.', ')', '.Thanks', '%20', '%E2%80%8B', '%3E', '%2520'])
      assert.equal(
        (await get(new URL(link).pathname + new URL(link).search + addition)).statusCode,
        200,
        link + addition,
      )
})

it('responds with a page to links of which parts are missing, and to codes that are too long', async () => {
  const urls = ['/r', '/l', '/r/', '/l/', '/R', '/L/', '/r/.', '/l/%20', '/r/%', '/R/nothing']
  for (const url of [
    ...urls,
    `/r/${'a'.repeat(3000)}`,
    `/l/${'a'.repeat(3000)}`,
    `/r/${'%20'.repeat(900)}`,
  ]) {
    let response = await get(url, '192.0.2.2')
    if (response.statusCode === 302)
      response = await get(`${response.headers.location}`, '192.0.2.2')
    assert.equal(response.statusCode, 404, url)
    assert.match(`${response.headers['content-type']}`, /^text\/html/, url.slice(0, 20))
    assert.match(response.body, /We can’t find that gift/)
  }
})

it('does not count punctuation behind a valid code as a guess', async () => {
  const remoteAddress = '192.0.2.3'
  for (let attempt = 0; attempt < 70; attempt++) await get(`${gift.path}.${attempt}`, remoteAddress)
  assert.equal((await get('/r/guess', remoteAddress)).statusCode, 404)
  for (let attempt = 0; attempt < 60; attempt++) await get(`/r/guess${attempt}.`, remoteAddress)
  assert.equal((await get('/r/guess', remoteAddress)).statusCode, 429, 'a wrong code counts')
})

it('a form of an unclean link changes nothing', async () => {
  const response = await app.inject({ method: 'POST', url: `${gift.path}./open` })
  assert.equal(response.statusCode, 404)
})
