import assert from 'node:assert/strict'
import { it } from 'node:test'
import { aDirectGift, createWorld } from '#test/api-world'
import { home, openShop, redeem } from '#test/shop'
import * as gifting from './index.ts'

const world = await createWorld()
const cups = () => openShop(world, [{ name: 'Cup', left: { Red: 5, Blue: 0 } }])
const look = async (id: string) => {
  const seen = await world.run((ctx) => gifting.visit(ctx, id))
  assert.ok(seen !== undefined)
  return seen
}
const codeOf = async (id: string): Promise<string> =>
  (await world.api.get(`/gift_requests/${id}`)).json.redemption_url.split('/r/')[1]
const countOf = async (id: string): Promise<number> =>
  (await world.api.get(`/gift_requests/${id}`)).json.recipient.thank_you_count

it('is found by its link alone, in whichever account', async () => {
  const shop = await cups()
  const id = await shop.gift()
  const code = await codeOf(id)
  assert.deepEqual(await gifting.findByLink(world.db, code), {
    account_id: world.account.id,
    id,
    clock_ahead_ms: 0,
  })
  for (const other of [`${code}x`, code.slice(1), '', id])
    assert.equal(await gifting.findByLink(world.db, other), undefined)
})

it('shows what is offered with the stock of this moment, and whose gift it is', async () => {
  const shop = await cups()
  const id = await shop.gift({
    email_message: { subject: 'For you', body: 'With love' },
    recipient: { first_name: 'Ada', last_name: 'Larkin', email: 'Ada@Example.com' },
  })
  const seen = await look(id)
  assert.deepEqual(
    seen.items.map(({ product_name, variant_name, kind, is_there, description }) => [
      ...[product_name, variant_name, kind, is_there, description],
    ]),
    [
      ['Cup', 'Red', 'physical', true, 'Cup, as one knows it.'],
      ['Cup', 'Blue', 'physical', false, 'Cup, as one knows it.'],
    ],
  )
  assert.equal(seen.state, 'awaiting_recipient')
  assert.equal(seen.name, 'Ada Larkin')
  assert.equal(seen.email, 'Ada@Example.com')
  assert.deepEqual(seen.message, { subject: 'For you', body: 'With love' })
  assert.match(seen.theme?.logo_url ?? '', /^http/)
  assert.equal(seen.selection_mode, 'one')
  assert.deepEqual(seen.chosen, [])
  assert.equal(seen.line_items, null)
  assert.equal(seen.shipping_address, null)
  const { account } = await world.stranger()
  assert.equal(await world.run((ctx) => gifting.visit(ctx, id), account.id), undefined)
})

it('shows the items and the address of a gift that the sender fixed', async () => {
  const { json } = await world.api.post('/gift_requests', aDirectGift(world))
  await world.passTime()
  const seen = await look(json.id)
  assert.equal(seen.is_direct, true)
  assert.equal(seen.line_items?.[0]?.quantity, 2)
  assert.deepEqual(seen.destination, { city: 'Berlin', country: 'DE' })
  assert.equal(seen.shipping_address, null, 'the full address is for the recipient alone')
})

it('notes the first unwrapping and no other', async () => {
  const shop = await cups()
  const id = await shop.gift()
  assert.equal((await look(id)).opened_at, null)
  const first = await world.run((ctx) => gifting.open(ctx, id))
  await world.passTime(1000)
  const again = await world.run((ctx) => gifting.open(ctx, id))
  assert.deepEqual(again, first)
  assert.deepEqual((await look(id)).opened_at, first?.opened_at)
})

it('remembers what was picked, keeps it from nobody, and lets it be taken back', async () => {
  const shop = await cups()
  const id = await shop.gift()
  const pick = (...names: string[]) =>
    world.run((ctx) => gifting.choose(ctx, id, { variant_ids: names.map(shop.id) }))
  await pick('Red')
  assert.deepEqual((await look(id)).chosen, [shop.id('Red')])
  assert.equal(await shop.left('Red'), 5)
  await assert.rejects(pick('Red', 'Blue'), { code: 'too_many' })
  await assert.rejects(pick('Green'), { code: 'invalid_reference' })
  assert.deepEqual((await look(id)).chosen, [shop.id('Red')])
  await pick()
  assert.deepEqual((await look(id)).chosen, [])
})

it('keeps waiting when it is declined, and can be taken after all', async () => {
  const shop = await cups()
  const id = await shop.gift()
  const decline = (reason?: string) => world.run((ctx) => gifting.decline(ctx, id, { reason }))
  await decline('Too generous')
  const declined = await look(id)
  assert.equal(declined.state, 'awaiting_recipient')
  assert.equal(declined.decline_reason, 'Too generous')
  await world.passTime(1000)
  await decline()
  assert.deepEqual((await look(id)).declined_at, declined.declined_at)
  await assert.rejects(decline('x'.repeat(2_001)), { code: 'too_long' })
  await world.run((ctx) => gifting.undecline(ctx, id))
  assert.equal((await look(id)).declined_at, null)
  await decline('No')
  await redeem(world, id, { variant_ids: [shop.id('Red')], shipping_address: home })
  assert.equal((await look(id)).declined_at, null)
  await assert.rejects(decline('Too late'), { code: 'invalid_transition' })
})

