import assert from 'node:assert/strict'
import { get } from 'node:http'
import { describe, it } from 'node:test'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import type { Image } from '#contract'
import { createCatalogueFixture, homeAddress } from '#test/catalogue-fixture'
import { createFulfilmentRunner } from '#test/fulfilment-fixture'
import { createCookieJar, createRecipientBrowser } from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'

/*
 * The tests of what recipients see of a product before they choose it: pictures, sizes,
 * allergens, the place and the delivery.
 */

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()
const runner = createFulfilmentRunner(testApp)
const dayMs = 24 * 60 * 60 * 1000

const browse = (language: string) =>
  createRecipientBrowser(origin, { 'accept-language': language }, createCookieJar())

const picture = (name: string): Image => {
  const url = `${origin}/images/${name}.svg`
  return { name, url, urls: { thumbnail: url, large: url, large_wide: url } }
}

/** Creates a shop whose first product has these fields. Opens a gift of this shop. */
async function openShop(
  products: Parameters<typeof createCatalogueFixture>[1],
  change: Partial<catalogue.ProductInput> = {},
) {
  const shop = await createCatalogueFixture(testApp, products)
  await testApp.run(async (ctx) => {
    const [id = ''] = Object.values(shop.ids)
    const variant = (await catalogue.variantsById(ctx, [id])).get(id)
    const product = await catalogue.findProduct(ctx, variant?.product.id ?? '')
    if (product === undefined) throw new Error('no product')
    await catalogue.updateProduct(ctx, product.id, { ...product, ...change })
  })
  const { campaign_id } = shop
  const open = async (language = 'en-GB') => {
    const gift = await testApp.createGift({ campaign_id })
    const browser = browse(language)
    return { gift, browser, page: await browser.submit(await browser.open(gift.path), 'open') }
  }
  return { ...shop, open }
}

describe('the pictures of a product', () => {
  const images = ['mug-sage.large', 'mug-rose.large', 'mug-indigo.large'].map(picture)

  it('are a gallery with a link to each picture and a text for each further one', async () => {
    const { open, id } = await openShop([{ name: 'Mug', stock: { Mug: 5 } }], { images })
    const { page } = await open()
    const targets = [...page.text.matchAll(/<a href="#([^"]+)"><span class="unseen">Picture/g)]
    assert.equal(targets.length, 3)
    for (const [, target] of targets) assert.ok(page.text.includes(`id="${target}"`), target)
    assert.match(page.visibleText, /Picture 2 of 3/)
    assert.match(page.text, /alt="mug-rose\.large"/)
    assert.match(
      page.text,
      /class="photos strip" tabindex="0" role="group" aria-label="Pictures of Mug"/,
    )
    const inputId = new RegExp(`<input id="([^"]+)"[^>]* value="${id('Mug')}"`).exec(page.text)?.[1]
    assert.equal(page.text.split(`for="${inputId}"`).length - 1, 4, 'three pictures and the text')
  })

  it('load at once on the first screen, and later below it', async () => {
    const products = ['A', 'B', 'C'].map((name) => ({ name, stock: { [`${name}1`]: 5 } }))
    const { open } = await openShop(products, { images })
    const { page } = await open()
    assert.equal(page.text.match(/loading="eager"/g)?.length, 1)
    assert.equal(page.text.match(/loading="lazy"/g)?.length, 2)
  })
})

describe('the size guide and the allergens of a product', () => {
  const details = {
    size_guide: {
      unit: 'cm' as const,
      columns: ['Chest <b>'],
      rows: [{ size: 'S', values: ['96'] }],
      note: 'Measured flat.',
    },
    allergens: ['milk', 'nuts'] as const,
    ingredients: 'Cocoa, <i>milk',
  }
  // biome-ignore format: one language a line
  const languages = [
    ['en-GB', /Size guide/,      /Contains milk and tree nuts/],
    ['de-DE', /Größentabelle/,   /Enthält: Milch und Schalenfrüchte/],
    ['ja-JP', /サイズ表/,         /含まれるアレルゲン：乳、ナッツ類/],
    ['ar',    /دليل المقاسات/,    /يحتوي على: .?الحليب والمكسرات/],
  ] as const
  for (const [language, heading, contains] of languages)
    it(`are on the card, in ${language}`, async () => {
      const { open } = await openShop([{ name: 'Bar', stock: { Bar: 5 } }], details)
      const { page } = await open(language)
      assert.match(page.visibleText, heading)
      assert.match(page.visibleText, contains)
      assert.match(page.visibleText, /Measured flat\./)
      assert.match(page.text, /<th scope="row"><bdi>S<\/bdi><\/th><td><bdi>96<\/bdi><\/td>/)
      assert.doesNotMatch(page.text, /<b>|<i>milk/)
    })

  it('are not on the page of a surprise', async () => {
    const shop = await openShop([{ name: 'Secret', stock: { Secret: 5 } }], details)
    const template = testApp.campaign('email')
    const campaign_id = await testApp.run((ctx) =>
      campaigns.create(ctx, {
        ...template,
        name: 'Secret',
        selection_mode: 'all',
        visible_at_redemption: false,
        sender_id: template.sender.id,
        variant_ids: [shop.id('Secret')],
      }),
    )
    const gift = await testApp.createGift({ campaign_id })
    const ada = browse('en-GB')
    const page = await ada.submit(await ada.open(gift.path), 'open')
    assert.match(page.visibleText, /surprise/)
    assert.doesNotMatch(page.visibleText, /Size guide|milk|Delivering to/)
    const { message } = template.theme
    assert.ok(message.length > 0)
    assert.ok(page.visibleText.includes(`${message} Just tell us where to send it.`))
  })
})

