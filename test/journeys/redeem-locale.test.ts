import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as gifting from '#gifting'
import { createRedeemWorld } from '#test/redeem-world'
import { type Visitor, visitorOf } from '#test/visitor'

const world = await createRedeemWorld()
const origin = await world.listen()
// The email renderer takes longer to load than a transaction may be idle on a busy machine.
await Promise.all([import('@react-email/components'), import('@react-email/render')])
const speaking = (language: string) => visitorOf(origin, { 'accept-language': language })
const taro = { first_name: '太郎', last_name: '山田', email: 'taro@example.com' }

async function addressOf(visitor: Visitor, path: string) {
  const choices = await visitor.send(await visitor.go(path), 'open')
  const [, variant = ''] =
    /value="([^"]+)"[^>]*>(?:(?!<label).)*Linen notebook/s.exec(choices.text) ?? []
  return visitor.send(choices, 'choose', { variant })
}

it('writes Japanese names family name first, with 様', async () => {
  const gift = await world.gift({ recipient: taro })
  const visitor = speaking('ja')
  const first = await visitor.go(gift.path)
  assert.match(first.words, /山田 太郎様へ、贈り物が届いています/)
  assert.match(first.words, /Dana Lee様からの贈り物/)
  const address = await addressOf(visitor, gift.path)
  assert.match(address.text, /value="山田 太郎"[^>]* name="name"/)
})

it('fills in the name family name first for browsers in Chinese, Korean, Hungarian and Vietnamese', async () => {
  for (const [language, name] of [
    ['zh-TW', '山田 太郎'],
    ['ko', '山田 太郎'],
    ['hu', '山田 太郎'],
    ['vi', '山田 太郎'],
    ['en', '太郎 山田'],
  ] as const) {
    const gift = await world.gift({ recipient: taro })
    const { text } = await addressOf(speaking(language), gift.path)
    assert.match(text, new RegExp(`value="${name}"[^>]* name="name"`), language)
  }
})

it('asks for the family name first in Japanese', async () => {
  const link = await world.oneLink()
  const fieldsOf = async (language: string) =>
    [...(await speaking(language).go(link.path)).text.matchAll(/name="(\w+_name)"/g)].map(
      ([, name]) => name,
    )
  assert.deepEqual(await fieldsOf('ja'), ['last_name', 'first_name'])
  assert.deepEqual(await fieldsOf('de'), ['first_name', 'last_name'])
  const claimed = await speaking('ja').send(await speaking('ja').go(link.path), 'claim', taro)
  assert.match(claimed.words, /山田 太郎様の贈り物になりました/)
})

it('prints as the last day one that is not too late anywhere', async () => {
  const gift = await world.gift()
  const expires_at = (await world.run((ctx) => gifting.getRedemptionPage(ctx, gift.id)))?.expires_at
  assert.ok(expires_at)
  const dayIn = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long' }).format(expires_at)
  const { words } = await speaking('en-GB').go(gift.path)
  assert.ok(words.includes(`until ${dayIn('Etc/GMT+12')}.`), words)
})

it('shows scans in the time zone of the address, and punctuation of the language', async () => {
  const gift = await world.gift({ recipient: taro })
  const visitor = speaking('ja')
  const review = await visitor.send(await addressOf(visitor, gift.path), 'address', {
    ...{ country: 'JP', name: '山田 太郎', line_1: '渋谷1-1-1' },
    ...{ region: '13', postal_code: '150-0002' },
  })
  await visitor.send(review, 'review', {}, ['do', 'redeem'])
  await world.advance(gift.id, 'in_transit')
  const page = await speaking('ja').go(gift.path)
  assert.match(page.words, /追跡番号：/)
  assert.match(page.words, /JST|GMT\+9/)
  assert.doesNotMatch(page.words, /UTC/)
  assert.doesNotMatch((await speaking('fr').go(gift.path)).words, /suivi:/)
})

it('shows a scheduled gift in colour, with its day', async () => {
  const send_at = new Date(world.db.clock().getTime() + 5 * 24 * 60 * 60 * 1000)
  const gift = await world.gift({ send_at: send_at.toISOString() })
  const { words, text } = await speaking('en-GB').go(gift.path)
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' })
  assert.ok(words.includes(`Something is coming for you on ${day.format(send_at)}.`), words)
  assert.doesNotMatch(text, /class="faded"/)
})

it('describes a shared link without anything personal', async () => {
  const { text } = await speaking('en').go((await world.gift()).path)
  assert.match(text, /<meta property="og:description" content="This is for you">/)
  const [head = ''] = text.split('<title>')
  assert.doesNotMatch(head, /Ada|Dana|Larkin/)
})

it('names the allowed domains at the email field, and offers to copy the own link', async () => {
  const visitor = speaking('en')
  const page = await visitor.go(
    (await world.oneLink({ allowed_email_domains: ['larkfield.example'] })).path,
  )
  assert.match(page.text, /id="email-hint">For larkfield\.example addresses/)
  assert.match(page.text, /name="email"[^>]*aria-describedby="email-hint"/)
  const open = await visitor.go((await world.oneLink()).path)
  const claimed = await visitor.send(open, 'claim', { ...taro, email: 'copy@example.com' })
  assert.match(claimed.text, /<button[^>]* hidden data-copy="http[^"]*\/r\/[^"]{22}"/)
})

it('marks the words of the sender with the language of the campaign', async () => {
  const page = await speaking('de').go((await world.oneLink()).path)
  assert.match(page.text, /<html lang="de">/)
  assert.match(page.text, /<h1 lang="en[^"]*" dir="auto">Take one home/)
  const email_message = { subject: 'For you', body: 'Thank you for everything.' }
  const gift = await world.gift({ email_message })
  const visitor = speaking('de')
  const opened = await visitor.send(await visitor.go(gift.path), 'open')
  assert.match(opened.text, /<blockquote class="lines" lang="en[^"]*" dir="auto">Thank you/)
})
