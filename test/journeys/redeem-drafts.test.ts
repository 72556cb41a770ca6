import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as gifting from '#gifting'
import { createRedeemWorld, type MadeGift } from '#test/redeem-world'
import { newCookieJar, type Shown, visitorOf } from '#test/visitor'

const world = await createRedeemWorld()
const origin = await world.listen()
const hour = 3_600_000

const berlin = {
  ...{ name: 'Ada Larkin', line_1: 'Unter den Linden 1', postal_code: '10117', city: 'Berlin' },
  country: 'DE',
}

const browser = () => visitorOf(origin, {}, newCookieJar())
/** Some people block all cookies. */
const withoutCookies = () => visitorOf(origin)

const variantIn = (page: Shown, name: string) =>
  new RegExp(`value="([0-9a-f-]{36})"[^>]*>(?:(?!<input)[\\s\\S])*?${name}`).exec(page.text)?.[1] ??
  assert.fail(name)

async function addressOf(ada: ReturnType<typeof browser>, gift: MadeGift): Promise<Shown> {
  const unwrapped = await ada.send(await ada.go(gift.path), 'open')
  return ada.send(unwrapped, 'choose', { variant: variantIn(unwrapped, 'Linen notebook') })
}

for (const [name, visitor] of [
  ['with cookies', browser],
  ['without cookies', withoutCookies],
] as const) {
  it(`shows the review and the mistakes on pages of their own, ${name}`, async () => {
    const gift = await world.gift()
    const ada = visitor()
    const asked = await addressOf(ada, gift)
    const wrong = await ada.send(asked, 'address', { ...berlin, postal_code: '1' })
    assert.equal(wrong.path, `${gift.path}/address`)
    const again = await ada.go(wrong.url)
    assert.match(again.text, /value="Unter den Linden 1"/)
    const review = await ada.send(wrong, 'address', berlin)
    assert.equal(review.path, `${gift.path}/review`)
    const reloaded = await ada.go(review.url)
    assert.match(reloaded.words, /Is everything right\?.*Unter den Linden 1/)
    const back = await ada.send(reloaded, 'review', {}, ['do', 'show', pathIn(reloaded, 'address')])
    assert.equal(back.path, `${gift.path}/address`)
    assert.match((await ada.go(back.url)).text, /value="Unter den Linden 1"/)
  })

  it(`keeps the address when the gift is changed, ${name}`, async () => {
    const gift = await world.gift()
    const ada = visitor()
    const review = await ada.send(await addressOf(ada, gift), 'address', berlin)
    const href = /<a href="([^"]+)">Change the gift/.exec(review.text)?.[1] ?? ''
    const choices = await ada.go(href.replaceAll('&amp;', '&'))
    const other = variantIn(choices, 'Potted pilea')
    const again = await ada.send(choices, 'choose', { variant: other })
    assert.equal(again.path, `${gift.path}/review`)
    assert.match(again.words, /Unter den Linden 1.*Potted pilea/)
  })

  it(`keeps the address when the gift has run out at the last press, ${name}`, async () => {
    const gift = await world.gift()
    const ada = visitor()
    const review = await ada.send(await addressOf(ada, gift), 'address', berlin)
    const chosen = /name="variant" value="([^"]+)"/.exec(review.text)?.[1] ?? ''
    const levels = await emptyStock(chosen)
    const gone = await ada.send(review, 'review', {}, ['do', 'redeem'])
    assert.deepEqual([gone.status, gone.path], [409, `${gift.path}/unwrapped`])
    assert.match(gone.words, /What you chose has just run out/)
    const other = variantIn(gone, 'Potted pilea')
    const again = await ada.send(gone, 'choose', { variant: other })
    assert.match(again.words, /Is everything right\?.*Unter den Linden 1/)
    const done = await ada.send(again, 'review', {}, ['do', 'redeem'])
    assert.match(done.words, /All set, Ada!/)
    assert.doesNotMatch(done.url, /[?&]d=/)
    await restock(chosen, levels)
  })
}

