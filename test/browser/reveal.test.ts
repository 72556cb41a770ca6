import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import * as gifting from '#gifting'
import * as greetings from '#greetings'
import { openBrowser } from '#test/chromium'
import { photo } from '#test/media-fixture'
import { assertNoViolations, openRecipientPhone } from '#test/recipient-phone'
import { createRedeemTestApp } from '#test/redeem-harness'

const browser = await openBrowser()
const testApp = await createRedeemTestApp()
const origin = await testApp.listen()

/** Opens a gift with a card and a photo, and presses the button that unwraps it. */
async function unwrap(options: BrowserContextOptions): Promise<Page> {
  const gift = await testApp.createGift()
  await testApp.run(async (ctx) => {
    const media = await greetings.saveMedia(ctx, photo(900, 600), 'Dana waves')
    await gifting.setGreeting(ctx, gift.id, { card: 'birthday', media_id: media.id })
  })
  const page = await openRecipientPhone(browser, { locale: 'en-GB', ...options })
  await page.goto(origin + gift.path)
  await page.locator('.letter .main').click()
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Choose' }).waitFor()
  return page
}

/** Returns a computed style property of the first element that matches a selector. */
const styleOf = (page: Page, selector: string, property: 'animationName' | 'opacity') =>
  page.evaluate<string>(
    `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property}`,
  )

const fits = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= innerWidth')

for (const colorScheme of ['light', 'dark'] as const)
  it(`the gift opens and the items follow one after another, in ${colorScheme}`, async () => {
    const page = await unwrap({ colorScheme, reducedMotion: 'no-preference' })
    assert.equal(await styleOf(page, '#choose .card', 'animationName'), 'given')
    const delays = await page.evaluate<number[]>(
      `[...document.querySelectorAll('#choose .card')].slice(0, 3)
        .map((card) => parseFloat(getComputedStyle(card).animationDelay))`,
    )
    assert.deepEqual(delays, [1, 1.12, 1.24])
    assert.equal(await fits(page), true)
    // every animation ends with a visible card
    await page.evaluate('Promise.all(document.getAnimations().map((each) => each.finish()))')
    assert.equal(await styleOf(page, '#choose .card', 'opacity'), '1')
    await assertNoViolations(page)
  })

it('with reduced motion the items are there at once', async () => {
  const page = await unwrap({ reducedMotion: 'reduce' })
  assert.equal(await styleOf(page, '#choose .card', 'animationName'), 'none')
  assert.equal(await styleOf(page, '#choose .card', 'opacity'), '1')
})

it('without a script the gift opens, and the card is open with its photo', async () => {
  const page = await unwrap({ javaScriptEnabled: false, reducedMotion: 'no-preference' })
  await page.locator('.card-note .card-picture').waitFor()
  await page.locator('.card-note').getByRole('img', { name: 'Dana waves' }).waitFor()
  await page.getByRole('link', { name: 'View and print the card' }).click()
  await page.getByRole('heading', { name: /^A card from / }).waitFor()
  assert.equal(await page.locator('[data-print]').isVisible(), false)
})

it('the card is alone on paper', async () => {
  const page = await unwrap({ reducedMotion: 'reduce', colorScheme: 'dark' })
  await page.goto(`${page.url().replace(/\/unwrapped.*$/, '')}/card`)
  await page.getByRole('button', { name: 'Print the card' }).waitFor()
  assert.equal(await fits(page), true)
  await assertNoViolations(page)
  await page.emulateMedia({ media: 'print' })
  for (const selector of ['.top', 'footer', '[data-print]'])
    assert.equal(await page.locator(selector).first().isVisible(), false, selector)
  assert.equal(await page.locator('.greeting blockquote').isVisible(), true)
})
