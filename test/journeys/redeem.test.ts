import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as gifting from '#gifting'
import { directGiftBody } from '#test/api-harness'
import {
  createCookieJar,
  createRecipientBrowser,
  type RecipientPage,
} from '#test/recipient-browser'
import { type CreatedGift, createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()
const ada = createRecipientBrowser(origin)

const berlin = {
  ...{ name: 'Ada Larkin', line_1: 'Unter den Linden 1', postal_code: '10117', city: 'Berlin' },
  country: 'DE',
}

const variantIn = (page: RecipientPage, name: string) => {
  const [, id = ''] =
    new RegExp(`value="([^"]+)"[^>]*>(?:(?!<input)[\\s\\S])*?${name}`).exec(page.text) ?? []
  assert.match(id, /^[0-9a-f-]{36}$/, name)
  return id
}

const loadPage = (gift: CreatedGift) =>
  testApp.run((ctx) => gifting.getRedemptionPage(ctx, gift.id))
const findState = async (gift: CreatedGift) => (await loadPage(gift))?.state

async function openReview(gift: CreatedGift): Promise<RecipientPage> {
  const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
  const addressPage = await ada.submit(unwrapped, 'choose', {
    variant: variantIn(unwrapped, 'Linen notebook'),
  })
  return ada.submit(addressPage, 'address', berlin)
}

it('redeems without a read of the page', async () => {
  const gift = await testApp.createGift()
  const { text } = await openReview(gift)
  const [, variant = ''] = /name="variant" value="([^"]+)"/.exec(text) ?? []
  const response = await testApp.run(async (ctx) => {
    // only the page reads the thank-you note, so locking its table blocks only the page
    await ctx.query('lock table gifting.thank_you_note in access exclusive mode')
    return testApp.app.inject({
      ...{ method: 'POST', url: `${gift.path}/redeem` },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ variant, ...berlin }).toString(),
    })
  })
  assert.equal(response.statusCode, 303, response.body)
  assert.equal(response.headers.location, `${gift.path}/done`)
  assert.match(String(response.headers['set-cookie']), /bestow_recipient=/)
  assert.equal(await findState(gift), 'redeemed')
})

it('leads from the wrapped gift to the thank-you note without JavaScript', async () => {
  const gift = await testApp.createGift()
  const ada = createRecipientBrowser(origin, {}, createCookieJar())
  const first = await ada.open(gift.path)
  assert.match(first.visibleText, /A gift from Dana Lee Ada, this is for you/)
  assert.doesNotMatch(first.visibleText, /notebook/i)
  assert.equal((await loadPage(gift))?.opened_at, null)

  const unwrapped = await ada.submit(first, 'open')
  assert.match(unwrapped.visibleText, /Choose your gift/)
  assert.notEqual((await loadPage(gift))?.opened_at, null)

  const addressPage = await ada.submit(unwrapped, 'choose', {
    variant: variantIn(unwrapped, 'Linen notebook'),
  })
  assert.match(addressPage.visibleText, /Where should we send it\?/)
  assert.match(
    addressPage.text,
    /<input type="text" value="Ada Larkin"[^>]*autocomplete="shipping name"/,
  )

  const review = await ada.submit(addressPage, 'address', berlin)
  assert.equal(review.status, 200)
  assert.match(
    review.visibleText,
    /Delivering to Ada Larkin Unter den Linden 1 10117 Berlin Germany/,
  )
  assert.equal(await findState(gift), 'awaiting_recipient')
  assert.equal((await loadPage(gift))?.shipping_address, null)

  const done = await ada.submit(review, 'review', {}, ['do', 'redeem'])
  assert.match(done.visibleText, /All set, Ada!.*Linen notebook, ink blue.*Send Dana Lee a note/)
  assert.equal(await findState(gift), 'redeemed')
  assert.deepEqual(
    (await loadPage(gift))?.line_items?.map(({ name }) => name),
    ['Linen notebook, ink blue'],
  )

  const thanked = await ada.submit(done, 'note', { text: '  Lovely <3\r\nThank you! 🎁 ' })
  assert.match(thanked.visibleText, /Dana Lee has your note Lovely <3 Thank you! 🎁/)
  assert.equal((await loadPage(gift))?.thank_you_note?.text, 'Lovely <3\nThank you! 🎁')
})

it('keeps the selection and marks it on the next visit', async () => {
  const gift = await testApp.createGift()
  const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
  const variant = variantIn(unwrapped, 'Linen notebook')
  await ada.submit(unwrapped, 'choose', { variant })
  assert.match((await ada.open(gift.path)).text, new RegExp(`value="${variant}" checked`))
})

it('shows the choice again when nothing is selected', async () => {
  const gift = await testApp.createGift()
  const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
  const retryPage = await ada.submit(unwrapped, 'choose')
  assert.equal(retryPage.status, 422)
  assert.match(retryPage.visibleText, /Please choose a gift\./)
  const elsewhere = await ada.open(`${gift.path}/address`)
  assert.equal(elsewhere.path, gift.path)
})

