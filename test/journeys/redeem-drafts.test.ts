import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as gifting from '#gifting'
import {
  createCookieJar,
  createRecipientBrowser,
  type RecipientPage,
} from '#test/recipient-browser'
import { type CreatedGift, createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()
const hour = 3_600_000

const berlin = {
  ...{ name: 'Ada Larkin', line_1: 'Unter den Linden 1', postal_code: '10117', city: 'Berlin' },
  country: 'DE',
}

const browser = () => createRecipientBrowser(origin, {}, createCookieJar())
/** Creates a browser that blocks all cookies. */
const withoutCookies = () => createRecipientBrowser(origin)

const findVariantId = (page: RecipientPage, name: string) =>
  new RegExp(`value="([0-9a-f-]{36})"[^>]*>(?:(?!<input)[\\s\\S])*?${name}`).exec(page.text)?.[1] ??
  assert.fail(name)

async function readAddress(
  ada: ReturnType<typeof browser>,
  gift: CreatedGift,
): Promise<RecipientPage> {
  const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
  return ada.submit(unwrapped, 'choose', { variant: findVariantId(unwrapped, 'Linen notebook') })
}

for (const [name, visitor] of [
  ['with cookies', browser],
  ['without cookies', withoutCookies],
] as const) {
  it(`shows the review and the validation errors on separate pages, ${name}`, async () => {
    const gift = await testApp.createGift()
    const ada = visitor()
    const addressPage = await readAddress(ada, gift)
    const invalidPage = await ada.submit(addressPage, 'address', { ...berlin, postal_code: '1' })
    assert.equal(invalidPage.path, `${gift.path}/address`)
    const nextPage = await ada.open(invalidPage.url)
    assert.match(nextPage.text, /value="Unter den Linden 1"/)
    const review = await ada.submit(invalidPage, 'address', berlin)
    assert.equal(review.path, `${gift.path}/review`)
    const reloaded = await ada.open(review.url)
    assert.match(reloaded.visibleText, /Everything look right\?.*Unter den Linden 1/)
    const back = await ada.submit(reloaded, 'review', {}, [
      'do',
      'show',
      findPath(reloaded, 'address'),
    ])
    assert.equal(back.path, `${gift.path}/address`)
    assert.match((await ada.open(back.url)).text, /value="Unter den Linden 1"/)
  })

  it(`keeps the address when the recipient changes the gift, ${name}`, async () => {
    const gift = await testApp.createGift()
    const ada = visitor()
    const review = await ada.submit(await readAddress(ada, gift), 'address', berlin)
    const href = /<a href="([^"]+)">Change gift/.exec(review.text)?.[1] ?? ''
    const choices = await ada.open(href.replaceAll('&amp;', '&'))
    const other = findVariantId(choices, 'Potted pilea')
    const nextPage = await ada.submit(choices, 'choose', { variant: other })
    assert.equal(nextPage.path, `${gift.path}/review`)
    assert.match(nextPage.visibleText, /Potted pilea.*Unter den Linden 1/)
  })

  it(`keeps the address when the gift sells out before the confirmation, ${name}`, async () => {
    const gift = await testApp.createGift()
    const ada = visitor()
    const review = await ada.submit(await readAddress(ada, gift), 'address', berlin)
    const selectedVariant = /name="variant" value="([^"]+)"/.exec(review.text)?.[1] ?? ''
    const levels = await clearStock(selectedVariant)
    const soldOutPage = await ada.submit(review, 'review', {}, ['do', 'redeem'])
    assert.deepEqual([soldOutPage.status, soldOutPage.path], [409, `${gift.path}/unwrapped`])
    assert.match(soldOutPage.visibleText, /Sorry, your pick just sold out/)
    const other = findVariantId(soldOutPage, 'Potted pilea')
    const nextPage = await ada.submit(soldOutPage, 'choose', { variant: other })
    assert.match(nextPage.visibleText, /Everything look right\?.*Unter den Linden 1/)
    const done = await ada.submit(nextPage, 'review', {}, ['do', 'redeem'])
    assert.match(done.visibleText, /All set, Ada!/)
    assert.doesNotMatch(done.url, /[?&]d=/)
    await setAvailable(selectedVariant, levels)
  })
}

