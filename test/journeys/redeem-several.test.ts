import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as catalogue from '#catalogue'
import * as mail from '#email'
import * as gifting from '#gifting'
import { type CatalogueFixture, createCatalogueFixture } from '#test/catalogue-fixture'
import { addContent } from '#test/digital-fixture'
import { createFulfilmentRunner } from '#test/fulfilment-fixture'
import { pluck } from '#test/pluck'
import {
  createCookieJar,
  createRecipientBrowser,
  type RecipientPage,
} from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()
const shipper = createFulfilmentRunner(testApp)

const browse = (language = 'en-GB') =>
  createRecipientBrowser(origin, { 'accept-language': language }, createCookieJar())

const berlin = {
  ...{ name: 'Ada Larkin', line_1: 'Unter den Linden 1', postal_code: '10117', city: 'Berlin' },
  country: 'DE',
}

/**
 * Creates a campaign whose recipients choose up to two items: a cup in two colours,
 * a plate, a book and a voucher.
 */
async function createShop() {
  const shop = await createCatalogueFixture(
    testApp,
    [
      { name: 'Cup', stock: { Red: 9, Blue: 9 } },
      { name: 'Plate', stock: { Plate: 9 } },
      { name: 'Book', stock: { Book: 9 } },
      { name: 'Voucher', kind: 'digital', stock: { Voucher: 0 } },
    ],
    'one',
    2,
  )
  const { campaign_id } = shop
  return {
    ...shop,
    create: () => testApp.createGift({ campaign_id }),
    pick: (...names: string[]) => ({ variant: names.map(shop.id) }),
    async sellOut(name: string) {
      const { warehouse_id } = shop
      const level = { variant_id: shop.id(name), warehouse_id, available: 0 }
      await testApp.run((ctx) => catalogue.setStock(ctx, [level]))
    },
  }
}

type Browser = ReturnType<typeof browse>

const unwrap = async (browser: Browser, path: string) =>
  browser.submit(await browser.open(path), 'open')

/** Returns the names of the checked items. */
const checkedNames = (page: RecipientPage, shop: CatalogueFixture): string[] =>
  Object.keys(shop.ids).filter((name) =>
    new RegExp(`type="checkbox" name="variant" value="${shop.id(name)}" checked>`).test(page.text),
  )

const itemNames = async (id: string): Promise<string[]> =>
  pluck((await testApp.api.get(`/gift_requests/${id}`)).json.line_items, 'name')

