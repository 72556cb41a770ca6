import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import * as mail from '#mail'
import { createServer } from '#main/server'
import { createLog } from '#platform/log'
import * as privacy from '#privacy'
import { redeem } from '#surfaces/redeem'
import { createRedeemWorld, type MadeGift } from '#test/redeem-world'
import { newCookieJar, visitorOf } from '#test/visitor'

const world = await createRedeemWorld()
const origin = await world.listen()
const ada = visitorOf(origin, {}, newCookieJar())
const day = 24 * 3_600_000

const kindsOf = (gift: MadeGift) =>
  world.run(async (ctx) =>
    (await mail.list(ctx, { gift_request_id: gift.id })).map(({ kind }) => kind).reverse(),
  )

async function lastWord(gift: MadeGift, state: 'lost' | 'returned'): Promise<void> {
  const [parcel] = await world.run((ctx) => fulfilment.parcelsOf(ctx, gift.id))
  for (const _ of [1, 2])
    await world.run((ctx) =>
      fulfilment.tell(ctx, parcel?.id ?? '', { state, message_id: `${state} ${gift.id}` }),
    )
}

for (const [state, heading, kind] of [
  ['lost', 'Your parcel got lost', 'parcel_lost'],
  ['returned', 'Your parcel could not be delivered', 'parcel_returned'],
] as const)
  it(`says of a parcel that is ${state} what happened, keeps its history, and sends one email`, async () => {
    const gift = await world.gift()
    await world.advance(gift.id, 'in_transit')
    await lastWord(gift, state)
    const page = await ada.go(gift.path)
    assert.match(
      page.words,
      new RegExp(`^${heading} .*Dana Lee can see this and can send it again`),
    )
    assert.match(page.words, /Your parcel .*Tracking number.*What happened so far.*On its way/)
    assert.doesNotMatch(page.words, /called off/)
    assert.deepEqual(await kindsOf(gift), ['invitation', 'redeemed', 'dispatched', kind])
  })

it('says of a gift that was cancelled after the choice so, with what was chosen', async () => {
  const gift = await world.gift()
  await world.advance(gift.id, 'ordered')
  await world.advance(gift.id, 'cancelled')
  const page = await ada.go(gift.path)
  assert.match(page.words, /^Your gift was cancelled It will not be delivered\. Questions\?/)
  const { reference } = (await world.api.get(`/gift_requests/${gift.id}`)).json
  const email = `mailto:[^"?]+\\?subject=[^"]*${reference}[^"]*"><bdi>Dana Lee`
  assert.equal([...page.text.matchAll(new RegExp(email, 'g'))].length, 2, 'the lead and the help')
  assert.match(page.words, /Your parcel/)
  assert.doesNotMatch(page.text, /id="note"/)
})

it('says in which month a gift was delivered whose details were deleted', async () => {
  const gift = await world.gift()
  await world.advance(gift.id, 'delivered')
  const now = world.db.clock()
  await world.passTime(91 * day)
  await privacy.purgeAllAccounts(world.db)
  const month = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    month: 'long',
    year: 'numeric',
  })
  const page = await ada.go(gift.path)
  assert.equal(page.status, 410)
  assert.match(page.words, new RegExp(`This gift was delivered in ${month.format(now)}`))
  assert.match((await ada.go(`${gift.path}/problem`)).words, /was delivered in/)
  assert.equal((await ada.go('/r/nothing')).status, 404)
  const left = await world.run((ctx) =>
    ctx.query<object>('select * from gifting.past_link p where p.account_id = $1', [
      ctx.account_id,
    ]),
  )
  assert.ok(left.length > 0)
  assert.ok(!JSON.stringify(left).includes(gift.id), 'the row names no gift')
  await world.passTime(731 * day)
  await privacy.purgeAllAccounts(world.db)
  assert.equal((await ada.go(gift.path)).status, 404, 'two years later')
})

it('forgets the link of a person who was erased at once', async () => {
  const gift = await world.gift()
  await world.advance(gift.id, 'delivered')
  const { json } = await world.api.get(`/gift_requests/${gift.id}`)
  await world.run((ctx) => gifting.erase(ctx, json.recipient.email))
  assert.equal((await ada.go(gift.path)).status, 404)
})

it('keeps the words of the sender on every page after the first', async () => {
  const email_message = { subject: 'For you', body: 'Dear Ada,\n\nthank you for everything.' }
  const gift = await world.gift({ email_message })
  const unwrapped = await ada.send(await ada.go(gift.path), 'open')
  assert.match(unwrapped.text, /<details class="card-note"><summary>A note from Dana Lee/)
  assert.match(unwrapped.words, /thank you for everything\./)
  await world.advance(gift.id, 'in_transit')
  assert.match((await ada.go(gift.path)).words, /A note from Dana Lee Dear Ada, thank you for/)
})

it('folds the thank-you note until the gift is there, and offers no way that leads nowhere', async () => {
  const gift = await world.gift()
  await world.advance(gift.id, 'in_transit')
  const moving = await ada.go(gift.path)
  assert.match(moving.text, /<details class="thanks" id="thanks"><summary>Send Dana Lee a note/)
  assert.doesNotMatch(moving.words, /Maybe later/)
  await world.advance(gift.id, 'delivered')
  const there = await ada.go(gift.path)
  assert.match(there.words, /Say thank you\?/)
  assert.doesNotMatch(there.words, /Maybe later/)
})

it('says for how many days the address is kept, what the sender sees, and where to read more', async () => {
  const app = createServer(createLog({ level: 'silent' }))
  const legalLinks = {
    privacy: 'https://example.com/privacy',
    imprint: 'https://example.com/legal',
  }
  await app.register(redeem({ db: world.db, rateLimit: 0, legalLinks }))
  const gift = await world.gift()
  const first = await app.inject({ url: gift.path })
  assert.match(first.body, /Dana Lee can see when you open, choose or decline this gift\./)
  assert.match(first.body, /<a href="https:\/\/example\.com\/privacy"[^>]*>Privacy<\/a>/)
  assert.match(first.body, /<a href="https:\/\/example\.com\/legal"[^>]*>Legal notice<\/a>/)
  await app.close()
  const unwrapped = await ada.send(await ada.go(gift.path), 'open')
  const variant = /value="([0-9a-f-]{36})"[^>]*>(?:(?!<input)[\s\S])*?Linen notebook/.exec(
    unwrapped.text,
  )?.[1]
  const asked = await ada.send(unwrapped, 'choose', { variant: variant ?? '' })
  assert.match(asked.words, /We delete it 90 days after the gift has ended\./)
  assert.doesNotMatch(asked.text, /Legal notice/)
})