describe('the place of a delivery', () => {
  it('is the guessed country, can be changed, and is on the address form', async () => {
    const { open, id } = await openShop([{ name: 'Cup', stock: { Cup: 5 } }])
    const { page, browser } = await open('de-AT')
    assert.match(page.visibleText, /Lieferziel: Österreich/)
    assert.match(page.text, /<details class="where">/)
    const changed = await browser.submit(page, 'choose', { country: 'CH' }, ['do', 'country'])
    assert.match(changed.visibleText, /Lieferziel: Schweiz/)
    const address = await browser.submit(changed, 'choose', { variant: id('Cup') })
    assert.match(address.text, /<option value="CH" selected>/)
  })

  it('stores no cookie for the guessed country', async () => {
    const { open, id } = await openShop([{ name: 'Cup', stock: { Cup: 5 } }])
    const { page, browser } = await open('de-AT')
    const address = await browser.submit(page, 'choose', { variant: id('Cup') })
    assert.match(address.text, /<option value="AT" selected>/)
    assert.equal(address.headers.get('set-cookie'), null)
    assert.doesNotMatch(address.url, /d=/)
  })

  it('is open for a change if an item is not available there', async () => {
    const rules = { destination_mode: 'deny', destinations: ['AT'] } as const
    const { open } = await openShop(
      [
        { name: 'Wine', stock: { Wine: 5 } },
        { name: 'Cup', stock: { Cup: 5 } },
      ],
      rules,
    )
    const { page } = await open('de-AT')
    assert.match(page.text, /<details class="where" open>/)
  })
})

describe('the estimate of a delivery', () => {
  it('is measured from the latest parcels of the warehouse to the country', async () => {
    const shop = await openShop([{ name: 'Cup', stock: { Cup: 50 } }])
    const { id } = shop
    for (const [index, days] of [3, 3, 4, 4, 5].entries()) {
      if (index === 4) assert.doesNotMatch((await shop.open()).page.text, /class="eta"/)
      await deliver(shop.campaign_id, id('Cup'), days)
    }
    const { page, browser } = await shop.open('en-DE')
    assert.match(page.visibleText, /Delivery usually takes 3–5 days/)
    const elsewhere = await browser.submit(page, 'choose', { country: 'JP' }, ['do', 'country'])
    assert.doesNotMatch(elsewhere.text, /class="eta"/)
    const german = await shop.open('de-DE')
    assert.match(german.page.visibleText, /Lieferzeit meist 3–5 Tage/)
  })

  it('becomes days on the page of the confirmed gift, and folds the help until they are over', async () => {
    const shop = await openShop([{ name: 'Bowl', stock: { Bowl: 50 } }])
    const { id } = shop
    for (const days of [3, 3, 4, 4, 5]) await deliver(shop.campaign_id, id('Bowl'), days)
    const { gift, ada, page } = await redeem(shop.campaign_id, id('Bowl'))
    const now = testApp.db.clock()
    const format = new Intl.DateTimeFormat('de-DE', {
      timeZone: 'Europe/Berlin',
      day: 'numeric',
      month: 'long',
    })
    const days = [3, 5].map((count) => new Date(now.getTime() + count * dayMs)) as [Date, Date]
    const range = format.formatRange(...days).replaceAll(/\s/g, ' ')
    assert.ok(page.visibleText.includes(`Voraussichtliche Ankunft ${range}`), page.visibleText)
    await runner.run()
    await testApp.advance(gift.id, 'in_transit')
    assert.match((await ada.open(gift.path)).text, /<details class="past problem" id="help">/)
    await testApp.advanceTime(7 * dayMs)
    const late = await ada.open(gift.path)
    assert.doesNotMatch(late.visibleText, /Voraussichtliche Ankunft/)
    assert.match(late.text, /<section class="problem" id="help">/)
  })

  it('is unknown for a new product, and the help is folded for the first three days', async () => {
    const shop = await openShop([{ name: 'Lamp', stock: { Lamp: 50 } }])
    const { gift, ada, page } = await redeem(shop.campaign_id, shop.id('Lamp'))
    assert.doesNotMatch(page.text, /id="help"/)
    await runner.run()
    await testApp.advance(gift.id, 'in_transit')
    const young = await ada.open(gift.path)
    assert.match(young.text, /<details class="past problem" id="help">/)
    await testApp.advanceTime(3 * dayMs)
    const old = await ada.open(gift.path)
    assert.match(old.text, /<section class="problem" id="help">/)
  })

  /** Redeems a gift with an address in Germany. */
  async function redeem(campaign_id: string, variant_id: string) {
    const gift = await testApp.createGift({ campaign_id })
    const ada = browse('de-DE')
    const chosen = await ada.submit(await ada.submit(await ada.open(gift.path), 'open'), 'choose', {
      variant: variant_id,
    })
    const page = await ada.submit(await ada.submit(chosen, 'address', homeAddress), 'redeem')
    return { gift, ada, page }
  }

  /** Redeems a gift. Delivers its parcels after this many days. */
  async function deliver(campaign_id: string, variant_id: string, days: number): Promise<void> {
    const { gift } = await redeem(campaign_id, variant_id)
    await runner.run()
    await testApp.advanceTime(days * dayMs)
    await runner.recordScan(gift.id, { state: 'delivered' })
  }
})