const findPath = (page: RecipientPage, name: string) =>
  (new RegExp(`formaction="([^"]*/${name}[^"]*)"`).exec(page.text)?.[1] ?? '').replaceAll(
    '&amp;',
    '&',
  )

const clearStock = (variant_id: string) =>
  testApp.run(async (ctx) => {
    const rows = await ctx.query<{ warehouse_id: string; available: number }>(
      'select warehouse_id, available from catalogue.stock_level where variant_id = $1',
      [variant_id],
    )
    await ctx.query('update catalogue.stock_level set available = 0 where variant_id = $1', [
      variant_id,
    ])
    return rows
  })

const setAvailable = (
  variant_id: string,
  rows: readonly { warehouse_id: string; available: number }[],
) =>
  testApp.run(async (ctx) => {
    for (const { warehouse_id, available } of rows)
      await ctx.query(
        'update catalogue.stock_level set available = $3 where variant_id = $1 and warehouse_id = $2',
        [variant_id, warehouse_id, available],
      )
  })

it('keeps an incomplete address when the recipient goes back to the choice', async () => {
  const gift = await testApp.createGift()
  const ada = browser()
  const addressPage = await readAddress(ada, gift)
  const typed = { country: 'DE', line_1: 'Unter den Linden 1' }
  const choices = await ada.submit(addressPage, 'address', typed, ['do', 'back'])
  assert.equal(choices.path, gift.path)
  const variant = findVariantId(choices, 'Potted pilea')
  const nextPage = await ada.submit(choices, 'choose', { variant })
  assert.equal(nextPage.path, `${gift.path}/address`)
  assert.match(nextPage.text, /value="Unter den Linden 1"/)
})

it('deletes the draft after an hour, and stores none of it on the server', async () => {
  const gift = await testApp.createGift()
  const ada = browser()
  const review = await ada.submit(await readAddress(ada, gift), 'address', berlin)
  assert.match(review.visibleText, /Unter den Linden 1/)
  assert.equal(await testApp.run((ctx) => gifting.addressForRecipient(ctx, gift.id)), null)
  await testApp.advanceTime(hour + 1_000)
  const late = await ada.open(`${gift.path}/review`)
  assert.equal(late.path, `${gift.path}/address`)
  assert.doesNotMatch(late.text, /Linden/)
})

it('does not show the draft in other browsers with the link', async () => {
  const gift = await testApp.createGift()
  const ada = browser()
  await ada.submit(await readAddress(ada, gift), 'address', berlin)
  const other = await browser().open(`${gift.path}/review`)
  assert.equal(other.path, `${gift.path}/address`)
  assert.doesNotMatch(other.text, /Linden/)
})

it('a second window shows what the first window confirmed', async () => {
  const gift = await testApp.createGift()
  const ada = browser()
  const review = await ada.submit(await readAddress(ada, gift), 'address', berlin)
  await ada.submit(review, 'review', {}, ['do', 'redeem'])
  const second = await ada.submit(review, 'review', { line_1: 'Elsewhere 2' }, ['do', 'redeem'])
  assert.doesNotMatch(second.visibleText, /All set/)
  assert.match(second.text, /Already confirmed: Linen notebook/)
})

it('a declined gift can be accepted again', async () => {
  const gift = await testApp.createGift()
  const ada = browser()
  const declined = await ada.submit(await ada.open(`${gift.path}/decline`), 'decline')
  const nextPage = await ada.submit(declined, 'undecline')
  assert.match(nextPage.text, /Good to have you back/)
  assert.match(nextPage.visibleText, /this is for you/)
})

it('inserts a note template once, even if its button is pressed twice', async () => {
  const gift = await testApp.createGift()
  await testApp.advance(gift.id, 'delivered')
  const ada = createRecipientBrowser(origin, {}, testApp.createRecipientCookies(gift))
  const page = await ada.open(gift.path)
  const templatePage = await ada.submit(page, 'note', {}, ['starter', '2'])
  const twice = await ada.submit(templatePage, 'note', {}, ['starter', '2'])
  assert.match(twice.text, />\nYou made my day!<\/textarea>/)
})
