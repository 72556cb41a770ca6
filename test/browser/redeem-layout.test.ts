import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { languages } from '#platform/lib/languages'
import { createCatalogueFixture } from '#test/catalogue-fixture'
import { openBrowser } from '#test/chromium'
import { createFulfilmentRunner } from '#test/fulfilment-fixture'
import { click, openRecipientPhone } from '#test/recipient-phone'
import { createRedeemTestApp } from '#test/redeem-harness'

const browser = await openBrowser()
const testApp = await createRedeemTestApp()
const origin = await testApp.listen()
const runner = createFulfilmentRunner(testApp)

const openPhone = (options: Partial<BrowserContextOptions> = {}) =>
  openRecipientPhone(browser, { locale: 'en-GB', reducedMotion: 'reduce', ...options })

/** Returns a computed style property of the first element that matches a selector. */
const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(
    `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property}`,
  )

/** Opens the page on which the recipient chooses one of these products. */
async function openChoice(
  products: Parameters<typeof createCatalogueFixture>[1],
  options: Partial<BrowserContextOptions> = {},
): Promise<Page> {
  const { campaign_id } = await createCatalogueFixture(testApp, products)
  const gift = await testApp.createGift({ campaign_id })
  const page = await openPhone(options)
  await page.goto(origin + gift.path)
  await click(page, '.letter .main')
  return page
}

const mug = { name: 'Mug', stock: { Sage: 5, Rose: 5 } }
const tea = { name: 'Tea', stock: { Tea: 5 } }

describe('the card of a product with versions', () => {
  for (const part of ['.photos', '.words'])
    it(`selects the first version when a finger taps its ${part}, and keeps another one`, async () => {
      const page = await openChoice([mug, tea], { hasTouch: true, isMobile: true })
      const card = page.locator('fieldset.card')
      const version = (name: string) => card.getByRole('radio', { name })
      await card.locator(part).tap()
      assert.equal(await version('Sage').isChecked(), true)
      await card.locator('.chip', { hasText: 'Rose' }).tap()
      assert.equal(await version('Rose').isChecked(), true)
      const { x, y, width, height } = (await card.locator(part).boundingBox()) ?? assert.fail(part)
      await page.touchscreen.tap(x + width / 2, y + height / 2)
      assert.equal(await version('Rose').isChecked(), true, 'the choice stays')
    })

  it('has the same light mark in light and in dark until it is selected', async () => {
    const page = await openChoice([mug, tea])
    const markColor = () => styleOf(page, 'fieldset.card .mark', 'backgroundColor')
    const light = await markColor()
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.equal(await markColor(), light)
    const [red = 0, green = 0, blue = 0] = (light.match(/\d+/g) ?? []).map(Number)
    assert.ok(Math.min(red, green, blue) > 200, `${light} is light`)
    await page.locator('.chip').first().click()
    assert.notEqual(await markColor(), light)
  })

  it('shows its selected version in forced colours', async () => {
    const page = await openChoice([mug, tea], { forcedColors: 'active' })
    await page.locator('.chip').first().click()
    const chosen = await styleOf(page, '.chip :checked + span', 'backgroundColor')
    const canvas = await styleOf(page, '.card', 'backgroundColor')
    assert.notEqual(chosen, canvas)
  })
})

describe('the language menu', () => {
  it('is at the same edge on pages of all kinds', async () => {
    const gift = await testApp.createGift()
    const page = await openPhone()
    const distance = async (kind: string) => {
      assert.equal(
        await page.locator(`.language-menu li > ${kind}`).count(),
        languages.length,
        page.url(),
      )
      const { x, width } = (await page.locator('.language-menu').boundingBox()) ?? assert.fail()
      return Math.round(360 - x - width)
    }
    await page.goto(`${origin}/r/nothing`)
    assert.equal(await distance('a'), 20, 'without a logo')
    await page.goto(origin + gift.path)
    assert.equal(await distance('a'), 20)
    await click(page, '.letter .main')
    await page.locator('.language-menu button').first().waitFor({ state: 'attached' })
    assert.equal(await distance('button'), 20, 'a form')
    await page.goto(`${origin}${gift.path}/decline`)
    await click(page, '#decline [value="decline"]')
    await page.locator('#language').waitFor({ state: 'attached' })
    assert.equal(await distance('button[form="language"]'), 20, 'a form of its own')
  })
})

