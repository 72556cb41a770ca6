import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import type { SelectionMode } from '#contract'
import * as gifting from '#gifting'
import { createCatalogueFixture } from '#test/catalogue-fixture'
import { createCookieJar, createRecipientBrowser } from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()

const browse = (language: string) =>
  createRecipientBrowser(origin, { 'accept-language': language }, createCookieJar())

type Rules = Readonly<Record<string, Partial<catalogue.ProductRules>>>

/** Creates a campaign that offers wine, a cup and a digital book. */
async function createShop(rules: Rules, mode: SelectionMode = 'one') {
  const products = [
    { name: 'Wine', stock: { Wine: 50 } },
    { name: 'Cup', stock: { Cup: 50 } },
    { name: 'Book', kind: 'digital' as const, stock: { Book: 0 } },
  ]
  const shop = await createCatalogueFixture(testApp, products, mode)
  const restrict = (variant: string, change: Partial<catalogue.ProductRules>) =>
    testApp.run(async (ctx) => {
      const id = shop.id(variant)
      const found = (await catalogue.variantsById(ctx, [id])).get(id)
      const product = await catalogue.findProduct(ctx, found?.product.id ?? '')
      if (product === undefined) throw new Error('no product')
      await catalogue.updateProduct(ctx, product.id, { ...product, ...change })
    })
  for (const [variant, change] of Object.entries(rules)) await restrict(variant, change)
  const { campaign_id } = shop
  return { ...shop, restrict, open: () => testApp.createGift({ campaign_id }) }
}

const noGermany = { destination_mode: 'deny', destinations: ['DE'] } as const
const noUtah = { destination_mode: 'deny', destinations: ['US-UT'] } as const
const berlin = {
  ...{ name: 'Ada Larkin', line_1: 'Unter den Linden 1', postal_code: '10117', city: 'Berlin' },
  country: 'DE',
}
const saltLakeCity = {
  ...{ name: 'Ada Larkin', line_1: '1 State St', city: 'Salt Lake City', postal_code: '84101' },
  ...{ region: 'UT', country: 'US' },
}

const hasRadio = (text: string, id: string) => text.includes(`value="${id}"`)
const stateOf = async (id: string) =>
  (await testApp.run((ctx) => gifting.getRedemptionPage(ctx, id)))?.state