describe('a choice of up to two items', () => {
  it('leads through address and review to a page that lists both', async () => {
    const shop = await createShop()
    const gift = await shop.create()
    const ada = browse()
    const choices = await unwrap(ada, gift.path)
    assert.match(choices.visibleText, /Choose your gifts/)
    assert.match(choices.visibleText, /Choose up to 2 gifts/)
    const address = await ada.submit(choices, 'choose', shop.pick('Book', 'Blue'))
    assert.match(address.visibleText, /Where should we send it\?/)
    assert.match(address.visibleText, /Cup – Blue.*Book/)
    const review = await ada.submit(address, 'address', berlin)
    assert.match(review.visibleText, /Your gift Cup – Blue Book/)
    const done = await ada.submit(review, 'redeem')
    assert.match(done.path, /done$/)
    assert.match(done.visibleText, /Your gift Cup – Blue Book/)
    assert.deepEqual(await itemNames(gift.id), ['Cup – Blue', 'Book'])
    const [email] = await testApp.run((ctx) =>
      mail.list(ctx, { gift_request_id: gift.id, limit: 1 }),
    )
    assert.equal(email?.kind, 'redeemed')
    const twice = await ada.submit(review, 'redeem')
    assert.match(twice.path, /done$/)
  })

  it('is saved, and shown again after Back', async () => {
    const shop = await createShop()
    const gift = await shop.create()
    const ada = browse()
    await ada.submit(await unwrap(ada, gift.path), 'choose', shop.pick('Plate', 'Red'))
    assert.deepEqual(checkedNames(await ada.open(gift.path), shop), ['Red', 'Plate'])
  })

  it('asks for no address if both items are digital, or one is chosen', async () => {
    const shop = await createShop()
    const gift = await shop.create()
    const ada = browse()
    const review = await ada.submit(await unwrap(ada, gift.path), 'choose', shop.pick('Voucher'))
    assert.match(review.path, /review$/)
    const other = await shop.create()
    const page = await ada.submit(
      await unwrap(ada, other.path),
      'choose',
      shop.pick('Voucher', 'Red'),
    )
    assert.match(page.path, /address$/)
    const tracked = await ada.submit(await ada.submit(page, 'address', berlin), 'redeem')
    assert.match(tracked.visibleText, /Cup – Red Voucher/)
  })

  it('asks again for too many items, two versions or none, and keeps what was checked', async () => {
    const shop = await createShop()
    const gift = await shop.create()
    const ada = browse()
    const choices = await unwrap(ada, gift.path)
    const cases = [
      [['Red', 'Plate', 'Book'], /Please choose no more than 2 gifts\./],
      [['Red', 'Blue'], /Please choose just one version of Cup\./],
      [['Red', 'Blue', 'Book'], /Please choose just one version of Cup\./],
      [[], /Please choose at least one gift\./],
    ] as const
    for (const [names, message] of cases) {
      const page = await ada.submit(choices, 'choose', shop.pick(...names))
      assert.equal(page.status, 422)
      assert.match(page.visibleText, message)
      assert.match(page.text, /<title>Please check: /)
      assert.deepEqual(checkedNames(page, shop), names)
    }
    assert.equal(
      (await testApp.run((ctx) => gifting.getRedemptionPage(ctx, gift.id)))?.chosen.length,
      0,
    )
  })

  it('keeps the other items when one is sold out, and names it', async () => {
    const shop = await createShop()
    const gift = await shop.create()
    const ada = browse()
    const choices = await unwrap(ada, gift.path)
    await shop.sellOut('Book')
    const page = await ada.submit(choices, 'choose', shop.pick('Book', 'Plate'))
    assert.equal(page.status, 409)
    assert.match(page.visibleText, /Sorry, Book just sold out\. The rest of your choice is saved\./)
    assert.deepEqual(checkedNames(page, shop), ['Plate'])
    const address = await ada.submit(page, 'choose')
    const review = await ada.submit(address, 'address', berlin)
    await ada.submit(review, 'redeem')
    assert.deepEqual(await itemNames(gift.id), ['Plate'])
  })

  it('keeps the other items and the address when one sells out before the confirmation', async () => {
    const shop = await createShop()
    const gift = await shop.create()
    const ada = browse()
    const address = await ada.submit(
      await unwrap(ada, gift.path),
      'choose',
      shop.pick('Book', 'Plate'),
    )
    const review = await ada.submit(address, 'address', berlin)
    await shop.sellOut('Book')
    const page = await ada.submit(review, 'redeem')
    assert.equal(page.status, 409)
    assert.match(page.visibleText, /Sorry, Book just sold out\./)
    assert.deepEqual(checkedNames(page, shop), ['Plate'])
    assert.equal(await shop.available('Plate'), 9)
    const again = await ada.submit(page, 'choose', shop.pick('Plate', 'Red'))
    assert.match(again.path, /review$/)
    assert.match(again.visibleText, /Unter den Linden 1/)
    await ada.submit(again, 'redeem')
    assert.deepEqual(await itemNames(gift.id), ['Cup – Red', 'Plate'])
  })

  it('becomes a choice of one when one product is left', async () => {
    const shop = await createShop()
    const gift = await shop.create()
    for (const name of ['Red', 'Blue', 'Book']) await shop.sellOut(name)
    await addContent(testApp, shop.id('Voucher'), { delivery: 'code' })
    const page = await unwrap(browse(), gift.path)
    assert.match(page.text, new RegExp(`type="radio" name="variant" value="${shop.id('Plate')}"`))
    assert.doesNotMatch(page.visibleText, /up to/)
  })

  it('is explained in each language', async () => {
    const shop = await createShop()
    const texts = [
      ['de-DE', /Wählen Sie bis zu 2 Geschenke/, /Bitte wählen Sie höchstens 2 Geschenke aus\./],
      ['fr-FR', /Choisissez jusqu’à 2 cadeaux/, /Veuillez choisir 2 cadeaux au maximum\./],
      ['es-ES', /Elige hasta 2 regalos/, /Elige 2 regalos como máximo\./],
      ['ja-JP', /2点までお選びいただけます/, /お選びいただけるのは2点までです。/],
    ] as const
    for (const [language, lead, error] of texts) {
      const browser = browse(language)
      const choices = await unwrap(browser, (await shop.create()).path)
      assert.match(choices.visibleText, lead)
      const page = await browser.submit(choices, 'choose', shop.pick('Red', 'Plate', 'Book'))
      assert.match(page.visibleText, error)
    }
  })
})

describe('the change of a choice of several items', () => {
  async function createRedeemed(ada: Browser) {
    const shop = await createShop()
    const gift = await shop.create()
    const address = await ada.submit(
      await unwrap(ada, gift.path),
      'choose',
      shop.pick('Plate', 'Red'),
    )
    await ada.submit(await ada.submit(address, 'address', berlin), 'redeem')
    await shipper.run()
    return { shop, gift }
  }

  it('swaps the whole choice', async () => {
    const ada = browse()
    const { shop, gift } = await createRedeemed(ada)
    const page = await ada.open(`${gift.path}/change`)
    assert.match(page.visibleText, /Choose up to 2 gifts/)
    assert.deepEqual(checkedNames(page, shop), ['Red', 'Plate'])
    const saved = await ada.submit(page, 'change', shop.pick('Blue', 'Book'))
    assert.match(saved.text, /Your changes are saved\./)
    assert.deepEqual(await itemNames(gift.id), ['Cup – Blue', 'Book'])
  })

  it('says why it is not possible, and keeps what was checked', async () => {
    const ada = browse()
    const { shop, gift } = await createRedeemed(ada)
    const page = await ada.open(`${gift.path}/change`)
    await shop.sellOut('Book')
    const cases = [
      [['Red', 'Plate', 'Book'], 422, /no more than 2 gifts/],
      [['Red', 'Blue'], 422, /just one version of Cup/],
      [[], 422, /at least one gift/],
      [['Red', 'Book'], 409, /Sorry, Book just sold out\. Your gift hasn’t changed\./],
    ] as const
    for (const [names, status, message] of cases) {
      const again = await ada.submit(page, 'change', shop.pick(...names))
      assert.equal(again.status, status)
      assert.match(again.visibleText, message)
      if (names.length > 0)
        assert.deepEqual(
          checkedNames(again, shop),
          names.filter((name) => name !== 'Book'),
        )
    }
    assert.deepEqual(await itemNames(gift.id), ['Cup – Red', 'Plate'])
  })
})
