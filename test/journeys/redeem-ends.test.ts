import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createServer } from '#app/http-server'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { redeem } from '#http/redeem'
import { createLog } from '#platform/observability/log'
import * as privacy from '#privacy'
import { testShipping } from '#test/fulfilment-fixture'
import { createCookieJar, createRecipientBrowser } from '#test/recipient-browser'
import { type CreatedGift, createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()
const ada = createRecipientBrowser(origin, {}, createCookieJar())
const day = 24 * 3_600_000

/** Returns the HTML of an email about a gift. */
const readEmail = (gift: CreatedGift, kind: string) =>
  testApp.run(async (ctx) => {
    const found = (await mail.list(ctx, { gift_request_id: gift.id })).find(
      (each) => each.kind === kind,
    )
    return (await mail.find(ctx, found?.id ?? ''))?.rendered?.html ?? ''
  })

const sentKinds = (gift: CreatedGift) =>
  testApp.run(async (ctx) =>
    (await mail.list(ctx, { gift_request_id: gift.id })).map(({ kind }) => kind).reverse(),
  )

async function endParcel(gift: CreatedGift, state: 'lost' | 'returned'): Promise<void> {
  const [parcel] = await testApp.run((ctx) => fulfilment.listGiftParcels(ctx, gift.id))
  for (const _ of [1, 2])
    await testApp.run((ctx) =>
      fulfilment.recordScan(ctx, parcel?.id ?? '', { state, message_id: `${state} ${gift.id}` }),
    )
}

for (const [state, heading, kind] of [
  ['lost', 'Your parcel got lost', 'parcel_lost'],
  ['returned', 'Your parcel couldn’t be delivered', 'parcel_returned'],
] as const)
  it(`explains that a parcel is ${state}, keeps its history, and sends one email`, async () => {
    const gift = await testApp.createGift()
    await testApp.advance(gift.id, 'in_transit')
    await endParcel(gift, state)
    const page = await ada.open(gift.path)
    assert.match(
      page.visibleText,
      new RegExp(`^${heading} .*Dana Lee can see this and can send it again`),
    )
    assert.match(page.visibleText, /Your parcel .*Tracking number.*Updates.*On its way/)
    assert.doesNotMatch(page.visibleText, /cancelled on the way/)
    assert.deepEqual(await sentKinds(gift), ['invitation', 'redeemed', 'dispatched', kind])
    for (const each of ['redeemed', 'dispatched', kind])
      assert.match(await readEmail(gift, each), /<img[^>]+\/images\/[^>]+\.png".*Stoneware mug/)
  })

it('shows a gift that was cancelled after the choice, with the chosen items', async () => {
  const gift = await testApp.createGift()
  await testApp.advance(gift.id, 'ordered')
  await testApp.advance(gift.id, 'cancelled')
  const page = await ada.open(gift.path)
  assert.match(page.visibleText, /^Your gift was cancelled It won’t be delivered\. Questions\?/)
  const { reference } = (await testApp.api.get(`/gift_requests/${gift.id}`)).json
  const email = `mailto:[^"?]+\\?subject=[^"]*${reference}[^"]*"><bdi>Dana Lee`
  assert.equal([...page.text.matchAll(new RegExp(email, 'g'))].length, 2, 'lead and footer')
  assert.doesNotMatch(page.visibleText, /Your parcel|Ready to ship|Is something wrong/)
  assert.doesNotMatch(page.text, /id="note"/)
})

it('shows the month of the delivery after the details of a gift were deleted', async () => {
  const gift = await testApp.createGift()
  await testApp.advance(gift.id, 'delivered')
  const now = testApp.db.clock()
  await testApp.advanceTime(91 * day)
  await privacy.purgeAllAccounts(testApp.db)
  const month = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    month: 'long',
    year: 'numeric',
  })
  const page = await ada.open(gift.path)
  assert.equal(page.status, 410)
  assert.match(page.visibleText, new RegExp(`This gift was delivered in ${month.format(now)}`))
  assert.match((await ada.open(`${gift.path}/problem`)).visibleText, /was delivered in/)
  assert.equal((await ada.open('/r/nothing')).status, 404)
  const remaining = await testApp.run((ctx) =>
    ctx.query<object>('select * from gifting.past_link p where p.account_id = $1', [
      ctx.account_id,
    ]),
  )
  assert.ok(remaining.length > 0)
  assert.ok(!JSON.stringify(remaining).includes(gift.id), 'the row names no gift')
  await testApp.advanceTime(731 * day)
  await privacy.purgeAllAccounts(testApp.db)
  assert.equal((await ada.open(gift.path)).status, 404, 'two years later')
})

