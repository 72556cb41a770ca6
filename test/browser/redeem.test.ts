import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser } from '#test/chromium'
import { confirmationPath } from '#test/claim-fixture'
import { createRedeemTestApp } from '#test/redeem-harness'
import { isShortRun } from '#test/run-size'

const browser = await openBrowser()
const testApp = await createRedeemTestApp()
const origin = await testApp.listen()

/** Opens a page on a phone. Records its requests to other origins and its console errors. */
async function openPhonePage(options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
    ...options,
  })
  after(() => context.close())
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const foreign: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) foreign.push(request.url())
  })
  page.on('console', (message) => {
    // A form with errors returns 422, which browsers log as an error.
    if (message.type() === 'error' && !/status of 422/.test(message.text()))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { page, foreign, complaints, context }
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Asserts that axe finds no violation and that the page does not scroll horizontally. */
async function assertAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: rules, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze()
  const descriptions = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
  assert.deepEqual(descriptions, [], page.url())
  const width = await page.evaluate('document.documentElement.scrollWidth')
  assert.equal(width, 360, `${page.url()} is ${width} wide`)
}

const clickButton = (page: Page, selector: string) =>
  Promise.all([page.waitForEvent('domcontentloaded'), page.locator(selector).first().click()])

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(fields)) await page.fill(`#${name}`, text)
}

const berlin = {
  name: 'Ada Larkin',
  line_1: 'Unter den Linden 1',
  postal_code: '10117',
  city: 'Berlin',
}

/** Redeems a gift from the start page to the thank-you note. Calls `inspect` on each page. */
async function redeem(page: Page, path: string, inspect: (page: Page) => Promise<void>) {
  await page.goto(origin + path)
  await inspect(page)
  await clickButton(page, '.letter .main')
  await inspect(page)
  await page.locator('.card:has(> input) .words').first().click()
  await clickButton(page, '#choose .main')
  await inspect(page)
  if ((await page.locator('#country').inputValue()) !== 'DE') {
    await page.selectOption('#country', 'DE')
    const submitCountry = page.locator('.go [value=country]')
    if (await submitCountry.isVisible()) await clickButton(page, '.go [value=country]')
    // The script replaces the fields when the country changes. Text that was typed before is lost.
    else await page.locator('#address [data-done]:not(:empty)').waitFor({ state: 'attached' })
  }
  await fill(page, berlin)
  await clickButton(page, '#address .main')
  await inspect(page)
  await clickButton(page, '#review .main')
  await inspect(page)
  await page.locator('#thanks summary').click()
  await fill(page, { text: 'Danke 🎁' })
  await clickButton(page, '#note .main')
  await inspect(page)
  assert.match((await page.locator('#thanks').textContent()) ?? '', /Danke 🎁/)
}

const getStatus = (id: string) =>
  testApp.api.get(`/gift_requests/${id}`).then(({ json }) => json.status)

const locales = isShortRun ? ['de-DE', 'ja-JP'] : ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'ja-JP']

it('a gift is redeemed on a phone in each language, without axe violations', async () => {
  await Promise.all(
    locales.map(async (locale) => {
      const gift = await testApp.createGift()
      const { page, foreign, complaints } = await openPhonePage({ locale })
      await redeem(page, gift.path, assertAccessible)
      assert.equal(await page.locator('html').getAttribute('lang'), locale.slice(0, 2))
      assert.equal(await getStatus(gift.id), 'redeemed')
      assert.deepEqual([foreign, complaints], [[], []])
    }),
  )
})

it('Back and Reload after the review show pages without a resubmission prompt', async () => {
  const gift = await testApp.createGift()
  const { page } = await openPhonePage({ locale: 'de-DE' })
  await page.goto(origin + gift.path)
  await clickButton(page, '.letter .main')
  await page.locator('.card:has(> input) .words').first().click()
  await clickButton(page, '#choose .main')
  await fill(page, { ...berlin, postal_code: '1' })
  await clickButton(page, '#address .main')
  await page.locator('#summary').waitFor()
  await fill(page, berlin)
  await clickButton(page, '#address .main')
  await page.locator('#review').waitFor()
  await page.reload()
  assert.match((await page.locator('#review').textContent()) ?? '', /Unter den Linden 1/)
  await page.goBack()
  assert.equal(await page.locator('#line_1').inputValue(), berlin.line_1)
  await page.goForward()
  await clickButton(page, '#review .main')
  await page.locator('#note').waitFor({ state: 'attached' })
  await page.goBack()
  assert.match(page.url(), new RegExp(`${gift.path}$`))
  assert.match((await page.locator('main').textContent()) ?? '', /Unter den Linden 1/)
})

it('a gift is redeemed without JavaScript', async () => {
  const gift = await testApp.createGift()
  const { page, foreign, context } = await openPhonePage({
    javaScriptEnabled: false,
    locale: 'en-US',
  })
  await redeem(page, gift.path, async () => {})
  assert.equal(await getStatus(gift.id), 'redeemed')
  assert.deepEqual(foreign, [])
  const cookies = await context.cookies()
  assert.deepEqual(
    cookies.map(({ name, path, httpOnly }) => [name, path, httpOnly]),
    [['bestow_recipient', gift.path, true]],
  )
})

