import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as campaigns from '#campaigns'
import { ApiError } from '#contract'
import * as digital from '#digital'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import * as greetings from '#greetings'
import { createTestApp } from '#test/api-harness'
import { createCatalogueFixture, homeAddress, redeem } from '#test/catalogue-fixture'
import { addContent, findCodes, importLines } from '#test/digital-fixture'
import { createFulfilmentRunner, findEmittedEvents, findStates } from '#test/fulfilment-fixture'
import { pluck } from '#test/pluck'

const testApp = await createTestApp()
const runner = createFulfilmentRunner(testApp)
const dayMs = 24 * 60 * 60 * 1000

/** Creates a campaign with a cup. A voucher with these codes replaces its unclaimed gifts. */
async function createShop(codes: readonly string[]) {
  const shop = await createCatalogueFixture(testApp, [
    { name: 'Cup', stock: { Red: 50 } },
    { name: 'Voucher', kind: 'digital', stock: { Voucher: 0 } },
  ])
  const voucher = shop.id('Voucher')
  await addContent(testApp, voucher, { delivery: 'code' })
  if (codes.length > 0) await importLines(testApp, voucher, codes.join('\n'))
  await testApp.run((ctx) => campaigns.updateFallback(ctx, shop.campaign_id, voucher))
  const createOpenGift = (overrides: object = {}) =>
    shop.createGift({
      expires_at: new Date(testApp.db.clock().getTime() + dayMs).toISOString(),
      ...overrides,
    })
  return { ...shop, voucher, createOpenGift }
}

const findReplacement = (id: string) =>
  testApp.run((ctx) => gifting.findReissues(ctx, { account_id: ctx.account_id, id }))

/** Finds the kinds of all emails about a gift request, in the order of their creation. */
const findEmailKinds = (id: string) =>
  testApp.run((ctx) =>
    ctx.queryValues<string>(
      'select kind from mail.message where account_id = $1 and gift_request_id = $2 order by id',
      [ctx.account_id, id],
    ),
  )

it('sends the other gift once, with events of its own, by the same link', async () => {
  const shop = await createShop(['CODE-1', 'CODE-2'])
  const id = await shop.createOpenGift({ metadata: { order: '4711' } })
  const before = await testApp.run((ctx) => gifting.find(ctx, id))
  await testApp.advanceTime(2 * dayMs)
  await Promise.all([1, 2, 3].map(() => gifting.processDue(testApp.db)))
  await runner.run()
  assert.equal((await findStates(testApp, id)).at(-1), 'expired')
  assert.equal(await findEmittedEvents(testApp, id), 'created cancelled')
  const { reissued_as } = await findReplacement(id)
  const other = reissued_as?.id ?? ''
  assert.equal((await findStates(testApp, other)).at(-1), 'complete')
  assert.equal(await findEmittedEvents(testApp, other), 'created redeemed delivered')
  assert.deepEqual(await findEmailKinds(id), ['invitation'], 'no email about the expiry')
  assert.deepEqual(await findEmailKinds(other), ['ready'], 'one email')
  const gift = await testApp.run((ctx) => gifting.find(ctx, other))
  assert.deepEqual(gift?.link_digest, before?.link_digest)
  assert.equal(gift?.metadata, before?.metadata)
  const [item, ...others] = await testApp.run((ctx) => digital.findItems(ctx, other))
  assert.deepEqual(others, [])
  await testApp.run((ctx) => gifting.revealItem(ctx, other, item?.id ?? ''))
  const contents = await testApp.run((ctx) => digital.findRevealedContents(ctx, other))
  assert.deepEqual(pluck([...contents.values()], 'code'), ['CODE-1'])
})

it('waits for codes like any direct gift, with an email that says so', async () => {
  const shop = await createShop([])
  const id = await shop.createOpenGift()
  await testApp.advanceTime(2 * dayMs)
  await runner.run()
  const other = (await findReplacement(id)).reissued_as?.id ?? ''
  assert.equal((await findStates(testApp, other)).at(-1), 'backordered')
  assert.deepEqual(await findEmailKinds(other), ['gift_backordered'])
  await importLines(testApp, shop.voucher, 'LATE-1')
  await fulfilment.fillDigitalBackorders(testApp.db)
  assert.equal((await findStates(testApp, other)).at(-1), 'complete')
})