describe('a product that may not go to the country', () => {
  // biome-ignore format: one language a line
  const languages = [
    ['en-GB', 'Not available in Germany', /Deliver to/],
    ['de-DE', 'Für dieses Lieferziel nicht verfügbar: Deutschland', /Lieferland/],
    ['fr-FR', 'Indisponible pour cette destination : Allemagne', /Pays de livraison/],
    ['es-ES', 'No disponible en Alemania', /País de entrega/],
    ['ja-JP', 'お届け対象外の地域です（ドイツ）', /お届け先の国・地域/],
  ] as const
  for (const [language, reason, label] of languages)
    it(`is shown with the reason in ${language}, and its radio button is missing`, async () => {
      const shop = await createShop({ Wine: noGermany })
      const gift = await shop.open()
      const browser = browse(language)
      const unwrapped = await browser.submit(await browser.open(gift.path), 'open')
      assert.match(unwrapped.visibleText, label)
      const inGermany = await browser.submit(unwrapped, 'choose', { country: 'DE' }, [
        'do',
        'country',
      ])
      assert.ok(inGermany.visibleText.includes(reason), inGermany.visibleText)
      assert.equal(hasRadio(inGermany.text, shop.id('Wine')), false)
      assert.equal(hasRadio(inGermany.text, shop.id('Cup')), true)
      const inFrance = await browser.submit(inGermany, 'choose', { country: 'FR' }, [
        'do',
        'country',
      ])
      assert.equal(hasRadio(inFrance.text, shop.id('Wine')), true)
    })

  it('is rejected on the address page, with a way back to the choice', async () => {
    const shop = await createShop({ Wine: noGermany })
    const gift = await shop.open()
    const ada = browse('en-GB')
    const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
    const wine = { variant: shop.id('Wine'), country: 'FR' }
    const address = await ada.submit(unwrapped, 'choose', wine)
    assert.match(address.visibleText, /Where should we send it/)
    assert.match(address.text, /<option value="FR" selected>/)
    const rejected = await ada.submit(address, 'address', berlin)
    assert.equal(rejected.status, 422)
    assert.match(
      rejected.visibleText,
      /Wine isn’t available in Germany\. Enter a different address/,
    )
    assert.match(rejected.text, /id="country-error"/)
    assert.match(rejected.text, /value="Unter den Linden 1"/)
    const choices = await ada.submit(rejected, 'address', {}, ['do', 'back'])
    assert.match(choices.visibleText, /Not available in Germany/)
    const review = await ada.submit(choices, 'choose', { variant: shop.id('Cup') })
    assert.match(review.visibleText, /Unter den Linden 1/)
    await ada.submit(review, 'redeem')
    assert.equal(await stateOf(gift.id), 'redeemed')
  })

  it('is not chosen with a changed country that was not applied', async () => {
    const shop = await createShop({ Wine: noGermany })
    const gift = await shop.open()
    const ada = browse('en-GB')
    const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
    const wine = { variant: shop.id('Wine'), country: 'DE' }
    const page = await ada.submit(unwrapped, 'choose', wine)
    assert.equal(page.status, 409)
    assert.match(page.visibleText, /Sorry, Wine isn’t available in Germany/)
  })

  it('is refused with the reason when it was restricted after the choice', async () => {
    const shop = await createShop({})
    const gift = await shop.open()
    const ada = browse('en-GB')
    const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
    assert.doesNotMatch(unwrapped.text, /<details class="where" open/)
    const address = await ada.submit(unwrapped, 'choose', { variant: shop.id('Wine') })
    const review = await ada.submit(address, 'address', berlin)
    await shop.restrict('Wine', noGermany)
    const page = await ada.submit(review, 'redeem')
    assert.equal(page.status, 409)
    assert.match(page.visibleText, /Sorry, Wine isn’t available in Germany/)
    assert.equal(await stateOf(gift.id), 'awaiting_recipient')
    const again = await ada.submit(page, 'choose', { variant: shop.id('Cup') })
    assert.match(again.visibleText, /Unter den Linden 1/)
  })

  it('blocks the page if nothing may go there, and keeps the country field', async () => {
    const shop = await createShop({ Wine: noGermany, Cup: noGermany, Book: noGermany })
    const gift = await shop.open()
    const ada = browse('de-DE')
    const page = await ada.submit(await ada.open(gift.path), 'open')
    assert.match(page.visibleText, /Für dieses Lieferziel nicht verfügbar/)
    assert.doesNotMatch(page.text, /class="main"/)
    const inAustria = await ada.submit(page, 'choose', { country: 'AT' }, ['do', 'country'])
    assert.match(inAustria.text, /class="main"/)
  })

  it('is left out of a gift of all items', async () => {
    const shop = await createShop({ Wine: noGermany }, 'all')
    const gift = await shop.open()
    const ada = browse('en-GB')
    const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
    const choices = await ada.submit(unwrapped, 'choose', { country: 'DE' }, ['do', 'country'])
    assert.match(
      choices.visibleText,
      /Wine isn’t available in Germany, so it won’t be part of your gift/,
    )
    const address = await ada.submit(choices, 'choose')
    assert.doesNotMatch(address.visibleText, /Wine/)
    const review = await ada.submit(address, 'address', berlin)
    assert.doesNotMatch(review.visibleText, /Wine/)
    const done = await ada.submit(review, 'redeem')
    assert.doesNotMatch(done.visibleText, /Wine/)
    const page = await testApp.run((ctx) => gifting.getRedemptionPage(ctx, gift.id))
    assert.deepEqual(page?.line_items?.map(({ name }) => name).sort(), ['Book', 'Cup'])
  })
})

