import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createRedeemWorld } from '#test/redeem-world'
import { visitorOf } from '#test/visitor'

const world = await createRedeemWorld()
const origin = await world.listen()
// The email renderer takes longer to load than a transaction may be idle on a busy machine.
await Promise.all([import('@react-email/components'), import('@react-email/render')])
const speaking = (language: string) => visitorOf(origin, { 'accept-language': language })
const taro = { first_name: '太郎', last_name: '山田', email: 'taro@example.com' }

it('writes Japanese names family name first, with 様', async () => {
  const gift = await world.gift({ recipient: taro })
  const visitor = speaking('ja')
  const first = await visitor.go(gift.path)
  assert.match(first.words, /山田 太郎様へ、贈り物が届いています/)
  assert.match(first.words, /Dana Lee様からの贈り物/)
  const choices = await visitor.send(first, 'open')
  const [, variant = ''] = /name="variant" value="([^"]+)"/.exec(choices.text) ?? []
  const address = await visitor.send(choices, 'choose', { variant })
  assert.match(address.text, /name="name"[^>]*value="山田 太郎"/)
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
    const visitor = speaking(language)
    const choices = await visitor.send(await visitor.go(gift.path), 'open')
    const [, variant = ''] = /name="variant" value="([^"]+)"/.exec(choices.text) ?? []
    const { text } = await visitor.send(choices, 'choose', { variant })
    assert.match(text, new RegExp(`name="name"[^>]*value="${name}"`), language)
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
  const { json } = await world.api.get(`/gift_requests/${gift.id}`)
  const expires_at = new Date(json.expires_at)
  const dayIn = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long' }).format(expires_at)
  const { words } = await speaking('en-GB').go(gift.path)
  assert.ok(words.includes(`until ${dayIn('Etc/GMT+12')}.`), words)
})
