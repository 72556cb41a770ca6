import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { parseRawJson } from '#contract'
import * as gifting from '#gifting'
import { createTestApp, giftBody } from '#test/api-harness'
import { createCatalogueFixture, homeAddress, redeem } from '#test/catalogue-fixture'
import { createFulfilmentRunner, findEmittedEvents, findStates } from '#test/fulfilment-fixture'

const testApp = await createTestApp()
const shipper = createFulfilmentRunner(testApp)
const dayMs = 24 * 60 * 60 * 1000

const createShop = () =>
  createCatalogueFixture(testApp, [{ name: 'Cup', stock: { Red: 50, Blue: 50 } }])
const get = async (id: string) => (await testApp.api.get(`/gift_requests/${id}`)).json
const reissue = (id: string, input: gifting.ReissueInput = {}) =>
  testApp.run((ctx) => gifting.reissue(ctx, id, input, 'sent again by a test'))
const codeOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

async function createExpiredGift(overrides: object = {}): Promise<string> {
  const shop = await createShop()
  const expires_at = new Date(testApp.db.clock().getTime() + dayMs).toISOString()
  const id = await shop.createGift({ expires_at, ...overrides })
  await testApp.advanceTime(2 * dayMs)
  assert.equal((await findStates(testApp, id)).at(-1), 'expired')
  return id
}

it('sends an expired gift again under the same link, with its own id and events', async () => {
  const id = await createExpiredGift({ metadata: { order: '4711' } })
  const before = await get(id)
  const sent = await reissue(id)
  assert.ok(sent?.isNew)
  const after = await get(sent.id)
  assert.notEqual(after.id, id)
  assert.notEqual(after.reference, before.reference)
  assert.equal(after.redemption_url, before.redemption_url)
  assert.deepEqual(after.metadata, { order: '4711' })
  assert.deepEqual(after.recipient, before.recipient)
  assert.deepEqual(after.email_message, before.email_message)
  assert.equal(await findEmittedEvents(testApp, id), 'created cancelled')
  assert.equal(await findEmittedEvents(testApp, sent.id), 'created')
  assert.deepEqual(await findStates(testApp, sent.id), ['created', 'awaiting_recipient'])
  const target = await gifting.findByLink(testApp.db, codeOf(before.redemption_url))
  assert.equal(target?.id, sent.id)
  assert.deepEqual(await get(id), before, 'the old gift request stays as it is')
  const emails = await testApp.run((ctx) =>
    ctx.query<{ kind: string }>(
      'select kind from mail.message where account_id = $1 and gift_request_id = $2',
      [ctx.account_id, sent.id],
    ),
  )
  assert.deepEqual(emails, [{ kind: 'invitation' }])
})

it('records no link in the created event, as for every other gift', async () => {
  const sent = await reissue(await createExpiredGift())
  const { data } = (await testApp.api.get('/events?limit=100')).json
  const created = data.find(
    (event: { type: string; gift_request?: unknown; body?: { id: string } }) =>
      JSON.stringify(event).includes(sent?.id ?? '') && event.type === 'gift_request_created',
  )
  assert.ok(created)
  assert.match(JSON.stringify(created), /"redemption_url":null/)
})

it('sends a gift again once, also when two users press at the same instant', async () => {
  const id = await createExpiredGift()
  const sent = await Promise.all([reissue(id), reissue(id), reissue(id)])
  assert.equal(new Set(sent.map((each) => each?.id)).size, 1)
  assert.equal(sent.filter((each) => each?.isNew).length, 1)
  const { reissued_as } = await testApp.run((ctx) =>
    gifting.findReissues(ctx, { account_id: ctx.account_id, id }),
  )
  assert.equal(reissued_as?.id, sent[0]?.id)
})

it('ends a declined gift, and sends it to a corrected address with a new message', async () => {
  const shop = await createShop()
  const id = await shop.createGift()
  await testApp.run((ctx) => gifting.decline(ctx, id))
  const email_message = { subject: 'Once more', body: 'Please have another look.' }
  const sent = await reissue(id, { email: 'ada.new@example.com', email_message })
  assert.equal(await findEmittedEvents(testApp, id), 'created cancelled')
  const after = await get(sent?.id ?? '')
  assert.equal(after.recipient.email, 'ada.new@example.com')
  assert.deepEqual(after.email_message, email_message)
  assert.equal(after.status, 'submitted')
})