it('lists each error next to its field and in a summary, in the order of the form', async () => {
  const gift = await testApp.createGift()
  const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
  const addressPage = await ada.submit(unwrapped, 'choose', {
    variant: variantIn(unwrapped, 'Linen notebook'),
  })
  const invalidPage = await ada.submit(addressPage, 'address', {
    country: 'DE',
    name: '',
    postal_code: '1',
    city: 'B',
  })
  assert.equal(invalidPage.status, 422)
  assert.match(invalidPage.text, /<title>Please check: Delivery address<\/title>/)
  const listedFields = [...invalidPage.text.matchAll(/<li><a href="#(\w+)">/g)].map(
    ([, name]) => name,
  )
  assert.deepEqual(listedFields, ['name', 'line_1', 'postal_code'])
  for (const name of listedFields)
    assert.match(
      invalidPage.text,
      new RegExp(`id="${name}"[^>]*aria-invalid="true"[^>]*aria-describedby="[^"]*${name}-error`),
    )
  assert.match(invalidPage.visibleText, /Postcode: Enter a valid code, like 26133\./)
  const corrected = await ada.submit(invalidPage, 'address', berlin)
  assert.match(corrected.visibleText, /Everything look right\?/)
  const back = await ada.submit(corrected, 'review', {}, ['do', 'show', `${gift.path}/address`])
  assert.match(back.text, /value="Unter den Linden 1"/)
})

it('shows the fields of another country, and keeps the input', async () => {
  const gift = await testApp.createGift()
  const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
  const addressPage = await ada.submit(unwrapped, 'choose', {
    variant: variantIn(unwrapped, 'Linen notebook'),
  })
  const order = ({ text }: RecipientPage) =>
    [...text.matchAll(/<(?:input type="(?:text|tel)"|select)[^>]*? name="(\w+)"/g)].map(
      ([, name]) => name,
    )
  const japan = await ada.submit(addressPage, 'address', { name: 'Ada', country: 'JP' }, [
    'do',
    'country',
  ])
  assert.equal(japan.status, 200)
  assert.deepEqual(order(japan), ['country', 'name', 'postal_code', 'region', 'line_1', 'line_2'])
  assert.match(japan.visibleText, /Prefecture/)
  const states = await ada.submit(japan, 'address', { country: 'US', line_2: 'Flat 4' }, [
    'do',
    'country',
  ])
  assert.deepEqual(order(states), [
    'country',
    'name',
    'line_1',
    'line_2',
    'city',
    'region',
    'postal_code',
  ])
  assert.match(states.text, /value="Ada"/)
  assert.match(states.text, /<details class="more" open>[\s\S]*value="Flat 4"/)
  const iceland = await ada.submit(states, 'address', { country: 'IS' }, ['do', 'country'])
  const labelsIn = async (country: string) =>
    (await ada.submit(states, 'address', { country }, ['do', 'country'])).visibleText
  assert.match(await labelsIn('GB'), /Address line 1 .*Flat, building or company.*Postcode/)
  assert.match(await labelsIn('CA'), /Apartment, suite or company.*Postal code/)
  assert.match(iceland.visibleText, /Phone number \(optional\) For the courier only/)
})

it('handles repeated submissions once', async () => {
  const gift = await testApp.createGift()
  const review = await openReview(gift)
  const before = await testApp.countEvents()
  const done = await Promise.all(
    [1, 2, 3].map(() => ada.submit(review, 'review', {}, ['do', 'redeem'])),
  )
  for (const page of done) assert.match(page.visibleText, /All set, Ada!/)
  assert.equal(await testApp.countEvents(), before + 1)
  const recipient = createRecipientBrowser(origin, {}, testApp.createRecipientCookies(gift))
  const page = await recipient.open(gift.path)
  await Promise.all([1, 2, 3].map(() => recipient.submit(page, 'note', { text: 'Thanks' })))
  assert.equal(
    (await testApp.api.get(`/gift_requests/${gift.id}`)).json.recipient.thank_you_count,
    1,
  )
})

it('hides sold-out items, and reports an item that sells out before the confirmation', async () => {
  const gift = await testApp.createGift()
  const review = await openReview(gift)
  const [variant_id = ''] = (await loadPage(gift))?.chosen ?? []
  const empty =
    'update catalogue.stock_level set available = 0 where variant_id = $1 returning warehouse_id, available'
  const levels = await testApp.run((ctx) =>
    ctx.query<{ warehouse_id: string }>(empty, [variant_id]),
  )
  const late = await ada.submit(review, 'review', {}, ['do', 'redeem'])
  assert.equal(late.status, 409)
  assert.match(late.visibleText, /Sorry, your pick just sold out/)
  assert.match(late.visibleText, /Sorry, Linen notebook, ink blue is sold out\./)
  assert.doesNotMatch(late.text, new RegExp(`value="${variant_id}"`))
  assert.equal(await findState(gift), 'awaiting_recipient')
  const openedPage = await ada.submit(await ada.open((await testApp.createGift()).path), 'open')
  assert.doesNotMatch(
    openedPage.visibleText,
    /sold out/,
    'an item that this recipient has not selected',
  )
  for (const { warehouse_id } of levels)
    await testApp.run((ctx) =>
      ctx.query(
        'update catalogue.stock_level set available = 40 where variant_id = $1 and warehouse_id = $2',
        [variant_id, warehouse_id],
      ),
    )
})

