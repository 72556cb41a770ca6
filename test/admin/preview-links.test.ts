import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as mail from '#email'
import { newId } from '#platform/lib/ids'
import { ALL_ACCOUNTS, type TxContext } from '#platform/postgres/database'
import * as sends from '#sends'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { pluck } from '#test/pluck'
import {
  createCookieJar,
  createRecipientBrowser,
  type RecipientPage,
} from '#test/recipient-browser'
import { dumpTables, tablesContaining } from '#test/table-dump'

/* Links on which a sender tries the pages of a campaign. */

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)
const minuteMs = 60_000

const linkOf = (method: string) => `/campaigns/${fixture.campaign(method).id}/preview-links`
async function createLink(method: string): Promise<string> {
  const { status, json, text } = await sender.post(linkOf(method))
  assert.equal(status, 201, text)
  return new URL(json.url).pathname
}
const browse = (cookies = createCookieJar()) =>
  createRecipientBrowser(testApp.origin, { 'accept-language': 'en-GB' }, cookies)

const notice = 'Preview: nothing is saved, ordered or sent.'
function assertPreview(page: RecipientPage, path: RegExp): void {
  assert.equal(page.status, 200, page.visibleText)
  assert.match(page.path, path)
  assert.ok(page.text.includes(`<p class="notice" role="status">${notice}</p>`), page.path)
  assert.match(page.headers.get('x-robots-tag') ?? '', /noindex/)
  assert.match(page.text, /<meta name="robots" content="noindex, nofollow">/)
}
const berlin = {
  ...{ name: 'Ada Larkin', line_1: 'Unter den Linden 1', postal_code: '10117', city: 'Berlin' },
  country: 'DE',
}
const firstVariant = ({ text }: RecipientPage) =>
  /name="variant" value="([\w-]+)"/.exec(text)?.[1] ?? ''

describe('a link for the own phone', () => {
  it('leads the whole way from the wrapped box to the confirmation, and writes nothing', async () => {
    const path = await createLink('email')
    const before = await dumpTables(testApp)
    for (const cookies of [createCookieJar(), undefined]) {
      const browser = browse(cookies)
      const wrapped = await browser.open(path)
      assertPreview(wrapped, /^\/try\/\w+$/)
      assert.match(wrapped.visibleText, /this is for you/)
      const choices = await browser.submit(wrapped, 'open')
      assertPreview(choices, /\/unwrapped$/)
      const empty = await browser.submit(choices, 'choose')
      assert.match(empty.visibleText, /Please choose a gift/)
      const form = await browser.submit(empty, 'choose', {
        variant: firstVariant(choices),
        ...{ country: 'DE' },
      })
      assertPreview(form, /\/address$/)
      const wrong = await browser.submit(form, 'address', { ...berlin, postal_code: '1' })
      assert.match(wrong.visibleText, /Enter a valid code/)
      const review = await browser.submit(wrong, 'address', berlin)
      assertPreview(review, /\/review$/)
      assert.match(review.visibleText, /Unter den Linden 1/)
      const done = await browser.submit(review, 'review')
      assertPreview(done, /\/done$/)
      assert.match(done.visibleText, /Unter den Linden 1/)
      assert.match(done.visibleText, /All set/)
    }
    assert.deepEqual(await dumpTables(testApp), before)
  })

  it('leads from a digital item to its confirmation without an address', async () => {
    const browser = browse()
    const choices = await browser.submit(await browser.open(await createLink('email')), 'open')
    const { products } = fixture.campaign('email')
    const voucher = products.find(({ kind }) => kind === 'digital')?.variants[0]
    const review = await browser.submit(choices, 'choose', { variant: voucher?.id ?? '' })
    assertPreview(review, /\/review$/)
    const german = await browser.submit(review, 'language', {}, [
      'do',
      'show',
      `${review.path.replace('review', 'language')}?lang=de`,
    ])
    assert.match(german.text, /Vorschau: Hier wird nichts gespeichert/)
    const done = await browser.submit(review, 'review')
    assertPreview(done, /\/done$/)
    assert.match(done.visibleText, /All set, Ada!/)
    assert.match(done.visibleText, /Book voucher/)
    const refused = await browser.submit(done, 'thanks', { text: 'Thank you' })
    assert.match(refused.text, /That works only in a real gift/)
    assert.equal(refused.path, done.path)
  })

  it('says what is possible in a real gift only', async () => {
    const browser = browse()
    const wrapped = await browser.open(await createLink('email'))
    for (const page of ['decline', 'calendar.ics', 'help']) {
      const refused = await browser.open(`${wrapped.path}/${page}`)
      assert.equal(refused.path, wrapped.path, page)
      assert.match(refused.text, /That works only in a real gift/)
    }
    const german = await browser.open(`${wrapped.path}?lang=de`)
    assert.match(german.text, /Vorschau: Hier wird nichts gespeichert/)
  })

  it('shows each kind of campaign, also a paused one', async () => {
    for (const method of ['email', 'gift_link', 'one_link']) {
      const path = await createLink(method)
      assertPreview(await browse().submit(await browse().open(path), 'open'), /unwrapped$/)
    }
    const direct = await browse().open(await createLink('sender_provided_address'))
    assertPreview(direct, /^\/try\/\w+$/)
    assert.match(direct.visibleText, /on its way/)
    const name = `Paused ${newId()}`
    const copy = await admin.post(`/campaigns/${fixture.campaign('email').id}/copy`, { name })
    await admin.patch(`/campaigns/${copy.json.id}/settings`, { is_paused: true })
    const link = await sender.post(`/campaigns/${copy.json.id}/preview-links`)
    assertPreview(await browse().open(new URL(link.json.url).pathname), /^\/try\/\w+$/)
  })

  it('ends after 30 minutes of real time, and is then deleted', async () => {
    const path = await createLink('email')
    const statusOf = async (suffix = '') => (await browse().open(path + suffix)).status
    testApp.time.offsetMs += 29 * minuteMs
    assert.deepEqual([await statusOf(), await statusOf('/qr.svg')], [200, 200])
    testApp.time.offsetMs += 2 * minuteMs
    const ended = await browse().open(path)
    assert.equal(ended.status, 404)
    assert.match(ended.visibleText, /This preview has ended/)
    assert.deepEqual(
      [await statusOf('/unwrapped'), await statusOf('/review'), await statusOf('/qr.svg')],
      [404, 404, 404],
    )
    while ((await testApp.run(sends.purgePreviewLinks, ALL_ACCOUNTS)) > 0);
    assert.equal(await testApp.run(countLinks), 0)
    testApp.time.offsetMs = 0
  })

  it('is stored as a hash, for the account that made it', async () => {
    const code = (await createLink('email')).split('/').at(-1) ?? ''
    assert.match(code, /^[0-9A-Za-z]{22}$/)
    assert.deepEqual(tablesContaining(await dumpTables(testApp), code), [])
    const other = await testApp.createAccount('Birch')
    const otherAdmin = await testApp.signIn(await testApp.createUser('admin', other.id))
    assert.equal((await otherAdmin.post(linkOf('email'))).status, 404)
    assert.equal((await sender.post('/campaigns/no-id/preview-links')).status, 404)
    assert.equal(await testApp.run(countLinks, other.id), 0)
    assert.ok((await testApp.run(countLinks)) > 0)
  })

  it('ends when its member leaves, and when twenty newer ones exist', async () => {
    const guest = await testApp.createUser('sender')
    const client = await testApp.signIn(guest)
    const open = async ({ json }: { json: { url: string } }) =>
      (await browse().open(new URL(json.url).pathname)).status
    const first = await client.post(linkOf('email'))
    assert.equal(await open(first), 200)
    const later = []
    for (let count = 0; count < 20; count += 1) {
      testApp.time.offsetMs += 1
      later.push(await client.post(linkOf('email')))
    }
    const [second, last] = [later.at(0), later.at(-1)]
    assert.ok(second && last)
    assert.deepEqual([await open(first), await open(second), await open(last)], [404, 200, 200])
    assert.equal((await admin.post(`/members/${guest.id}/suspend`)).status, 204)
    assert.equal(await open(last), 404)
  })

  it('needs the permission to send gifts', async () => {
    const viewer = await testApp.signIn(await testApp.createUser('viewer'))
    assert.equal((await viewer.post(linkOf('email'))).status, 403)
    assert.equal((await viewer.post(testOf('email'))).status, 403)
  })
})

