import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestApp, directGiftBody } from '#test/api-harness'
import { createCatalogueFixture, homeAddress, redeem } from '#test/catalogue-fixture'
import { claimConfirmed, createOneLink } from '#test/claim-fixture'
import * as gifting from '../index.ts'

const app = await createTestApp()
const createCups = () => createCatalogueFixture(app, [{ name: 'Cup', stock: { Red: 5, Blue: 0 } }])
const readPage = async (id: string) => {
  const page = await app.run((ctx) => gifting.getRedemptionPage(ctx, id))
  assert.ok(page !== undefined)
  return page
}
const readCode = async (id: string): Promise<string> =>
  (await app.api.get(`/gift_requests/${id}`)).json.redemption_url.split('/r/')[1]
const readThankYouCount = async (id: string): Promise<number> =>
  (await app.api.get(`/gift_requests/${id}`)).json.recipient.thank_you_count

it('finds a gift of any account by its link', async () => {
  const shop = await createCups()
  const id = await shop.createGift()
  const code = await readCode(id)
  assert.deepEqual(await gifting.findByLink(app.db, code), {
    account_id: app.account.id,
    id,
    clock_offset_ms: 0,
  })
  for (const other of [`${code}x`, code.slice(1), '', id])
    assert.equal(await gifting.findByLink(app.db, other), undefined)
})

it('shows the offering with current stock, and the sender', async () => {
  const shop = await createCups()
  const id = await shop.createGift({
    email_message: { subject: 'For you', body: 'With love' },
    recipient: { first_name: 'Ada', last_name: 'Larkin', email: 'Ada@Example.com' },
  })
  const page = await readPage(id)
  assert.deepEqual(
    page.items.map(({ product_name, variant_name, kind, is_available, description }) => [
      ...[product_name, variant_name, kind, is_available, description],
    ]),
    [
      ['Cup', 'Red', 'physical', true, 'Cup, as usual.'],
      ['Cup', 'Blue', 'physical', false, 'Cup, as usual.'],
    ],
  )
  assert.equal(page.state, 'awaiting_recipient')
  assert.equal(page.name, 'Ada Larkin')
  assert.equal(page.email, 'Ada@Example.com')
  assert.deepEqual(page.message, { subject: 'For you', body: 'With love' })
  assert.match(page.theme?.logo_url ?? '', /^http/)
  assert.equal(page.selection_mode, 'one')
  assert.deepEqual(page.chosen, [])
  assert.equal(page.line_items, null)
  assert.equal(page.shipping_address, null)
  const { account } = await app.createOtherAccount()
  assert.equal(await app.run((ctx) => gifting.getRedemptionPage(ctx, id), account.id), undefined)
})

it('shows items and address of a direct-send gift', async () => {
  const { json } = await app.api.post('/gift_requests', directGiftBody(app))
  await app.advanceTime()
  const page = await readPage(json.id)
  assert.equal(page.is_direct, true)
  assert.equal(page.line_items?.[0]?.quantity, 2)
  assert.deepEqual(page.destination, { city: 'Berlin', region: null, country: 'DE' })
  assert.equal(page.shipping_address, null, 'the full address is for the recipient alone')
})

it('records only the first opening', async () => {
  const shop = await createCups()
  const id = await shop.createGift()
  assert.equal((await readPage(id)).opened_at, null)
  const first = await app.run((ctx) => gifting.markOpened(ctx, id))
  await app.advanceTime(1000)
  const again = await app.run((ctx) => gifting.markOpened(ctx, id))
  assert.deepEqual(again, first)
  assert.deepEqual((await readPage(id)).opened_at, first?.opened_at)
})

it('saves and clears a selection without reserving stock', async () => {
  const shop = await createCups()
  const id = await shop.createGift()
  const pick = (...names: string[]) =>
    app.run((ctx) => gifting.saveSelection(ctx, id, { variant_ids: names.map(shop.id) }))
  await pick('Red')
  assert.deepEqual((await readPage(id)).chosen, [shop.id('Red')])
  assert.equal(await shop.available('Red'), 5)
  await assert.rejects(pick('Red', 'Blue'), { code: 'too_many' })
  await assert.rejects(pick('Green'), { code: 'invalid_reference' })
  assert.deepEqual((await readPage(id)).chosen, [shop.id('Red')])
  await pick()
  assert.deepEqual((await readPage(id)).chosen, [])
})

it('keeps a declined gift redeemable', async () => {
  const shop = await createCups()
  const id = await shop.createGift()
  const decline = (reason?: string) => app.run((ctx) => gifting.decline(ctx, id, { reason }))
  await decline('Too generous')
  const declined = await readPage(id)
  assert.equal(declined.state, 'awaiting_recipient')
  assert.equal(declined.decline_reason, 'Too generous')
  await app.advanceTime(1000)
  await decline()
  assert.deepEqual((await readPage(id)).declined_at, declined.declined_at)
  await assert.rejects(decline('x'.repeat(2_001)), { code: 'too_long' })
  await app.run((ctx) => gifting.withdrawDecline(ctx, id))
  assert.equal((await readPage(id)).declined_at, null)
  await decline('No')
  await redeem(app, id, { variant_ids: [shop.id('Red')], shipping_address: homeAddress })
  assert.equal((await readPage(id)).declined_at, null)
  await assert.rejects(decline('Too late'), { code: 'invalid_transition' })
})