it('a gift is redeemed with the keyboard alone', async () => {
  const gift = await testApp.createGift()
  const { page } = await openPhonePage({ locale: 'de-DE' })
  const tabTo = async (selector: string) => {
    for (let tabs = 0; tabs < 60; tabs++) {
      await page.keyboard.press('Tab')
      if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`))
        return
    }
    assert.fail(`the tab order of ${page.url()} does not include ${selector}`)
  }
  const enter = (key = 'Enter') =>
    Promise.all([page.waitForEvent('domcontentloaded'), page.keyboard.press(key)])
  await page.goto(origin + gift.path)
  await tabTo('.letter .main')
  await enter()
  await tabTo('[type=radio]')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await tabTo('#choose .main')
  await enter()
  for (const [name, text] of Object.entries({
    line_1: berlin.line_1,
    postal_code: '1',
    city: 'Berlin',
  })) {
    await tabTo(`#${name}`)
    await page.keyboard.type(text)
  }
  await enter() // Enter in a field must submit the form, and not the country selection
  assert.equal(await page.evaluate('document.activeElement?.id'), 'summary')
  await tabTo('#summary a')
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate('document.activeElement?.id'), 'postal_code')
  await page.keyboard.type('0117')
  await enter()
  await tabTo('#review .main')
  await enter('Space')
  await tabTo('#thanks summary')
  await page.keyboard.press('Enter')
  await tabTo('#text')
  await page.keyboard.type('Danke')
  await tabTo('#note .main')
  await enter()
  assert.equal(await getStatus(gift.id), 'redeemed')
  assert.match((await page.locator('#thanks').textContent()) ?? '', /Danke/)
})

it('the pages of other states are accessible in dark mode', async () => {
  const createInState = async (state: Parameters<typeof testApp.advance>[1], page = '') => {
    const gift = await testApp.createGift()
    if (state !== 'awaiting_recipient') await testApp.advance(gift.id, state)
    return gift.path + page
  }
  const paths = await Promise.all([
    createInState('awaiting_recipient', '/decline'),
    createInState('in_transit'),
    createInState('shipping_error'),
    createInState('shipping_error', '/problem'),
    createInState('expired'),
    createInState('cancelled'),
    '/r/nothing',
    testApp.createOneLink().then(({ path }) => path),
  ])
  const { context } = await openPhonePage({ colorScheme: 'dark', locale: 'en-US' })
  const page = await context.newPage()
  for (const path of paths) {
    await page.goto(origin + path)
    await assertAccessible(page)
  }
})

it('lists form errors, and confirms a claim by the emailed link, without axe violations', async () => {
  const { path } = await testApp.createOneLink()
  const { page } = await openPhonePage({ locale: 'en-US' })
  await page.goto(origin + path)
  await page.evaluate(`document.getElementById('claim').noValidate = true`)
  await clickButton(page, '#claim .main')
  await assertAccessible(page)
  await fill(page, { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' })
  await clickButton(page, '#claim .main')
  await assertAccessible(page)
  assert.match((await page.locator('h1').textContent()) ?? '', /Check your inbox/)
  await page.goto(origin + (await confirmationPath(testApp, 'ada@example.com')))
  await assertAccessible(page)
  await clickButton(page, '#confirm .main')
  await clickButton(page, '.letter .main')
  assert.match((await page.locator('h1').textContent()) ?? '', /Ada, this is for you/)
})

it('the button that opens the gift is visible on a small phone without scrolling', async () => {
  const body = 'Thank you for everything that you did this year. '.repeat(12)
  const gift = await testApp.createGift({ email_message: { subject: 'For you', body } })
  const { page } = await openPhonePage({ viewport: { width: 390, height: 664 } })
  await page.goto(origin + gift.path)
  const box = await page.locator('.letter .main').boundingBox()
  assert.ok(box !== null && box.y > 0 && box.y + box.height <= 664, JSON.stringify(box))
  await clickButton(page, '.letter .main')
})

it('the button names the chosen item, and stands back before the choice', async () => {
  const { page, complaints } = await openPhonePage()
  const gift = await testApp.createGift()
  await page.goto(`${origin}${gift.path}`)
  await clickButton(page, '.letter .main')
  const button = page.locator('#choose .main')
  const fill = () =>
    page.evaluate('getComputedStyle(document.querySelector("#choose .main")).backgroundColor')
  assert.equal(await button.textContent(), 'Continue')
  const before = await fill()
  const [name] = await page.locator('.card .what').allTextContents()
  await page.locator('.card .words').first().click()
  assert.equal(await button.textContent(), `Continue with ${name}`)
  assert.notEqual(await fill(), before)
  assert.deepEqual(complaints, [])
})
