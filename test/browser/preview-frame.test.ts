import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Page } from 'playwright-core'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'

/*
 * The tests of the phone in the editors. It shows a skeleton while its page loads, and a
 * message if the page cannot load.
 */

before(ensureWebApp)
const browser = await openBrowser()
const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const editor = `/campaigns/${fixture.campaign('email').id}/edit`

const preview = (page: Page) => page.getByRole('complementary', { name: 'Preview' })
const phoneSize = async (page: Page) => {
  const { width, height } = (await preview(page).locator('.phone').boundingBox()) ?? assert.fail()
  return { width, height }
}

it('shows a skeleton of the same size until the preview has loaded, and keeps the old one afterwards', async () => {
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin)
  let release = Promise.withResolvers<void>()
  await page.route(`${testApp.origin}/preview`, async (route) => {
    await release.promise
    await route.continue()
  })
  await page.goto(`${testApp.origin}${editor}`)
  const skeleton = preview(page).getByRole('status', { name: 'Loading' })
  await skeleton.waitFor()
  const before = await phoneSize(page)
  release.resolve()
  await skeleton.waitFor({ state: 'detached' })
  const frame = preview(page).locator('iframe[data-visible]')
  await frame.waitFor()
  assert.deepEqual(await phoneSize(page), before)

  release = Promise.withResolvers()
  await preview(page).getByText('Email', { exact: true }).click()
  await preview(page).locator('iframe[title="Email"]').waitFor({ state: 'attached' })
  assert.equal(await frame.getAttribute('title'), 'Page before opening')
  assert.equal(await skeleton.count(), 0)
  release.resolve()
  await preview(page).locator('iframe[title="Email"][data-visible]').waitFor()
  assert.deepEqual(complaints, [])
})

it('shows why a preview failed, and loads it again', async () => {
  const { page } = await openSignedInPage(browser, testApp, testApp.admin)
  let isBroken = true
  await page.route(`${testApp.origin}/preview`, (route) =>
    isBroken ? route.abort() : route.continue(),
  )
  await page.goto(`${testApp.origin}${editor}`)
  await waitForHeading(page, /^Edit/)
  await preview(page).getByText('The preview could not be loaded').waitFor()
  await preview(page).getByText('Can’t reach the server').waitFor()
  await assertAccessibleAndFits(page, 'failed-preview')
  isBroken = false
  await preview(page).getByRole('button', { name: 'Try again' }).click()
  await preview(page).locator('iframe[data-visible]').waitFor()
})
