/**
 * Takes the screenshots of the recipient pages for the documentation: each page on a phone and on a desktop, in the
 * light and dark color scheme, as WebP. `node scripts/run.js scripts/screenshot-redeem.ts FOLDER
 * [LANGUAGE] [PAGE]`
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser } from '#test/chromium'
import { createRedeemTestApp } from '#test/redeem-harness'
import { createScreenshotSaver } from './webp-screenshot.ts'

const [, , folder = 'docs/screenshots/redeem', language = 'en', only = ''] = process.argv
mkdirSync(folder, { recursive: true })
const testApp = await createRedeemTestApp()
const ada = { first_name: 'Ada', last_name: 'Larkin' }
const to = () => ({ recipient: { ...ada, email: `ada.${Math.random()}@example.com` } })
const phones = testApp.campaign('gift_link').id
const hall = await testApp.createOneLink({ quantity: 40 })
const stand = await testApp.createOneLink({ quantity: 40 }, { require_confirmation: false })
const closed = await testApp.createOneLink()
await testApp.api.post(`/one_links/${closed.id}/close`)
const origin = await testApp.listen()

type PageSteps = (page: Page, path: string) => Promise<void>

const clickAndWait = (page: Page, name: string) =>
  Promise.all([page.waitForEvent('load'), page.locator(name).first().click()])

const openGift: PageSteps = async (page) => {
  await clickAndWait(page, '.letter .main')
}
const pickItem: PageSteps = async (page, path) => {
  await openGift(page, path)
  await page.locator('.card:has(> input) .words').first().click()
  await clickAndWait(page, '#choose .main')
}
const fillAddress: PageSteps = async (page, path) => {
  await pickItem(page, path)
  await page.locator('#country').selectOption('DE')
  await page.waitForLoadState('networkidle')
  await page.locator('#line_1').fill('Unter den Linden 1')
  await page.locator('#postal_code').fill('10117')
  await page.locator('#city').fill('Berlin')
}
const reviewAddress: PageSteps = async (page, path) => {
  await fillAddress(page, path)
  await clickAndWait(page, '.bar .main')
}
const confirmAddress: PageSteps = async (page, path) => {
  await reviewAddress(page, path)
  await clickAndWait(page, '.bar .main')
}

const createGift = () => testApp.createGift(to())
const giftInState = (state: Parameters<typeof testApp.advance>[1]) => async () => {
  const created = await testApp.createGift(to())
  await testApp.advance(created.id, state)
  return created
}

const screenshots: Record<string, [make: () => Promise<{ path: string }>, steps?: PageSteps]> = {
  unwrap: [createGift],
  unwrapped: [createGift, openGift],
  choose: [
    () => testApp.createGift({ ...to(), campaign_id: phones }),
    async (page, path) => {
      await openGift(page, path)
      await page.goto(origin + path)
      await page.locator('.chip').nth(1).click()
    },
  ],
  address: [createGift, fillAddress],
  mistakes: [
    createGift,
    async (page, path) => {
      await pickItem(page, path)
      await page.locator('#address').evaluate((form) => Object.assign(form, { noValidate: true }))
      await page.locator('#postal_code').fill('12')
      await clickAndWait(page, '.bar .main')
    },
  ],
  review: [createGift, reviewAddress],
  done: [createGift, confirmAddress],
  track: [giftInState('in_transit')],
  fix: [giftInState('shipping_error')],
  delivered: [giftInState('delivered')],
  decline: [
    createGift,
    async (page, path) => {
      await page.goto(`${origin}${path}/decline`)
    },
  ],
  declined: [
    createGift,
    async (page, path) => {
      await page.goto(`${origin}${path}/decline`)
      await clickAndWait(page, '#decline .bar button')
    },
  ],
  expired: [giftInState('expired')],
  cancelled: [giftInState('cancelled')],
  unknown: [async () => ({ path: '/r/nothing' })],
  claim: [async () => hall],
  claimed: [
    async () => stand,
    async (page) => {
      await page.locator('#first_name').fill('Ada')
      await page.locator('#last_name').fill('Larkin')
      await page.locator('#email').fill(`ada.${Math.random()}@example.com`)
      await clickAndWait(page, '#claim .main')
    },
  ],
  closed: [async () => closed],
}

const { browser, close } = await launchBrowser()
const saver = await createScreenshotSaver(browser)
for (const [name, [make, steps]] of Object.entries(screenshots)) {
  if (only !== '' && !only.split(',').includes(name)) continue
  for (const [width, height] of [
    [360, 740],
    [1280, 860],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        locale: language,
        extraHTTPHeaders: { 'accept-language': language },
      })
      const page = await context.newPage()
      const { path } = await make()
      await page.goto(origin + path)
      await steps?.(page, path)
      await page.waitForTimeout(name === 'unwrapped' || name === 'done' ? 2_300 : 1_000)
      await saver.save(page, join(folder, `${name}-${width}-${colorScheme}.webp`))
      await context.close()
    }
}
await close()
process.exit(0)
