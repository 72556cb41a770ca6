import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as gifting from '#gifting'
import { aDirectGift } from '#test/api-world'
import { createRedeemWorld, type MadeGift } from '#test/redeem-world'
import { type Shown, visitorOf } from '#test/visitor'

const world = await createRedeemWorld()
const origin = await world.listen()
const ada = visitorOf(origin)

const berlin = {
  ...{ name: 'Ada Larkin', line_1: 'Unter den Linden 1', postal_code: '10117', city: 'Berlin' },
  country: 'DE',
}

const variantIn = (page: Shown, name: string) => {
  const [, id = ''] =
    new RegExp(`value="([^"]+)"[^>]*>(?:(?!<input)[\\s\\S])*?${name}`).exec(page.text) ?? []
  assert.match(id, /^[0-9a-f-]{36}$/, name)
  return id
}

const seen = (gift: MadeGift) => world.run((ctx) => gifting.getRedemptionPage(ctx, gift.id))
const stateOf = async (gift: MadeGift) => (await seen(gift))?.state

async function upToReview(gift: MadeGift): Promise<Shown> {
  const unwrapped = await ada.send(await ada.go(gift.path), 'open')
  const asked = await ada.send(unwrapped, 'choose', {
    variant: variantIn(unwrapped, 'Linen notebook'),
  })
  return ada.send(asked, 'address', berlin)
}

it('goes from the wrapped gift to the thank-you note without a script', async () => {
  const gift = await world.gift()
  const first = await ada.go(gift.path)
  assert.match(first.words, /A gift from Dana Lee Ada, this is for you/)
  assert.doesNotMatch(first.words, /notebook/i)
  assert.equal((await seen(gift))?.opened_at, null)

  const unwrapped = await ada.send(first, 'open')
  assert.match(unwrapped.words, /Choose the one you like/)
  assert.notEqual((await seen(gift))?.opened_at, null)

  const asked = await ada.send(unwrapped, 'choose', {
    variant: variantIn(unwrapped, 'Linen notebook'),
  })
  assert.match(asked.words, /Where shall we send it\?/)
  assert.match(asked.text, /<input type="text" value="Ada Larkin"[^>]*autocomplete="shipping name"/)

  const review = await ada.send(asked, 'address', berlin)
  assert.equal(review.status, 200)
  assert.match(review.words, /Goes to Ada Larkin Unter den Linden 1 10117 Berlin Germany/)
  assert.equal(await stateOf(gift), 'awaiting_recipient')
  assert.equal((await seen(gift))?.shipping_address, null)

  const done = await ada.send(review, 'review', {}, ['do', 'redeem'])
  assert.match(done.words, /All set, Ada!.*Say thank you\?/)
  assert.equal(await stateOf(gift), 'redeemed')
  assert.deepEqual(
    (await seen(gift))?.line_items?.map(({ name }) => name),
    ['Linen notebook, ink blue'],
  )

  const thanked = await ada.send(done, 'note', { text: '  Lovely <3\r\nThank you! 🎁 ' })
  assert.match(thanked.words, /Your note is with Dana Lee Lovely <3 Thank you! 🎁/)
  assert.equal((await seen(gift))?.thanks?.text, 'Lovely <3\nThank you! 🎁')
})

it('keeps what was chosen, and marks it when they come back', async () => {
  const gift = await world.gift()
  const unwrapped = await ada.send(await ada.go(gift.path), 'open')
  const variant = variantIn(unwrapped, 'Linen notebook')
  await ada.send(unwrapped, 'choose', { variant })
  assert.match((await ada.go(gift.path)).text, new RegExp(`value="${variant}" checked`))
})

it('asks again when nothing is chosen', async () => {
  const gift = await world.gift()
  const unwrapped = await ada.send(await ada.go(gift.path), 'open')
  const again = await ada.send(unwrapped, 'choose')
  assert.equal(again.status, 422)
  assert.match(again.words, /Please choose a gift\./)
  const elsewhere = await ada.go(`${gift.path}/address`)
  assert.equal(elsewhere.path, gift.path)
})