const pathIn = (page: Shown, name: string) =>
  (new RegExp(`formaction="([^"]*/${name}[^"]*)"`).exec(page.text)?.[1] ?? '').replaceAll(
    '&amp;',
    '&',
  )

const emptyStock = (variant_id: string) =>
  world.run(async (ctx) => {
    const rows = await ctx.query<{ warehouse_id: string; available: number }>(
      'select warehouse_id, available from catalogue.stock_level where variant_id = $1',
      [variant_id],
    )
    await ctx.query('update catalogue.stock_level set available = 0 where variant_id = $1', [
      variant_id,
    ])
    return rows
  })

const restock = (
  variant_id: string,
  rows: readonly { warehouse_id: string; available: number }[],
) =>
  world.run(async (ctx) => {
    for (const { warehouse_id, available } of rows)
      await ctx.query(
        'update catalogue.stock_level set available = $3 where variant_id = $1 and warehouse_id = $2',
        [variant_id, warehouse_id, available],
      )
  })

it('keeps what was typed when they go back to the choice before the address is complete', async () => {
  const gift = await world.gift()
  const ada = browser()
  const asked = await addressOf(ada, gift)
  const typed = { country: 'DE', line_1: 'Unter den Linden 1' }
  const choices = await ada.send(asked, 'address', typed, ['do', 'back'])
  assert.equal(choices.path, gift.path)
  const variant = variantIn(choices, 'Potted pilea')
  const again = await ada.send(choices, 'choose', { variant })
  assert.equal(again.path, `${gift.path}/address`)
  assert.match(again.text, /value="Unter den Linden 1"/)
})

it('forgets the draft after an hour, and on the server there is nothing of it', async () => {
  const gift = await world.gift()
  const ada = browser()
  const review = await ada.send(await addressOf(ada, gift), 'address', berlin)
  assert.match(review.words, /Unter den Linden 1/)
  assert.equal(await world.run((ctx) => gifting.addressForRecipient(ctx, gift.id)), null)
  await world.passTime(hour + 1_000)
  const late = await ada.go(`${gift.path}/review`)
  assert.equal(late.path, `${gift.path}/address`)
  assert.doesNotMatch(late.text, /Linden/)
})

it('shows the draft to nobody else who has the link', async () => {
  const gift = await world.gift()
  const ada = browser()
  await ada.send(await addressOf(ada, gift), 'address', berlin)
  const other = await browser().go(`${gift.path}/review`)
  assert.equal(other.path, `${gift.path}/address`)
  assert.doesNotMatch(other.text, /Linden/)
})

it('says in a second window what was confirmed in the first', async () => {
  const gift = await world.gift()
  const ada = browser()
  const review = await ada.send(await addressOf(ada, gift), 'address', berlin)
  await ada.send(review, 'review', {}, ['do', 'redeem'])
  const second = await ada.send(review, 'review', { line_1: 'Elsewhere 2' }, ['do', 'redeem'])
  assert.doesNotMatch(second.words, /All set/)
  assert.match(second.text, /Already confirmed: Linen notebook/)
})

it('says that a gift that was declined is theirs again', async () => {
  const gift = await world.gift()
  const ada = browser()
  const declined = await ada.send(await ada.go(`${gift.path}/decline`), 'decline')
  const again = await ada.send(declined, 'undecline')
  assert.match(again.text, /Good to have you back/)
  assert.match(again.words, /this is for you/)
})

it('inserts a starter of the note once, however often it is pressed', async () => {
  const gift = await world.gift()
  await world.advance(gift.id, 'delivered')
  const ada = browser()
  const page = await ada.go(gift.path)
  const once = await ada.send(page, 'note', {}, ['starter', '2'])
  const twice = await ada.send(once, 'note', {}, ['starter', '2'])
  assert.match(twice.text, />\nYou have made my day\.<\/textarea>/)
})