it('counts a thank-you note once and allows edits for an hour', async () => {
  const shop = await createCups()
  const id = await shop.createGift()
  const thank = (text: string) => app.run((ctx) => gifting.saveThankYouNote(ctx, id, { text }))
  await assert.rejects(thank('Thanks!'), { code: 'invalid_transition' })
  await redeem(app, id, { variant_ids: [shop.id('Red')], shipping_address: homeAddress })
  const before = await readThankYouCount(id)
  await assert.rejects(thank('  '), { code: 'required' })
  await assert.rejects(thank('x'.repeat(2_001)), { code: 'too_long' })
  await Promise.all([thank('Thanks!'), thank('Thanks!'), thank('Thanks!')])
  assert.equal(await readThankYouCount(id), before + 1)
  await thank('Thank you so much!')
  const { thank_you_note } = await readPage(id)
  assert.equal(thank_you_note?.text, 'Thank you so much!')
  assert.equal(await readThankYouCount(id), before + 1)
  await app.advanceTime(3_600_001)
  await assert.rejects(thank('And one thing more'), { code: 'invalid_transition' })
  assert.deepEqual(
    await thank('Thank you so much!').then((note) => note?.text),
    thank_you_note?.text,
  )
})

it('accepts a renewal request after expiry', async () => {
  const shop = await createCups()
  const expires_at = new Date(app.db.clock().getTime() + 3_600_000).toISOString()
  const id = await shop.createGift({ expires_at })
  const ask = () => app.run((ctx) => gifting.requestRenewal(ctx, id, { text: 'I was away' }))
  await assert.rejects(ask(), { code: 'invalid_transition' })
  await app.advanceTime(3_600_001)
  const first = await ask()
  await app.advanceTime(1000)
  assert.deepEqual(await ask(), first)
  assert.deepEqual((await readPage(id)).renewal_requested_at, first?.renewal_requested_at)
})

it('saves the recipient’s language', async () => {
  const shop = await createCups()
  const id = await shop.createGift()
  await app.run((ctx) => gifting.setLocale(ctx, id, 'de-at'))
  assert.equal((await readPage(id)).locale, 'de-AT')
  await assert.rejects(
    app.run((ctx) => gifting.setLocale(ctx, id, 'not a language')),
    { code: 'invalid' },
  )
})

it('moves the gift to the contact of a corrected email address', async () => {
  const shop = await createCups()
  const id = await shop.createGift()
  const other = await shop.createGift({
    recipient: { first_name: 'Grace', last_name: 'Ford', email: 'grace@example.com' },
  })
  const correct = (email: string) => app.run((ctx) => gifting.correctEmail(ctx, id, email))
  await correct('Grace@example.com')
  const { json } = await app.api.get(`/gift_requests/${id}`)
  assert.equal(json.recipient.email, 'Grace@example.com')
  assert.equal(json.recipient.id, (await app.api.get(`/gift_requests/${other}`)).json.recipient.id)
  await assert.rejects(correct('nonsense'), { code: 'invalid_format' })
  await app.api.post(`/gift_requests/${id}/cancel`)
  await assert.rejects(correct('late@example.com'), { code: 'invalid_transition' })
})

it('allows one gift of a one-link per email address, also after a correction', async () => {
  const campaign_id = app.campaign('one_link').id
  const link = await createOneLink(app, campaign_id, 3)
  const claimed = async (email: string) => {
    const claimant = { first_name: 'A', last_name: 'B', email }
    return (await claimConfirmed(app, link.id, claimant)).id
  }
  await claimed('first@example.com')
  const second = await claimed('second@example.com')
  const correcting = app.run((ctx) => gifting.correctEmail(ctx, second, 'FIRST@example.com'))
  await assert.rejects(correcting, { code: 'not_allowed' })
})

it('starts with an empty session for the next claimant of a lapsed claim', async () => {
  const campaign_id = app.campaign('one_link').id
  const link = await createOneLink(app, campaign_id, 1)
  const claim = async (email: string) => {
    const claimant = { first_name: 'A', last_name: 'B', email }
    return (await claimConfirmed(app, link.id, claimant)).id
  }
  const id = await claim('early@example.com')
  await app.run((ctx) => gifting.markOpened(ctx, id))
  await app.run((ctx) => gifting.decline(ctx, id, { reason: 'No' }))
  await app.advanceTime(25 * 3_600_000)
  assert.equal(await claim('next@example.com'), id)
  const page = await readPage(id)
  assert.deepEqual([page.opened_at, page.declined_at, page.decline_reason], [null, null, null])
})