it('names each mistake beside its field and in a list, in the order of the form', async () => {
  const gift = await world.gift()
  const unwrapped = await ada.send(await ada.go(gift.path), 'open')
  const asked = await ada.send(unwrapped, 'choose', {
    variant: variantIn(unwrapped, 'Linen notebook'),
  })
  const wrong = await ada.send(asked, 'address', {
    country: 'DE',
    name: '',
    postal_code: '1',
    city: 'B',
  })
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /<title>Please check: Where it goes<\/title>/)
  const listed = [...wrong.text.matchAll(/<li><a href="#(\w+)">/g)].map(([, name]) => name)
  assert.deepEqual(listed, ['name', 'line_1', 'postal_code'])
  for (const name of listed)
    assert.match(
      wrong.text,
      new RegExp(`id="${name}"[^>]*aria-invalid="true"[^>]*aria-describedby="[^"]*${name}-error`),
    )
  assert.match(wrong.words, /Postcode: This should look like 26133\./)
  const mended = await ada.send(wrong, 'address', berlin)
  assert.match(mended.words, /Is everything right\?/)
  const back = await ada.send(mended, 'review', {}, ['do', 'show', `${gift.path}/address`])
  assert.match(back.text, /value="Unter den Linden 1"/)
})

it('shows the fields of another country, and keeps what was typed', async () => {
  const gift = await world.gift()
  const unwrapped = await ada.send(await ada.go(gift.path), 'open')
  const asked = await ada.send(unwrapped, 'choose', {
    variant: variantIn(unwrapped, 'Linen notebook'),
  })
  const order = ({ text }: Shown) =>
    [...text.matchAll(/<(?:input type="(?:text|tel)"|select)[^>]*? name="(\w+)"/g)].map(
      ([, name]) => name,
    )
  const japan = await ada.send(asked, 'address', { name: 'Ada', country: 'JP' }, ['do', 'country'])
  assert.equal(japan.status, 200)
  assert.deepEqual(order(japan), ['country', 'name', 'postal_code', 'region', 'line_1', 'line_2'])
  assert.match(japan.words, /Prefecture/)
  const states = await ada.send(japan, 'address', { country: 'US', line_2: 'Flat 4' }, [
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
  const iceland = await ada.send(states, 'address', { country: 'IS' }, ['do', 'country'])
  assert.match(iceland.words, /Phone number \(optional\) Only for the carrier/)
})

it('takes two taps of one finger for one', async () => {
  const gift = await world.gift()
  const review = await upToReview(gift)
  const before = await world.countEvents()
  const done = await Promise.all(
    [1, 2, 3].map(() => ada.send(review, 'review', {}, ['do', 'redeem'])),
  )
  for (const page of done) assert.match(page.words, /All set, Ada!/)
  assert.equal(await world.countEvents(), before + 1)
  await Promise.all(done.map((page) => ada.send(page, 'note', { text: 'Thanks' })))
  assert.equal((await world.api.get(`/gift_requests/${gift.id}`)).json.recipient.thank_you_count, 1)
})

it('leaves out what has run out, says so, and asks again when it runs out in between', async () => {
  const gift = await world.gift()
  const review = await upToReview(gift)
  const [variant_id = ''] = (await seen(gift))?.chosen ?? []
  const empty =
    'update catalogue.stock_level set available = 0 where variant_id = $1 returning warehouse_id, available'
  const levels = await world.run((ctx) => ctx.query<{ warehouse_id: string }>(empty, [variant_id]))
  const late = await ada.send(review, 'review', {}, ['do', 'redeem'])
  assert.equal(late.status, 409)
  assert.match(late.words, /What you chose has just run out/)
  assert.match(late.words, /Linen notebook, ink blue has just run out, so it is not shown\./)
  assert.doesNotMatch(late.text, new RegExp(`value="${variant_id}"`))
  assert.equal(await stateOf(gift), 'awaiting_recipient')
  const fresh = await ada.send(await ada.go((await world.gift()).path), 'open')
  assert.doesNotMatch(fresh.words, /run out/, 'what was never there for a recipient')
  for (const { warehouse_id } of levels)
    await world.run((ctx) =>
      ctx.query(
        'update catalogue.stock_level set available = 40 where variant_id = $1 and warehouse_id = $2',
        [variant_id, warehouse_id],
      ),
    )
})

it('asks nobody for an address where nothing is posted', async () => {
  const gift = await world.gift()
  const unwrapped = await ada.send(await ada.go(gift.path), 'open')
  const review = await ada.send(unwrapped, 'choose', {
    variant: variantIn(unwrapped, 'Book voucher'),
  })
  assert.match(review.words, /Comes by e-mail to ada\./)
  assert.equal((await ada.go(`${gift.path}/address`)).path, `${gift.path}/review`)
  const done = await ada.send(review, 'review', {}, ['do', 'redeem'])
  assert.match(done.words, /Your gift comes by e-mail/)
  assert.equal(await stateOf(gift), 'complete')
})

it('takes no for an answer, and takes it back', async () => {
  const gift = await world.gift()
  const asked = await ada.go(`${gift.path}/decline`)
  assert.equal((await seen(gift))?.declined_at, null)
  const declined = await ada.send(asked, 'decline', { reason: 'We may not accept gifts.' }, [
    'do',
    'decline',
  ])
  assert.match(declined.words, /You said no thanks/)
  assert.equal((await seen(gift))?.decline_reason, 'We may not accept gifts.')
  const again = await ada.send(declined, 'undecline')
  assert.match(again.words, /this is for you/)
  assert.equal((await seen(gift))?.declined_at, null)
})

it('follows the parcel on the same link', async () => {
  const gift = await world.gift()
  await world.advance(gift.id, 'in_transit')
  const moving = await ada.go(gift.path)
  assert.match(moving.words, /Your gift is on its way/)
  assert.match(moving.words, /Tracking number/)
  const other = await world.gift()
  await world.advance(other.id, 'shipping_error')
  const stuck = await ada.go(other.path)
  assert.match(stuck.words, /We need your help with the address/)
  assert.match((await ada.go(`${other.path}/problem`)).words, /we send a link to your e-mail/)
  await world.advance(gift.id, 'delivered')
  assert.match((await ada.go(gift.path)).words, /Your gift has arrived/)
})

it('says of a gift that was sent directly who it comes from, and not what it is', async () => {
  const { json } = await world.api.post('/gift_requests', aDirectGift(world))
  await world.passTime()
  const { json: gift } = await world.api.get(`/gift_requests/${json.id}`)
  const page = await ada.go(new URL(gift.redemption_url).pathname)
  assert.match(page.words, /On its way from Dana Lee/)
  assert.match(page.words, /A note from Dana Lee Your first day is near/)
  assert.match(page.words, /Send Dana Lee a note/)
  assert.match(page.words, /Your gift A surprise/)
  assert.doesNotMatch(page.words, /notebook/i)
})

it('is gracious when it is over', async () => {
  const [expired, cancelled] = [await world.gift(), await world.gift()]
  await world.advance(expired.id, 'expired')
  await world.advance(cancelled.id, 'cancelled')
  const late = await ada.go(expired.path)
  assert.deepEqual([late.status, /This gift has expired/.test(late.words)], [200, true])
  const asked = await ada.send(late, 'ask', { text: 'I was away.' })
  assert.match(asked.words, /We have passed it on to Dana Lee/)
  assert.match((await ada.go(cancelled.path)).words, /This gift was called off/)
  for (const path of [
    '/r/nothing',
    '/r/nothing/address',
    '/r/%00',
    '/r/a%2Fb',
    '/l/nothing',
    `/l/${'x'.repeat(80)}`,
  ]) {
    const unknown = await ada.go(path)
    assert.equal(unknown.status, 404, path)
    assert.match(unknown.words, /There is no gift behind this link/, path)
  }
})

it('changes nothing for whoever comes too late', async () => {
  const gift = await world.gift()
  const review = await upToReview(gift)
  await world.advance(gift.id, 'cancelled')
  const late = await ada.send(review, 'review', {}, ['do', 'redeem'])
  assert.match(late.words, /This gift was called off/)
  for (const page of [
    'open',
    'choose',
    'address',
    'thanks',
    'decline',
    'undecline',
    'ask',
    'problem',
  ]) {
    const answer = await fetch(`${origin}${gift.path}/${page}`, {
      method: 'POST',
      body: new URLSearchParams({ text: 'x' }),
    })
    assert.equal(answer.status, 200, page)
    assert.match(await answer.text(), /called off/, page)
  }
  assert.equal(await stateOf(gift), 'cancelled')
})
