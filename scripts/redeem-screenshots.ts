/**
 * Takes the pictures of the recipient's pages that the documents show: each page on a phone and on a
 * desk, by day and by night, as JPEGs of some ten KB. `node scripts/with-node.js scripts/redeem-screenshots.ts FOLDER [LANGUAGE] [PAGE]`
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { createRedeemTestApp } from '#test/redeem-world'

const [, , folder = 'docs/screenshots/redeem', language = 'en', only = ''] = process.argv
mkdirSync(folder, { recursive: true })
const world = await createRedeemTestApp()
const ada = { first_name: 'Ada', last_name: 'Larkin' }
const to = () => ({ recipient: { ...ada, email: `ada.${Math.random()}@example.com` } })
const phones = world.campaign('gift_link').id
const hall = await world.createOneLink({ quantity: 40 })
const closed = await world.createOneLink()
await world.api.post(`/one_links/${closed.id}/close`)
const origin = await world.listen()

type Walk = (page: Page, path: string) => Promise<void>

const press = (page: Page, name: string) =>
  Promise.all([page.waitForEvent('load'), page.locator(name).first().click()])

const unwrap: Walk = async (page) => {
  await press(page, '.letter .main')
}
const pick: Walk = async (page, path) => {
  await unwrap(page, path)
  await page.locator('label.card').first().click()
  await press(page, '#choose .main')
}
const fill: Walk = async (page, path) => {
  await pick(page, path)
  await page.locator('#country').selectOption('DE')
  await page.waitForLoadState('networkidle')
  await page.locator('#line_1').fill('Unter den Linden 1')
  await page.locator('#postal_code').fill('10117')
  await page.locator('#city').fill('Berlin')
}
const check: Walk = async (page, path) => {
  await fill(page, path)
  await press(page, '.bar .main')
}
const confirm: Walk = async (page, path) => {
  await check(page, path)
  await press(page, '.bar .main')
}

const gift = () => world.createGift(to())
const at = (state: Parameters<typeof world.advance>[1]) => async () => {
  const made = await world.createGift(to())
  await world.advance(made.id, state)
  return made
}

const shots: Record<string, [make: () => Promise<{ path: string }>, walk?: Walk]> = {
  unwrap: [gift],
  unwrapped: [gift, unwrap],
  choose: [
    () => world.createGift({ ...to(), campaign_id: phones }),
    async (page, path) => {
      await unwrap(page, path)
      await page.goto(origin + path)
      await page.locator('.chip').nth(1).click()
    },
  ],
  address: [gift, fill],
  mistakes: [
    gift,
    async (page, path) => {
      await pick(page, path)
      await page.locator('#address').evaluate((form) => Object.assign(form, { noValidate: true }))
      await page.locator('#postal_code').fill('12')
      await press(page, '.bar .main')
    },
  ],
  review: [gift, check],
  done: [gift, confirm],
  track: [at('in_transit')],
  fix: [at('shipping_error')],
  delivered: [at('delivered')],
  decline: [
    gift,
    async (page, path) => {
      await page.goto(`${origin}${path}/decline`)
    },
  ],
  declined: [
    gift,
    async (page, path) => {
      await page.goto(`${origin}${path}/decline`)
      await press(page, '.bar .main')
    },
  ],
  expired: [at('expired')],
  cancelled: [at('cancelled')],
  unknown: [async () => ({ path: '/r/nothing' })],
  claim: [async () => hall],
  claimed: [
    async () => hall,
    async (page) => {
      await page.locator('#first_name').fill('Ada')
      await page.locator('#last_name').fill('Larkin')
      await page.locator('#email').fill(`ada.${Math.random()}@example.com`)
      await press(page, '#claim .main')
    },
  ],
  closed: [async () => closed],
}

const browser = await chromium.launch({
  executablePath: process.env.BESTOW_TEST_BROWSER || '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
for (const [name, [make, walk]] of Object.entries(shots)) {
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
      await walk?.(page, path)
      await page.waitForTimeout(name === 'unwrapped' || name === 'done' ? 2_300 : 1_000)
      await page.screenshot({
        path: join(folder, `${name}-${width}-${colorScheme}.jpg`),
        type: 'jpeg',
        quality: 72,
      })
      await context.close()
    }
}
await browser.close()
process.exit(0)