describe('a product that may not go to a US state', () => {
  it('asks for the state, and compares it with the region of the address', async () => {
    const shop = await createShop({ Wine: noUtah })
    const gift = await shop.open()
    const ada = browse('en-US')
    const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
    assert.match(unwrapped.text, /<select id="region" name="region"/)
    const unclear = await ada.submit(unwrapped, 'choose', { variant: shop.id('Wine'), region: '' })
    assert.equal(unclear.status, 422)
    assert.match(unclear.visibleText, /Please select your state/)
    const address = await ada.submit(unclear, 'choose', { variant: shop.id('Wine'), region: 'OH' })
    assert.match(address.text, /<option value="OH" selected>/)
    const rejected = await ada.submit(address, 'address', saltLakeCity)
    assert.equal(rejected.status, 422)
    assert.match(rejected.visibleText, /Wine isn’t available in Utah/)
    assert.match(rejected.text, /id="region-error"/)
    const choices = await ada.submit(rejected, 'address', {}, ['do', 'back'])
    assert.match(choices.visibleText, /Not available in Utah/)
  })

  it('counts the ZIP code of the address as well', async () => {
    const shop = await createShop({ Wine: noUtah })
    const gift = await shop.open()
    const ada = browse('en-US')
    const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
    const address = await ada.submit(unwrapped, 'choose', {
      variant: shop.id('Wine'),
      region: 'OH',
    })
    const rejected = await ada.submit(address, 'address', { ...saltLakeCity, region: 'OH' })
    assert.match(rejected.visibleText, /Wine isn’t available in Utah/)
  })

  it('limits a digital product by the place on the choice page', async () => {
    const shop = await createShop({ Book: { destination_mode: 'allow', destinations: ['US-OH'] } })
    const gift = await shop.open()
    const ada = browse('en-US')
    const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
    const utah = await ada.submit(unwrapped, 'choose', { variant: shop.id('Book'), region: 'UT' })
    assert.match(utah.visibleText, /Sorry, Book isn’t available in Utah/)
    const ohio = await ada.submit(utah, 'choose', { region: 'OH' }, ['do', 'country'])
    const review = await ada.submit(ohio, 'choose', { variant: shop.id('Book') })
    assert.match(review.visibleText, /On this page, as soon as you confirm/)
    await ada.submit(review, 'redeem')
    assert.equal(await stateOf(gift.id), 'complete')
  })
})

describe('a product with a minimum age', () => {
  it('needs a statement of the recipient, which is stored', async () => {
    const shop = await createShop({ Wine: { minimum_age: 18 } })
    const gift = await shop.open()
    const ada = browse('en-GB')
    const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
    assert.match(unwrapped.visibleText, /Ages 18 and over/)
    const address = await ada.submit(unwrapped, 'choose', { variant: shop.id('Wine') })
    const review = await ada.submit(address, 'address', berlin)
    assert.match(review.visibleText, /I’m at least 18 years old\. An adult needs to sign/)
    const unchecked = review.text.replace(/<input type="checkbox"[^>]*>/, '')
    const missing = await ada.submit({ ...review, text: unchecked }, 'redeem')
    assert.equal(missing.status, 422)
    assert.match(missing.visibleText, /Please confirm your age to receive this gift/)
    assert.match(missing.visibleText, /Unter den Linden 1/)
    assert.equal(await stateOf(gift.id), 'awaiting_recipient')
    await ada.submit(missing, 'redeem', { age: '18' })
    const page = await testApp.run((ctx) => gifting.getRedemptionPage(ctx, gift.id))
    assert.deepEqual([page?.state, page?.age_confirmed], ['redeemed', 18])
  })
})

it('shows the same pages to browsers without cookies', async () => {
  const shop = await createShop({ Wine: noGermany })
  const gift = await shop.open()
  const ada = createRecipientBrowser(origin)
  const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
  const choices = await ada.submit(unwrapped, 'choose', { country: 'DE' }, ['do', 'country'])
  assert.match(choices.url, /[?&]d=/)
  assert.match(choices.visibleText, /Not available in Germany/)
  const address = await ada.submit(choices, 'choose', { variant: shop.id('Cup') })
  assert.match(address.text, /<option value="DE" selected>/)
})

it('does not name the items of a surprise', async () => {
  const shop = await createShop({ Wine: noGermany }, 'all')
  const campaign_id = await testApp.run((ctx) => {
    const template = testApp.campaign('email')
    return campaigns.create(ctx, {
      ...template,
      ...{ name: 'Surprise', selection_mode: 'all', visible_at_redemption: false },
      sender_id: template.sender.id,
      variant_ids: Object.values(shop.ids),
    })
  })
  const gift = await testApp.createGift({ campaign_id })
  const ada = browse('de-DE')
  const page = await ada.submit(await ada.open(gift.path), 'open')
  assert.doesNotMatch(page.text, /Wine|Cup/)
  assert.match(page.visibleText, /Lieferland/)
})
