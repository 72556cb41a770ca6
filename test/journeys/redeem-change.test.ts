import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as gifting from '#gifting'
import { newId } from '#platform/lib/ids'
import { createFulfilmentRunner } from '#test/fulfilment-fixture'
import { pluck } from '#test/pluck'
import {
  createCookieJar,
  createRecipientBrowser,
  type RecipientPage,
} from '#test/recipient-browser'
import { type CreatedGift, createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()
const shipper = createFulfilmentRunner(testApp)

const berlin = {
  ...{ name: 'Ada Larkin', line_1: 'Unter den Linden 1', postal_code: '10117', city: 'Berlin' },
  country: 'DE',
}

const browser = (headers: Record<string, string> = {}) =>
  createRecipientBrowser(origin, headers, createCookieJar())
type Browser = ReturnType<typeof browser>

/** Finds the id of an item by its name on the page. */
const findVariant = (page: RecipientPage, name: string): string =>
  new RegExp(`value="([0-9a-f-]{36})"[^>]*>(?:(?!<input)[\\s\\S])*?${name}`).exec(page.text)?.[1] ??
  ''

/** Creates a gift that Ada has redeemed and that has a label. */
async function createRedeemedGift(ada: Browser): Promise<CreatedGift> {
  const gift = await testApp.createGift()
  const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
  const variant = findVariant(unwrapped, 'Linen notebook')
  const addressPage = await ada.submit(unwrapped, 'choose', { variant })
  const review = await ada.submit(addressPage, 'address', berlin)
  await ada.submit(review, 'review', {}, ['do', 'redeem'])
  await shipper.run()
  return gift
}

const itemNames = async (gift: CreatedGift): Promise<string[]> =>
  pluck((await testApp.api.get(`/gift_requests/${gift.id}`)).json.line_items, 'name')

const pack = (gift: CreatedGift) =>
  testApp.run(async (ctx) => {
    await gifting.findForUpdate(ctx, ctx.account_id, gift.id)
    await ctx.query(
      `insert into fulfilment.packing (account_id, parcel_id, leased_by, leased_until)
       select account_id, id, $3, $4 from fulfilment.parcel where account_id = $1 and gift_request_id = $2`,
      [ctx.account_id, gift.id, newId(), new Date(Date.now() + 20 * 60_000)],
    )
  })

describe('until it is packed', () => {
  it('lets the recipient swap the gift, and shows the new one', async () => {
    const ada = browser()
    const gift = await createRedeemedGift(ada)
    const tracking = await ada.open(gift.path)
    assert.match(
      tracking.visibleText,
      /Changed your mind\? You can change your gift and your address until it’s packed\./,
    )
    const page = await ada.open(`${gift.path}/change`)
    assert.equal(page.status, 200)
    const other = findVariant(page, 'Tea sampler')
    const saved = await ada.submit(page, 'change', { variant: other })
    assert.match(saved.text, /Your changes are saved\./)
    assert.match(saved.visibleText, /Your gift .*Tea sampler/)
    assert.match((await itemNames(gift)).join(), /Tea sampler/)
    const again = await ada.submit(page, 'change', { variant: other })
    assert.match(again.text, /Your changes are saved\./)
    const changes = await testApp.run((ctx) =>
      gifting.listChanges(ctx, { account_id: ctx.account_id, id: gift.id }),
    )
    assert.equal(changes.length, 1)
  })

  it('lets the recipient correct the address of a parcel that has a label', async () => {
    const ada = browser()
    const gift = await createRedeemedGift(ada)
    const form = await ada.open(`${gift.path}/problem`)
    assert.match(form.text, /Unter den Linden 1/)
    const saved = await ada.submit(form, 'address', { ...berlin, line_1: 'Friedrichstraße 7' })
    assert.match(saved.visibleText, /sending it to your new address/)
    assert.match(saved.visibleText, /Friedrichstraße 7/)
    assert.doesNotMatch(saved.text, /Linden/)
  })

  it('shows no other visitor the address, and changes nothing for them', async () => {
    const gift = await createRedeemedGift(browser())
    const before = await itemNames(gift)
    const visitor = browser()
    const page = await visitor.open(`${gift.path}/change`)
    assert.match(page.visibleText, /make sure only you can change your gift/)
    assert.doesNotMatch(page.text, /Linden/)
    const rejected = await fetch(`${origin}${gift.path}/change`, {
      method: 'POST',
      body: new URLSearchParams({ variant: newId() }),
    })
    assert.equal(rejected.status, 200)
    assert.deepEqual(await itemNames(gift), before)
  })

  it('keeps the gift and says so when the choice is missing or sold out', async () => {
    const ada = browser()
    const gift = await createRedeemedGift(ada)
    const before = await itemNames(gift)
    const page = await ada.open(`${gift.path}/change`)
    const unknown = await ada.submit(page, 'change', { variant: newId() })
    assert.equal(unknown.status, 422)
    const tea = findVariant(page, 'Tea sampler')
    await testApp.run((ctx) =>
      ctx.query(
        'update catalogue.stock_level set available = 0 where account_id = $1 and variant_id = $2',
        [ctx.account_id, tea],
      ),
    )
    const gone = await ada.submit(page, 'change', { variant: tea })
    assert.equal(gone.status, 409)
    assert.match(gone.visibleText, /just sold out\. Your gift hasn’t changed/)
    assert.deepEqual(await itemNames(gift), before)
    await testApp.run((ctx) =>
      ctx.query(
        'update catalogue.stock_level set available = 20 where account_id = $1 and variant_id = $2',
        [ctx.account_id, tea],
      ),
    )
  })
})

describe('once a packer has it', () => {
  it('refuses a change with a clear message, and offers none', async () => {
    const ada = browser()
    const gift = await createRedeemedGift(ada)
    const before = await itemNames(gift)
    const page = await ada.open(`${gift.path}/change`)
    const form = await ada.open(`${gift.path}/problem`)
    await pack(gift)
    const late = await ada.submit(page, 'change', { variant: findVariant(page, 'Tea sampler') })
    assert.match(late.text, /your gift was packed a moment ago, so we couldn’t change it/)
    assert.match(late.visibleText, /being packed, so it can’t be changed any more/)
    const lateAddress = await ada.submit(form, 'address', { ...berlin, line_1: 'Elsewhere 1' })
    assert.doesNotMatch(lateAddress.text, /Elsewhere/)
    assert.equal((await ada.open(`${gift.path}/change`)).path, gift.path)
    assert.deepEqual(await itemNames(gift), before)
  })
})

it('explains the change in every language', async () => {
  const ada = browser()
  const gift = await createRedeemedGift(ada)
  const headings = {
    de: 'Geschenk ändern',
    fr: 'Changer de cadeau',
    es: 'Cambia tu regalo',
    ja: '贈り物を変更する',
  }
  for (const [language, heading] of Object.entries(headings)) {
    const page = await ada.open(`${gift.path}/change?lang=${language}`)
    assert.ok(page.visibleText.includes(heading), language)
  }
})

it('keeps the unsaved choice when the language changes', async () => {
  const ada = browser()
  const gift = await createRedeemedGift(ada)
  const page = await ada.open(`${gift.path}/change`)
  const tea = findVariant(page, 'Tea sampler')
  const inGerman = await ada.submit(page, 'change', { variant: tea }, [
    'do',
    'show',
    `${gift.path}/change?lang=de`,
  ])
  assert.match(inGerman.visibleText, /Geschenk ändern/)
  assert.match(inGerman.text, new RegExp(`value="${tea}" checked`))
})
