import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import * as gifting from '#gifting'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { createFulfilmentRunner } from '#test/fulfilment-fixture'
import { assertAccessible, click, openRecipientPhone } from '#test/recipient-phone'
import { createRedeemTestApp } from '#test/redeem-harness'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForHeading,
  waitUntilLoaded,
} from '#test/web-app-page'

before(ensureWebApp)
const browser = await openBrowser()
const redeemApp = await createRedeemTestApp()
const origin = await redeemApp.listen()
const adminApp = await createAdminTestApp()
const fixture = await createAdminFixture(adminApp)

it('a recipient swaps the gift on a phone', async () => {
  const gift = await redeemApp.createGift()
  const page = await openRecipientPhone(browser, { locale: 'de-DE', reducedMotion: 'reduce' })
  await page.goto(origin + gift.path)
  await click(page, '.letter .main')
  await page.locator('.card:has(> input) .words').first().click()
  await click(page, '#choose .main')
  if ((await page.locator('#country').inputValue()) !== 'DE') {
    await page.selectOption('#country', 'DE')
    // The script replaces the fields when the country changes.
    await page.locator('#address [data-done]:not(:empty)').waitFor({ state: 'attached' })
  }
  const berlin = { name: 'Ada', line_1: 'Unter den Linden 1', postal_code: '10117', city: 'Berlin' }
  for (const [name, text] of Object.entries(berlin)) await page.fill(`#${name}`, text)
  await click(page, '#address .main')
  await click(page, '#review .main')
  await createFulfilmentRunner(redeemApp).run()
  await page.goto(origin + gift.path)
  await assertAccessible(page)
  await click(page, '.change a[href*="change"]')
  await assertAccessible(page)
  const before = (await redeemApp.api.get(`/gift_requests/${gift.id}`)).json.line_items[0]
  const other = page
    .locator(`.card:has(> input):not(:has(input[value="${before.variant_id}"]))`)
    .last()
  const name = await other.locator('.what').textContent()
  await other.locator('.words').click()
  await click(page, '#change .main')
  assert.match((await page.locator('.notice').textContent()) ?? '', /Änderungen sind gespeichert/)
  await assertAccessible(page)
  const { line_items } = (await redeemApp.api.get(`/gift_requests/${gift.id}`)).json
  assert.ok(line_items[0].name.startsWith(name ?? '-'))
  await page.reload()
  await page.goBack()
  const changes = await redeemApp.run((ctx) =>
    gifting.listChanges(ctx, { account_id: ctx.account_id, id: gift.id }),
  )
  assert.equal(changes.length, 1, 'Back and Reload change nothing')
})

it('a sender sends an expired gift again, and finds both gifts', async () => {
  const id = await fixture.sendGift('ada.larkin@example.com')
  await fixture.simulateTo(id, 'expired')
  const { page, complaints } = await openSignedInPage(
    browser,
    adminApp,
    adminApp.sender,
    `/gift-requests/${id}`,
  )
  await waitForHeading(page, /ada larkin/i)
  await waitUntilLoaded(page)
  await page.getByRole('button', { name: 'Send again' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Send again' })
  await dialog.getByLabel('Email address').fill('ada.new@example.com')
  await dialog.getByLabel('Message').fill('Have another look, Ada.')
  await assertAccessibleAndFits(page, 'send-again')
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await page.getByText(/This gift replaces/).waitFor()
  await page.getByText('ada.new@example.com').first().waitFor()
  await page.getByRole('link', { name: /GR-/ }).first().click()
  await page.getByText(/This gift was sent again as/).waitFor()
  await assertAccessibleAndFits(page, 'gift-sent-again')
  assert.deepEqual(complaints, [])
})

it('a sender sends selected gifts again from the list', async () => {
  const id = await fixture.sendGift('ben.okafor@example.com')
  await fixture.simulateTo(id, 'expired')
  const { page, complaints } = await openSignedInPage(
    browser,
    adminApp,
    adminApp.sender,
    '/gift-requests?q=ben',
  )
  await page
    .getByRole('row', { name: /ben okafor/i })
    .getByRole('checkbox')
    .check()
  const selection = page.getByRole('region', { name: 'Selection' })
  await selection.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await page.getByText(/^Sent again as GR-/).waitFor()
  await page
    .getByRole('row', { name: /ben okafor/i })
    .nth(1)
    .waitFor()
  assert.deepEqual(complaints, [])
})