it('does not require an address for digital gifts', async () => {
  const gift = await testApp.createGift()
  const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
  const review = await ada.submit(unwrapped, 'choose', {
    variant: variantIn(unwrapped, 'Book voucher'),
  })
  assert.match(
    review.visibleText,
    /On this page, as soon as you confirm\. We’ll also email the link to ada\./,
  )
  assert.equal((await ada.open(`${gift.path}/address`)).path, `${gift.path}/review`)
  const done = await ada.submit(review, 'review', {}, ['do', 'redeem'])
  assert.match(done.visibleText, /Your gift is right here\./)
  assert.equal(await findState(gift), 'complete')
})

it('declines a gift and reverts the decline', async () => {
  const gift = await testApp.createGift()
  const declinePage = await ada.open(`${gift.path}/decline`)
  assert.equal((await loadPage(gift))?.declined_at, null)
  const declined = await ada.submit(
    declinePage,
    'decline',
    { reason: 'We may not accept gifts.' },
    ['do', 'decline'],
  )
  assert.match(declined.visibleText, /You’ve declined this gift/)
  assert.equal((await loadPage(gift))?.decline_reason, 'We may not accept gifts.')
  const retryPage = await ada.submit(declined, 'undecline')
  assert.match(retryPage.visibleText, /this is for you/)
  assert.equal((await loadPage(gift))?.declined_at, null)
})

it('shows the state of the parcel on the same link', async () => {
  const gift = await testApp.createGift()
  await testApp.advance(gift.id, 'in_transit')
  const moving = await ada.open(gift.path)
  assert.match(moving.visibleText, /Your gift is on its way/)
  assert.match(moving.visibleText, /Tracking number/)
  const other = await testApp.createGift()
  await testApp.advance(other.id, 'shipping_error')
  const stuck = await ada.open(other.path)
  assert.match(stuck.visibleText, /Please check your address/)
  assert.match(
    (await ada.open(`${other.path}/problem`)).visibleText,
    /we’ll send a link to your email/,
  )
  await testApp.advance(gift.id, 'delivered')
  assert.match((await ada.open(gift.path)).visibleText, /Your gift has arrived/)
})

it('a direct-send shows the sender, but not the items', async () => {
  const { json } = await testApp.api.post('/gift_requests', directGiftBody(testApp))
  await testApp.advanceTime()
  const { json: gift } = await testApp.api.get(`/gift_requests/${json.id}`)
  const page = await ada.open(new URL(gift.redemption_url).pathname)
  assert.match(page.visibleText, /A gift from Dana Lee is on its way/)
  assert.match(page.visibleText, /A note from Dana Lee Your first day is almost here/)
  assert.match(page.visibleText, /Send Dana Lee a note/)
  assert.match(page.visibleText, /Your gift A surprise/)
  assert.doesNotMatch(page.visibleText, /notebook/i)
})

it('shows expired, cancelled and unknown gifts with an explanation', async () => {
  const [expired, cancelled] = [await testApp.createGift(), await testApp.createGift()]
  await testApp.advance(expired.id, 'expired')
  await testApp.advance(cancelled.id, 'cancelled')
  const late = await ada.open(expired.path)
  assert.deepEqual([late.status, /This gift has expired/.test(late.visibleText)], [200, true])
  const renewalPage = await ada.submit(late, 'request-renewal', { text: 'I was away.' })
  assert.match(renewalPage.visibleText, /We’ve asked Dana Lee for you/)
  assert.match((await ada.open(cancelled.path)).visibleText, /This gift is no longer available/)
  for (const path of [
    '/r/nothing',
    '/r/nothing/address',
    '/r/%00',
    '/r/a%2Fb',
    '/l/nothing',
    `/l/${'x'.repeat(80)}`,
  ]) {
    const unknown = await ada.open(path)
    assert.equal(unknown.status, 404, path)
    assert.match(unknown.visibleText, /We can’t find that gift/, path)
  }
})

it('rejects changes after the gift has ended', async () => {
  const gift = await testApp.createGift()
  const review = await openReview(gift)
  await testApp.advance(gift.id, 'cancelled')
  const late = await ada.submit(review, 'review', {}, ['do', 'redeem'])
  assert.match(late.visibleText, /This gift is no longer available/)
  for (const page of [
    'open',
    'choose',
    'address',
    'thanks',
    'decline',
    'undecline',
    'request-renewal',
    'problem',
  ]) {
    const response = await fetch(`${origin}${gift.path}/${page}`, {
      method: 'POST',
      body: new URLSearchParams({ text: 'x' }),
    })
    assert.equal(response.status, 200, page)
    assert.match(await response.text(), /no longer available/, page)
  }
  assert.equal(await findState(gift), 'cancelled')
})