describe('the first page of a gift', () => {
  it('is smaller than 40 KB, and compressed smaller than 13 KB, without pictures', async () => {
    const gift = await testApp.createGift()
    const plain = await measurePage(gift.path, 'identity')
    const compressed = await measurePage(gift.path, 'br, gzip')
    assert.ok(plain < 40_000, `${plain} bytes`)
    assert.ok(compressed < 13_000, `${compressed} bytes compressed`)
  })

  const download = (path: string, encoding: string) =>
    new Promise<{ bytes: number; text: string }>((resolve, reject) => {
      const headers = { 'accept-encoding': encoding }
      get(`${origin}${path}`, { headers }, async (response) => {
        const body = Buffer.concat(await response.toArray())
        resolve({ bytes: body.length, text: body.toString() })
      }).on('error', reject)
    })

  /**
   * Measures the bytes of the bodies that a browser receives: the page, its styles, its script and its icon.
   */
  async function measurePage(path: string, encoding: string): Promise<number> {
    const { text } = await download(path, 'identity')
    const page = await download(path, encoding)
    const paths = [
      ...text.matchAll(/<(?:link rel="(?:stylesheet|icon)"[^>]*href|script src)="([^"]+)"/g),
    ]
    assert.ok(paths.length >= 3, text.slice(0, 2_000))
    const files = await Promise.all(paths.map(([, file = '']) => download(file, encoding)))
    return [page, ...files].reduce((sum, { bytes }) => sum + bytes, 0)
  }
})

describe('the versions of a product', () => {
  it('that are sold out are named, and cannot be chosen', async () => {
    const { open, id } = await openShop([
      { name: 'Shirt', stock: { Small: 5, Medium: 0, Large: 5 } },
      { name: 'Cup', stock: { Red: 5, Blue: 0 } },
      { name: 'Plate', stock: { Oak: 0, Ash: 0 } },
    ])
    const { gift, browser, page } = await open()
    assert.match(page.visibleText, /Small Medium · Sold out Large/)
    assert.match(page.visibleText, /Red Blue · Sold out/)
    assert.doesNotMatch(page.visibleText, /Plate|Oak|Ash/)
    assert.equal(page.text.includes(`value="${id('Medium')}"`), false)
    assert.equal(page.text.includes(`value="${id('Large')}"`), true)
    const german = await browse('de').open(`${gift.path}/unwrapped`)
    assert.match(german.visibleText, /Medium · Ausverkauft/)
    const next = await browser.submit(page, 'choose', { variant: id('Red') })
    assert.equal(next.path, `${gift.path}/address`)
  })
  it('count as one gift in the number of gifts to pick from', async () => {
    const { ids } = await openShop([
      { name: 'Bag', stock: { Black: 5, White: 5, Green: 5 } },
      { name: 'Pen', stock: { Pen: 5 } },
      { name: 'Jar', stock: { Jar: 0 } },
    ])
    const template = testApp.campaign('email')
    const campaign_id = await testApp.run((ctx) =>
      campaigns.create(ctx, {
        ...template,
        name: 'Bags',
        theme: { ...template.theme, message: '' },
        sender_id: template.sender.id,
        variant_ids: Object.values(ids),
      }),
    )
    const gift = await testApp.createGift({ campaign_id })
    const ada = browse('en-GB')
    const page = await ada.submit(await ada.open(gift.path), 'open')
    assert.match(page.visibleText, /Pick one of 2 gifts/)
  })
})