it('sends nothing to recipients who declined, redeemed, or whose address rejects emails', async () => {
  const shop = await createShop(['FREE-1'])
  const declined = await shop.createOpenGift()
  await testApp.run((ctx) => gifting.decline(ctx, declined, undefined))
  const redeemed = await shop.createOpenGift()
  await redeem(testApp, redeemed, {
    variant_ids: [shop.id('Red')],
    shipping_address: homeAddress,
  })
  const email = 'rejected@example.com'
  const bounced = await shop.createOpenGift({
    recipient: { first_name: 'No', last_name: 'Inbox', email },
  })
  await testApp.run(async (ctx) => mail.suppressAddress(ctx, email, 'rejected by a test'))
  await testApp.advanceTime(2 * dayMs)
  for (const id of [declined, bounced])
    assert.equal((await findStates(testApp, id)).at(-1), 'expired')
  for (const id of [declined, redeemed, bounced])
    assert.equal((await findReplacement(id)).reissued_as, null)
  assert.deepEqual(pluck(await findCodes(testApp, shop.voucher), 'state'), ['free'])
})

it('gives each of several other gifts the card, the phone number and the language of its own gift', async () => {
  const shop = await createShop(['SET-1', 'SET-2', 'SET-3'])
  const ids = [
    await shop.createOpenGift({
      greeting: { card: 'birthday' },
      phone: '+4915112345601',
      locale: 'de',
    }),
    await shop.createOpenGift({
      greeting: { card: 'thank-you' },
      phone: '+4915112345602',
      locale: 'fr',
    }),
    await shop.createOpenGift(),
  ]
  await testApp.advanceTime(2 * dayMs)
  const others = await Promise.all(ids.map(readReplacement))
  assert.deepEqual(others, [
    ['birthday', '+4915112345601', 'de'],
    ['thank-you', '+4915112345602', 'fr'],
    [undefined, undefined, undefined],
  ])
})

/** Reads the card, the phone number and the language of the replacement for a gift request. */
async function readReplacement(id: string) {
  const { reissued_as } = await findReplacement(id)
  assert.ok(reissued_as !== null)
  return testApp.run(async (ctx) => {
    const { account_id } = ctx
    const gift = { account_id, id: reissued_as.id, campaign_id: null }
    const greeting = (await greetings.findByGifts(ctx, [gift])).get(gift.id)
    const phone = (await mail.findRecipientPhones(ctx, [gift])).get(gift.id)
    return [greeting?.card, phone, (await gifting.findSession(ctx, gift))?.locale]
  })
}

it('rolls the other gift back with a transaction that fails, and sends it on the next try', async () => {
  const shop = await createShop(['ONCE-1'])
  const id = await shop.createOpenGift()
  await assert.rejects(
    testApp.run(async (ctx) => {
      await gifting.simulateTo(ctx, id, 'expired')
      throw new Error('the process ends')
    }),
    /the process ends/,
  )
  assert.equal((await findReplacement(id)).reissued_as, null)
  await testApp.advanceTime(2 * dayMs)
  assert.notEqual((await findReplacement(id)).reissued_as, null)
  const again = await testApp.run((ctx) => gifting.reissue(ctx, id, {}, 'sent again by a test'))
  assert.equal(again?.isNew, false, 'the other gift took its place')
})

it('accepts a digital item without conditions as the fallback, and sends no item that got one later', async () => {
  const shop = await createShop(['RULE-1'])
  const change = (fallback_variant_id: string | null) =>
    testApp.run((ctx) => campaigns.patch(ctx, shop.campaign_id, () => ({ fallback_variant_id })))
  assert.equal((await change(null))?.after.fallback_variant_id, null)
  const [variant] = await testApp.run((ctx) => campaigns.previewOffer(ctx, [shop.voucher]))
  const setAge = (minimum_age: number | null) =>
    testApp.run((ctx) =>
      ctx.query('update catalogue.product set minimum_age = $3 where account_id = $1 and id = $2', [
        ctx.account_id,
        variant?.product_id,
        minimum_age,
      ]),
    )
  await setAge(18)
  await assert.rejects(
    change(shop.voucher),
    (error) => error instanceof ApiError && /minimum age/.test(error.fieldErrors[0]?.message ?? ''),
  )
  await setAge(null)
  assert.equal((await change(shop.voucher))?.after.fallback_variant_id, shop.voucher)
  const id = await shop.createOpenGift()
  await setAge(18)
  await testApp.advanceTime(2 * dayMs)
  assert.equal((await findStates(testApp, id)).at(-1), 'expired')
  assert.equal((await findReplacement(id)).reissued_as, null)
  assert.deepEqual(await findEmailKinds(id), ['invitation', 'gift_expired'])
})