it('sends a lost direct send again to the same address', async () => {
  const { variant_ids } = { variant_ids: testApp.campaign('sender_provided_address').products }
  const variant_id = variant_ids[0]?.variants[0]?.id
  const body = giftBody(testApp, {
    campaign_id: testApp.campaign('sender_provided_address').id,
    shipping_address: homeAddress,
    line_items: [{ variant_id, quantity: 2 }],
  })
  const { json } = await testApp.api.post('/gift_requests', body)
  await testApp.advanceTime()
  await shipper.run()
  await shipper.recordScan(json.id, { state: 'in_transit' })
  await shipper.recordScan(json.id, { state: 'lost' })
  assert.equal((await findStates(testApp, json.id)).at(-1), 'shipment_cancelled')
  const sent = await reissue(json.id)
  await shipper.run()
  const after = await get(sent?.id ?? '')
  assert.deepEqual(after.shipping_address, homeAddress)
  assert.deepEqual(after.line_items[0].quantity, 2)
  assert.equal(await findEmittedEvents(testApp, sent?.id ?? ''), 'created redeemed')
  assert.equal((await shipper.parcels(sent?.id ?? '')).length, 1)
})

it('refuses gifts that can still arrive, and gifts of an archived campaign', async () => {
  const shop = await createShop()
  const open = await shop.createGift()
  await assert.rejects(reissue(open), { code: 'invalid_transition' })
  await redeem(testApp, open, {
    variant_ids: [shop.id('Red')],
    shipping_address: homeAddress,
  })
  await assert.rejects(reissue(open), { code: 'invalid_transition' })
  await testApp.run((ctx) => gifting.cancel(ctx, open, 'cancelled by a test'))
  await assert.rejects(reissue(open), { code: 'invalid_transition' })
  const archived = await createExpiredGift()
  const { campaign } = await get(archived)
  await testApp.run((ctx) => campaigns.archive(ctx, campaign.id))
  await assert.rejects(reissue(archived), /archived/)
  assert.equal((await get(archived)).status, 'cancelled')
  await assert.rejects(reissue(await createExpiredGift(), { email: 'not an address' }), {
    code: 'invalid_format',
  })
})

it('sends a gift of a paused campaign again, because it is no new gift', async () => {
  const id = await createExpiredGift()
  const { campaign } = await get(id)
  await testApp.run((ctx) => campaigns.patch(ctx, campaign.id, () => ({ is_paused: true })))
  const { json } = await testApp.api.get(`/gift_requests/${id}/details`)
  assert.equal(json.actions.send_again, null)
  const again = await testApp.api.post(`/gift_requests/${id}/send_again`, {})
  assert.equal(again.status, 201, again.text)
})

it('offers the items of the campaign as they are now', async () => {
  const shop = await createCatalogueFixture(testApp, [
    { name: 'Cup', stock: { Red: 50 } },
    { name: 'Bowl', stock: { Blue: 50 } },
  ])
  const expires_at = new Date(testApp.db.clock().getTime() + dayMs).toISOString()
  const id = await shop.createGift({ expires_at })
  await testApp.advanceTime(2 * dayMs)
  await testApp.run(async (ctx) => {
    const variants = await catalogue.variantsById(ctx, [shop.id('Blue')])
    await campaigns.archiveProduct(ctx, variants.get(shop.id('Blue'))?.product.id ?? '')
  })
  const sent = await reissue(id)
  const gift = await testApp.run((ctx) => gifting.find(ctx, sent?.id ?? ''))
  assert.equal(parseRawJson(gift?.offered ?? assert.fail('no offering')).line_items.length, 1)
})

it('leads the link of a gift that was sent again to the newest gift of the chain', async () => {
  const id = await createExpiredGift()
  const code = codeOf((await get(id)).redemption_url)
  const second = await reissue(id)
  await testApp.advanceTime(100 * dayMs)
  const third = await reissue(second?.id ?? '')
  assert.equal((await gifting.findByLink(testApp.db, code))?.id, third?.id)
})