it('counts a note of thanks once, and lets it be changed for an hour', async () => {
  const shop = await cups()
  const id = await shop.gift()
  const thank = (text: string) => world.run((ctx) => gifting.thank(ctx, id, { text }))
  await assert.rejects(thank('Thanks!'), { code: 'invalid_transition' })
  await redeem(world, id, { variant_ids: [shop.id('Red')], shipping_address: home })
  const before = await countOf(id)
  await assert.rejects(thank('  '), { code: 'required' })
  await assert.rejects(thank('x'.repeat(2_001)), { code: 'too_long' })
  await Promise.all([thank('Thanks!'), thank('Thanks!'), thank('Thanks!')])
  assert.equal(await countOf(id), before + 1)
  await thank('Thank you so much!')
  const { thanks } = await look(id)
  assert.equal(thanks?.text, 'Thank you so much!')
  assert.equal(await countOf(id), before + 1)
  await world.passTime(3_600_001)
  await assert.rejects(thank('And one thing more'), { code: 'invalid_transition' })
  assert.deepEqual(await thank('Thank you so much!').then((note) => note?.text), thanks?.text)
})

it('can be asked for again once it has expired', async () => {
  const shop = await cups()
  const expires_at = new Date(world.db.clock().getTime() + 3_600_000).toISOString()
  const id = await shop.gift({ expires_at })
  const ask = () => world.run((ctx) => gifting.askSender(ctx, id, { text: 'I was away' }))
  await assert.rejects(ask(), { code: 'invalid_transition' })
  await world.passTime(3_600_001)
  const first = await ask()
  await world.passTime(1000)
  assert.deepEqual(await ask(), first)
  assert.deepEqual((await look(id)).asked_at, first?.asked_at)
})

it('speaks the language that its recipient asks for', async () => {
  const shop = await cups()
  const id = await shop.gift()
  await world.run((ctx) => gifting.setLocale(ctx, id, 'de-at'))
  assert.equal((await look(id)).locale, 'de-AT')
  await assert.rejects(
    world.run((ctx) => gifting.setLocale(ctx, id, 'not a language')),
    { code: 'invalid' },
  )
})

it('goes to a corrected e-mail address, whose contact it is from then on', async () => {
  const shop = await cups()
  const id = await shop.gift()
  const other = await shop.gift({
    recipient: { first_name: 'Grace', last_name: 'Ford', email: 'grace@example.com' },
  })
  const correct = (email: string) => world.run((ctx) => gifting.correctEmail(ctx, id, email))
  await correct('Grace@example.com')
  const { json } = await world.api.get(`/gift_requests/${id}`)
  assert.equal(json.recipient.email, 'Grace@example.com')
  assert.equal(
    json.recipient.id,
    (await world.api.get(`/gift_requests/${other}`)).json.recipient.id,
  )
  await assert.rejects(correct('nonsense'), { code: 'invalid_format' })
  await world.api.post(`/gift_requests/${id}/cancel`)
  await assert.rejects(correct('late@example.com'), { code: 'invalid_transition' })
})

it('gives each e-mail address one gift of a one-link, also by correction', async () => {
  const campaign_id = world.campaign('one_link').id
  const link = await world.run((ctx) => gifting.createOneLink(ctx, { campaign_id, quantity: 3 }))
  const claimed = async (email: string) => {
    const claimant = { first_name: 'A', last_name: 'B', email }
    const made = await world.run((ctx) => gifting.claim(ctx, link.id, claimant))
    assert.ok(made?.outcome === 'claimed')
    return made.gift.id
  }
  await claimed('first@example.com')
  const second = await claimed('second@example.com')
  const correcting = world.run((ctx) => gifting.correctEmail(ctx, second, 'FIRST@example.com'))
  await assert.rejects(correcting, { code: 'not_allowed' })
})

it('is new to whoever claims a place that lapsed', async () => {
  const campaign_id = world.campaign('one_link').id
  const link = await world.run((ctx) => gifting.createOneLink(ctx, { campaign_id, quantity: 1 }))
  const claim = async (email: string) => {
    const claimant = { first_name: 'A', last_name: 'B', email }
    const made = await world.run((ctx) => gifting.claim(ctx, link.id, claimant))
    assert.ok(made?.outcome === 'claimed')
    return made.gift.id
  }
  const id = await claim('early@example.com')
  await world.run((ctx) => gifting.open(ctx, id))
  await world.run((ctx) => gifting.decline(ctx, id, { reason: 'No' }))
  await world.passTime(25 * 3_600_000)
  assert.equal(await claim('next@example.com'), id)
  const seen = await look(id)
  assert.deepEqual([seen.opened_at, seen.declined_at, seen.decline_reason], [null, null, null])
})
