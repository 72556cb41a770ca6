import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as gifting from '#gifting'
import { createRecipientBrowser, type RecipientBrowser } from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()
const browserFor = (language: string) =>
  createRecipientBrowser(origin, { 'accept-language': language })
const japaneseRecipient = { first_name: '太郎', last_name: '山田', email: 'taro@example.com' }

async function readAddress(visitor: RecipientBrowser, path: string) {
  const choices = await visitor.submit(await visitor.open(path), 'open')
  const [, variant = ''] =
    /value="([0-9a-f-]{36})"[^>]*>(?:(?!<input).)*Linen notebook/s.exec(choices.text) ?? []
  return visitor.submit(choices, 'choose', { variant })
}

it('writes Japanese names with the family name first and 様', async () => {
  const gift = await testApp.createGift({ recipient: japaneseRecipient })
  const visitor = browserFor('ja')
  const first = await visitor.open(gift.path)
  assert.match(first.visibleText, /山田 太郎様へ、贈り物が届いています/)
  assert.match(first.visibleText, /Dana Lee様からの贈り物/)
  const address = await readAddress(visitor, gift.path)
  assert.match(address.text, /value="山田 太郎"[^>]* name="name"/)
})

it('prefills the name with the family name first for Chinese, Korean, Hungarian and Vietnamese browsers', async () => {
  for (const [language, name] of [
    ['zh-TW', '山田太郎'],
    ['ko', '山田太郎'],
    ['hu', '山田 太郎'],
    ['vi', '山田 太郎'],
    ['en', '太郎 山田'],
  ] as const) {
    const gift = await testApp.createGift({ recipient: japaneseRecipient })
    const { text } = await readAddress(browserFor(language), gift.path)
    assert.match(text, new RegExp(`value="${name}"[^>]* name="name"`), language)
  }
})

it('shows the family name field first in Japanese', async () => {
  const link = await testApp.createOneLink({}, { require_confirmation: false })
  const findNameFields = async (language: string) =>
    [...(await browserFor(language).open(link.path)).text.matchAll(/name="(\w+_name)"/g)].map(
      ([, name]) => name,
    )
  assert.deepEqual(await findNameFields('ja'), ['last_name', 'first_name'])
  assert.deepEqual(await findNameFields('de'), ['first_name', 'last_name'])
  const claimed = await browserFor('ja').submit(
    await browserFor('ja').open(link.path),
    'claim',
    japaneseRecipient,
  )
  assert.match(claimed.visibleText, /山田 太郎様の贈り物を確保しました/)
})

it('shows an expiry day that is safe in every time zone', async () => {
  const gift = await testApp.createGift()
  const expires_at = (await testApp.run((ctx) => gifting.getRedemptionPage(ctx, gift.id)))
    ?.expires_at
  assert.ok(expires_at)
  const dayIn = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long' }).format(expires_at)
  const { visibleText } = await browserFor('en-GB').open(gift.path)
  assert.ok(visibleText.includes(`until ${dayIn('Etc/GMT+12')}.`), visibleText)
})

it('shows scans in the time zone of the address, with the punctuation of the language', async () => {
  const gift = await testApp.createGift({ recipient: japaneseRecipient })
  const visitor = browserFor('ja')
  const review = await visitor.submit(await readAddress(visitor, gift.path), 'address', {
    ...{ country: 'JP', name: '山田 太郎', line_1: '渋谷1-1-1' },
    ...{ region: '13', postal_code: '150-0002' },
  })
  await visitor.submit(review, 'review', {}, ['do', 'redeem'])
  await testApp.advance(gift.id, 'in_transit')
  const page = await browserFor('ja').open(gift.path)
  assert.match(page.visibleText, /追跡番号：/)
  assert.match(page.visibleText, /JST|GMT\+9/)
  assert.doesNotMatch(page.visibleText, /UTC/)
  assert.doesNotMatch((await browserFor('fr').open(gift.path)).visibleText, /suivi:/)
})

it('shows a scheduled gift in color, with its day', async () => {
  const send_at = new Date(testApp.db.clock().getTime() + 5 * 24 * 60 * 60 * 1000)
  const gift = await testApp.createGift({ send_at: send_at.toISOString() })
  const { visibleText, text } = await browserFor('en-GB').open(gift.path)
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' })
  assert.ok(
    visibleText.includes(`Something’s coming for you on ${day.format(send_at)}.`),
    visibleText,
  )
  assert.doesNotMatch(text, /class="faded"/)
})

it('says when a gift opens that is due within the hour, and reloads the page then', async () => {
  const openIn = async (ms: number) => {
    const send_at = new Date(testApp.db.clock().getTime() + ms).toISOString()
    const gift = await testApp.createGift({ send_at })
    const page = await browserFor('en-GB').open(gift.path)
    return { page, refresh: page.headers.get('refresh') }
  }
  const soon = await openIn(45_000)
  assert.match(soon.page.visibleText, /Your gift opens here in less than 1 minute\./)
  assert.equal(soon.refresh, '46')
  const later = await openIn(29.5 * 60_000)
  assert.match(later.page.visibleText, /in less than 30 minutes\./)
  assert.equal(later.refresh, String(29.5 * 60 + 1))
  const tomorrow = await openIn(24 * 60 * 60_000)
  assert.match(tomorrow.page.visibleText, /coming for you on/)
  assert.equal(tomorrow.refresh, null)
})

it('the link preview contains no personal data', async () => {
  const { text } = await browserFor('en').open((await testApp.createGift()).path)
  assert.match(text, /<meta property="og:description" content="This is for you">/)
  const [head = ''] = text.split('<title>')
  assert.doesNotMatch(head, /Ada|Dana|Larkin/)
})

it('names the allowed domains at the email field, and offers to copy the personal link', async () => {
  const visitor = browserFor('en')
  const page = await visitor.open(
    (await testApp.createOneLink({ allowed_email_domains: ['larkfield.example'] })).path,
  )
  assert.match(page.text, /id="email-hint">For larkfield\.example addresses/)
  assert.match(page.text, /name="email"[^>]*aria-describedby="email-hint"/)
  const { path } = await testApp.createOneLink({}, { require_confirmation: false })
  const open = await visitor.open(path)
  const claimed = await visitor.submit(open, 'claim', {
    ...japaneseRecipient,
    email: 'copy@example.com',
  })
  assert.match(claimed.text, /<button[^>]* hidden data-copy="http[^"]*\/r\/[^"]{22}"/)
})

it("marks the sender's texts with the language of the campaign", async () => {
  const page = await browserFor('de').open((await testApp.createOneLink()).path)
  assert.match(page.text, /<html lang="de">/)
  assert.match(page.text, /<h1 lang="en[^"]*" dir="auto">Take one home/)
  const email_message = { subject: 'For you', body: 'Thank you for everything.' }
  const gift = await testApp.createGift({ email_message })
  const visitor = browserFor('de')
  const opened = await visitor.submit(await visitor.open(gift.path), 'open')
  assert.match(opened.text, /<blockquote class="lines" lang="en[^"]*" dir="auto">Thank you/)
})