it('the link of an erased person stops working immediately', async () => {
  const gift = await testApp.createGift()
  await testApp.advance(gift.id, 'delivered')
  const { json } = await testApp.api.get(`/gift_requests/${gift.id}`)
  await testApp.run((ctx) => gifting.erase(ctx, json.recipient.email))
  assert.equal((await ada.open(gift.path)).status, 404)
})

it("shows the sender's message on every page after the first", async () => {
  const email_message = { subject: 'For you', body: 'Dear Ada,\n\nthank you for everything.' }
  const gift = await testApp.createGift({ email_message })
  const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
  assert.match(unwrapped.text, /<details class="card-note" open><summary>A note from Dana Lee/)
  assert.match(unwrapped.visibleText, /thank you for everything\./)
  await testApp.advance(gift.id, 'in_transit')
  assert.match(
    (await ada.open(gift.path)).visibleText,
    /A note from Dana Lee Dear Ada, thank you for/,
  )
})

it('collapses the thank-you note until the delivery, and has no dead-end buttons', async () => {
  const gift = await testApp.createGift()
  await testApp.advance(gift.id, 'in_transit')
  const ada = createRecipientBrowser(origin, {}, testApp.createRecipientCookies(gift))
  const moving = await ada.open(gift.path)
  assert.match(moving.text, /<details class="thanks" id="thanks"><summary>Send Dana Lee a note/)
  assert.doesNotMatch(moving.visibleText, /Maybe later/)
  await testApp.advance(gift.id, 'delivered')
  const reopenedPage = await ada.open(gift.path)
  assert.match(reopenedPage.visibleText, /Send a thank-you/)
  assert.doesNotMatch(reopenedPage.visibleText, /Maybe later/)
})

it('shows a note in the direction of its characters, and names the gift in the email of the footer', async () => {
  const gift = await testApp.createGift()
  const { reference } = (await testApp.api.get(`/gift_requests/${gift.id}`)).json
  const footer = new RegExp(`<footer>[^]*mailto:[^"?]+\\?subject=${reference}"`)
  assert.match((await ada.open(gift.path)).text, footer)
  await testApp.advance(gift.id, 'delivered')
  const recipient = createRecipientBrowser(origin, {}, testApp.createRecipientCookies(gift))
  const thanked = await recipient.submit(await recipient.open(gift.path), 'thanks', {
    text: 'شكرًا لك.',
  })
  assert.match(thanked.text, /<blockquote[^>]* dir="auto">شكرًا لك\.</)
})

it('states how long the address is stored and what the sender sees, and links to the legal pages', async () => {
  const app = createServer(createLog({ level: 'silent' }))
  const legalLinks = {
    privacy: 'https://example.com/privacy',
    imprint: 'https://example.com/legal',
  }
  await app.register(redeem({ db: testApp.db, shipping: testShipping, rateLimit: 0, legalLinks }))
  const gift = await testApp.createGift()
  const first = await app.inject({ url: gift.path })
  assert.match(first.body, /Dana Lee can see when you open, choose or decline this gift\./)
  assert.match(first.body, /<a href="https:\/\/example\.com\/privacy"[^>]*>Privacy<\/a>/)
  assert.match(first.body, /<a href="https:\/\/example\.com\/legal"[^>]*>Legal notice<\/a>/)
  await app.close()
  const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
  const variant = /value="([0-9a-f-]{36})"[^>]*>(?:(?!<input)[\s\S])*?Linen notebook/.exec(
    unwrapped.text,
  )?.[1]
  const addressPage = await ada.submit(unwrapped, 'choose', { variant: variant ?? '' })
  assert.match(addressPage.visibleText, /We delete it 90 days after delivery\./)
  assert.doesNotMatch(addressPage.text, /Legal notice/)
})