describe('the review', () => {
  const longName = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenhalterung'

  /** Opens the review page of a gift whose item has a very long name without spaces. */
  async function openReview(width: number): Promise<Page> {
    const name = longName.repeat(2)
    const page = await openChoice([{ name, stock: { [name]: 5 } }, tea], {
      locale: 'de-DE',
      viewport: { width, height: 1_194 },
    })
    await page.locator('.card:has(> input) .words').first().click()
    await click(page, '#choose .main')
    assert.equal(await page.locator('#country').inputValue(), 'DE', 'by the language')
    const fields = { line_1: 'Unter den Linden 1', postal_code: '10117', city: 'Berlin' }
    for (const [id, text] of Object.entries(fields)) await page.fill(`#${id}`, text)
    await click(page, '#address .main')
    await page.locator('#review').waitFor()
    return page
  }

  for (const width of [360, 834, 1_024])
    it(`fits a window of ${width} px, with a very long product name`, async () => {
      const page = await openReview(width)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width)
      const wide = await page.evaluate(
        `[...document.querySelectorAll('main *')].filter((each) =>
          each.getBoundingClientRect().right > innerWidth).map((each) => each.outerHTML)`,
      )
      assert.deepEqual(wide, [])
    })

  it('has the chosen item right below the form on a tall tablet', async () => {
    const page = await openReview(834)
    const top = async () => (await page.locator('.chosen').boundingBox())?.y
    const tall = await top()
    await page.setViewportSize({ width: 834, height: 400 })
    await page.evaluate('scrollTo(0, 0)')
    assert.equal(tall, await top())
  })
})

describe('the state of a parcel', () => {
  it('has the colour of errors when the parcel is lost', async () => {
    const [well, lost] = await Promise.all([testApp.createGift(), testApp.createGift()])
    await testApp.advance(well.id, 'in_transit')
    await testApp.advance(lost.id, 'in_transit')
    await runner.recordScan(lost.id, { state: 'lost', message_id: `lost ${lost.id}` })
    const page = await openPhone()
    const colorsOn = async (path: string) => {
      await page.goto(origin + path)
      const color = await styleOf(page, '.parcel h2 .badge', 'color')
      return [color, await styleOf(page, '.parcel h2 .badge', 'backgroundColor')]
    }
    const calm = await colorsOn(well.path)
    const warning = await colorsOn(lost.path)
    assert.notEqual(warning[0], calm[0])
    assert.notEqual(warning[1], calm[1])
    const [red = 0, green = 0, blue = 0] = (warning[0]?.match(/\d+/g) ?? []).map(Number)
    assert.ok(red > 2 * Math.max(green, blue), `${warning[0]} is red`)
  })
})

describe('the links below a button', () => {
  it('are large enough for a finger', async () => {
    const { path } = await testApp.createGift()
    const page = await openPhone()
    const unwrap = async () => {
      await click(page, '.letter .main')
      await page.locator('#choose').waitFor()
    }
    for (const next of [() => page.goto(origin + path), unwrap]) {
      await next()
      const links = await page.locator('.aside a:visible').all()
      assert.notEqual(links.length, 0, page.url())
      for (const link of links) {
        const { height = 0 } = (await link.boundingBox()) ?? {}
        assert.ok(height >= 32, `${await link.textContent()} is ${height} px high`)
      }
    }
  })

  it('lead to a page where declining is no more prominent than the way back', async () => {
    const { path } = await testApp.createGift()
    const page = await openPhone()
    await page.goto(`${origin}${path}/decline`)
    for (const property of ['color', 'backgroundColor', 'borderColor', 'fontWeight', 'fontSize'])
      assert.equal(
        await styleOf(page, '#decline [value="decline"]', property),
        await styleOf(page, '#decline .bar a', property),
        property,
      )
  })
})

describe('the first page', () => {
  it('breaks Japanese text between words, and clips the shadow of the gift to its panel', async () => {
    const { path } = await testApp.createGift()
    const page = await openPhone({ locale: 'ja-JP' })
    await page.goto(origin + path)
    assert.equal(await styleOf(page, 'main p', 'wordBreak'), 'auto-phrase')
    assert.equal(await styleOf(page, '.panel', 'overflow'), 'clip')
  })
})
