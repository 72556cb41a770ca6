import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import * as gifting from '#gifting'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { findDonations } from '#test/donation-fixture'
import { createRedeemTestApp } from '#test/redeem-harness'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'

before(ensureWebApp)
const browser = await openBrowser()
const testApp = await createRedeemTestApp()
const origin = await testApp.listen()
const campaign = testApp.campaign('gift_link')

async function openPhonePage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
    ...options,
  })
  after(() => context.close())
  context.setDefaultTimeout(20_000)
  return context.newPage()
}

/** Asserts that axe finds no violation and that the page does not scroll horizontally. */
async function assertAccessible(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
    .setLegacyMode()
    .analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
  assert.deepEqual(found, [], page.url())
  if (process.env.SHOT)
    await page.screenshot({ path: `/tmp/donate-shots/${name}.png`, fullPage: true })
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
}

const clickButton = (page: Page, selector: string) =>
  Promise.all([page.waitForEvent('domcontentloaded'), page.locator(selector).first().click()])

/**
 * Chooses the donation. The campaign has a wine, which not every state allows,
 * so the page asks for the state.
 */
async function chooseDonation(page: Page): Promise<void> {
  await page.locator('#choose select[name=region]').selectOption('CA')
  await page.locator('.card:has(> input) .words', { hasText: 'Open Tide' }).click()
}

it('lets a recipient donate on a phone, with and without script, in light and dark mode', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await openPhonePage({ colorScheme, javaScriptEnabled: true })
    const gift = await testApp.createGift({ campaign_id: campaign.id })
    await page.goto(origin + gift.path)
    await clickButton(page, '.letter .main')
    await assertAccessible(page, `choose-${colorScheme}`)
    await chooseDonation(page)
    await clickButton(page, '#choose .main')
    await assertAccessible(page, `review-${colorScheme}`)
    await clickButton(page, '#review .main')
    await assertAccessible(page, `done-${colorScheme}`)
    await page.goto(origin + gift.path)
    await assertAccessible(page, `later-${colorScheme}`)
    const [donation] = await findDonations(testApp, gift.id)
    assert.equal(donation?.amount_minor, 5_000)
  }
  const page = await openPhonePage({ javaScriptEnabled: false })
  const gift = await testApp.createGift({ campaign_id: campaign.id })
  await page.goto(origin + gift.path)
  await clickButton(page, '.letter .main')
  await chooseDonation(page)
  await clickButton(page, '#choose .main')
  await clickButton(page, '#review .main')
  assert.equal((await findDonations(testApp, gift.id)).length, 1)
})

it('lets an admin add a charity and mark its donations as paid', async () => {
  const adminApp = await createAdminTestApp()
  const { page, complaints } = await openSignedInPage(
    browser,
    adminApp,
    adminApp.admin,
    '/catalogue/new',
  )
  const shoot = async (name: string) => {
    if (process.env.SHOT)
      await page.screenshot({ path: `/tmp/donate-shots/${name}.png`, fullPage: true })
  }
  await page.getByText('Donation', { exact: true }).click()
  await page.getByLabel('Name of the charity').fill('Harbour Lifeboats')
  await page.getByLabel('Registration number (optional)').fill('VR 1234')
  await page.getByLabel('Website (optional)').fill('https://lifeboats.example')
  await page.getByLabel('Name of variant 1').fill('12.50 euros')
  await page.getByLabel('SKU of variant 1').fill('BOAT-12')
  await page.getByLabel('Currency of variant 1').fill('eur')
  await page.getByLabel('Amount of variant 1').fill('12.50')
  await assertAccessibleAndFits(page, 'donations')
  await shoot('admin-form')
  await page.getByRole('button', { name: 'Create product' }).click()
  await waitForHeading(page, 'Harbour Lifeboats')
  await page.getByText('€12.50').waitFor()
  await assertAccessibleAndFits(page, 'donations')
  await shoot('admin-product')

  const client = await adminApp.signIn(adminApp.admin)
  const { json } = await client.get('/products?q=lifeboats')
  const variant_id = json.data[0].variants[0].id
  const sent = await client.post('/send', {
    options: {
      ...{ variant_ids: [variant_id], selection_mode: 'one' },
      email_message: { subject: 'For you', body: 'Please choose.' },
    },
    rows: [{ recipient: { first_name: 'Ada', last_name: 'Larkin', email: 'ada.b@example.com' } }],
  })
  const { id } = sent.json.rows[0]
  await gifting.processDue(adminApp.db)
  await adminApp.run((ctx) => gifting.redeem(ctx, id, { variant_ids: [variant_id] }))

  await page.goto(`${adminApp.origin}/donations`)
  await waitForHeading(page, 'Donations')
  const row = page.getByRole('row', { name: /Harbour Lifeboats/ })
  await row.getByText('Not paid').waitFor()
  await assertAccessibleAndFits(page, 'donations')
  await shoot('admin-donations')
  await row.getByRole('button', { name: /^Mark as paid/ }).click()
  await page.getByText('Bestow sends no money.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
  await row.getByText(/^Paid/).waitFor()
  await page.getByText('Everything is paid.').waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 800 })
  await assertAccessibleAndFits(page, 'donations')
  await shoot('admin-donations-phone')

  await page.goto(`${adminApp.origin}/gift-requests/${id}`)
  await page.getByText('€12.50 to Harbour Lifeboats').waitFor()
  await shoot('admin-gift')
  assert.deepEqual(complaints, [])
})
