import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Page } from 'playwright-core'
import * as mail from '#email'
import * as sends from '#sends'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { eventually } from '#test/eventually'
import { assertAccessible, click, openRecipientPhone } from '#test/recipient-phone'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForHeading,
  waitUntilLoaded,
} from '#test/web-app-page'

before(ensureWebApp)
const browser = await openBrowser()
const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const campaign = fixture.campaign('email')

/** Makes the address of new links public, so that the dialog has a code for a phone. */
const usePublicAddress = (page: Page) =>
  page.route('**/preview-links', async (route) => {
    const sender = { ...testApp.sender, name: 'Ada sender' }
    const link = await testApp.run((ctx) => sends.createPreviewLink(ctx, campaign.id, sender))
    const url = link.url.replace(testApp.origin, 'https://gifts.example')
    await route.fulfill({ status: 201, json: { ...link, url } })
  })

it('a sender tries a campaign: the email, and the whole way on the own phone', async () => {
  const { page, complaints } = await openSignedInPage(
    browser,
    testApp,
    testApp.sender,
    `/campaigns/${campaign.id}`,
  )
  await waitForHeading(page, campaign.name)
  await waitUntilLoaded(page)
  await assertAccessibleAndFits(page, 'try-campaign')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Send to myself' }).click()
  await page.getByText(`A test email is being sent to ${testApp.sender.email}.`).waitFor()
  const [email] = await testApp.run((ctx) => mail.listByRecipient(ctx, testApp.sender.email))
  assert.match(email?.subject ?? '', /^Test: /)

  await page.getByRole('button', { name: 'Open on my phone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open on my phone' })
  await dialog.getByText('This address works on this machine only.').waitFor()
  const link = dialog.getByRole('link', { name: 'Open it here' })
  const first = (await link.getAttribute('href')) ?? ''
  await usePublicAddress(page)
  await dialog.getByRole('button', { name: 'New link' }).click()
  await dialog.getByText(/^https:\/\/gifts\.example\/try\/\w{22}$/).waitFor()
  const code = dialog.getByRole('img', { name: 'QR code of the link' })
  await eventually(() =>
    code.evaluate((image) => 'naturalWidth' in image && image.naturalWidth !== 0),
  )
  await dialog.getByText(/^The link works until \d/).waitFor()
  await assertAccessibleAndFits(page, 'try-dialog')
  const second = (await link.getAttribute('href')) ?? ''
  assert.notEqual(new URL(second).pathname, new URL(first).pathname)
  assert.deepEqual(complaints, [])

  await goTheWholeWay(testApp.origin + new URL(second).pathname)
})

async function goTheWholeWay(url: string): Promise<void> {
  const options = { locale: 'en-GB', reducedMotion: 'reduce' } as const
  const page = await openRecipientPhone(browser, options)
  const look = async (name: string) => {
    await page.getByText('Preview: nothing is saved, ordered or sent.').waitFor()
    await assertAccessible(page)
    const folder = process.env.BESTOW_TEST_PICTURES
    if (folder === undefined) return
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: `${folder}/try-${name}-${colorScheme}.png`, fullPage: true })
    }
  }
  await page.goto(url)
  await look('wrapped')
  await assertNoticeIsClear(page)
  await click(page, '.letter .main')
  await look('choose')
  await page.locator('.card:has(> input) .words').first().click()
  await click(page, '#choose .main')
  await page.getByRole('heading', { level: 1, name: 'Where should we send it?' }).waitFor()
  await page.getByLabel('Country').selectOption('DE')
  await page.getByLabel('Postcode').waitFor()
  await page
    .getByLabel(/^Address$|Street|Address line 1/)
    .first()
    .fill('Unter den Linden 1')
  await page.getByLabel('Postcode').fill('10117')
  await page.getByLabel(/City|Town/).fill('Berlin')
  await look('address')
  await click(page, '#address .main')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await look('review')
  await click(page, '#review .main')
  await page.getByRole('heading', { level: 1, name: /^All set/ }).waitFor()
  await look('done')
}

/** Asserts that the header of the first page covers no part of the notice, and that nothing lies above it. */
async function assertNoticeIsClear(page: Page): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    const folder = process.env.BESTOW_TEST_PICTURES
    if (folder !== undefined) await page.screenshot({ path: `${folder}/try-notice-${width}.png` })
    const isClear = await page.evaluate(`(() => {
      const header = document.querySelector('.top').getBoundingClientRect()
      const box = document.querySelector('.notice').getBoundingClientRect()
      const at = document.elementFromPoint(box.left + 30, box.top + box.height / 2)
      return header.bottom <= box.top + 1 && at.closest('.notice') !== null
    })()`)
    assert.equal(isClear, true, `${width} px`)
  }
  await page.setViewportSize({ width: 360, height: 740 })
}