describe('a test to oneself', () => {
  it('exists for campaigns with emails only', async () => {
    assert.equal((await sender.post(testOf('sender_provided_address'))).status, 200)
    for (const method of ['gift_link', 'one_link']) {
      const { status, json } = await sender.post(testOf(method))
      assert.equal(status, 422)
      assert.deepEqual(pluck(json.errors, 'code', 'param', 'message'), [
        [
          'not_allowed',
          'id',
          'names a campaign that invites no one by email; open its pages on a phone instead',
        ],
      ])
    }
  })

  it('is the invitation, with the same pages for a week, and counts nowhere', async () => {
    const before = await countWork()
    const { json } = await sender.post(testOf('email'))
    assert.equal(json.email, testApp.sender.email)
    const [last] = await testApp.run((ctx) => mail.listByRecipient(ctx, testApp.sender.email))
    assert.match(last?.subject ?? '', /^Test: /)
    assert.equal(last?.gift_request_id ?? null, null)
    const email = await testApp.run((ctx) => mail.find(ctx, last?.id ?? ''))
    const [link = ''] = /http\S+\/try\/\w+/.exec(email?.rendered?.text ?? '') ?? []
    testApp.time.offsetMs += 6 * 24 * 60 * minuteMs
    assertPreview(await browse().open(new URL(link).pathname), /^\/try\/\w+$/)
    testApp.time.offsetMs = 0
    assert.deepEqual(await countWork(), before)
  })
})

const testOf = (method: string) => `/campaigns/${fixture.campaign(method).id}/test`

const countLinks = async (ctx: TxContext) =>
  (await ctx.query('select from gifting.preview_link')).length

/** Counts what a real gift would add to. */
async function countWork(): Promise<Record<string, number>> {
  const dump = await dumpTables(testApp)
  return Object.fromEntries(
    [...dump].flatMap(([name, rows]) =>
      /^(gifting|webhooks|fulfilment|spend|catalogue|donations|digital)\./.test(name) &&
      name !== 'gifting.preview_link'
        ? [[name, rows.length]]
        : [],
    ),
  )
}
