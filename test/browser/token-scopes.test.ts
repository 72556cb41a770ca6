import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '#test/chromium'
import { createDeveloperTestApp } from '#test/developer-harness'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'

before(ensureWebApp)
const testApp = await createDeveloperTestApp()
const browser = await openBrowser()

const callApi = (token: string) =>
  testApp.call('GET', '/campaigns', {
    authorization: `Bearer ${token}`,
    'service-api-version': '2026-05',
  })

async function choosePreset(page: Page, name: string) {
  await page.getByRole('combobox', { name: 'Permissions' }).click()
  await page.getByRole('option', { name }).click()
}

it('an admin chooses the permissions of a key, and confirms those that are sensitive', async () => {
  const path = '/developers/api-keys'
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin, path)
  await waitForHeading(page, 'API keys')
  await page.getByRole('button', { name: 'Generate new API key' }).first().click()
  await page.getByLabel('Name').fill('Reports')
  await choosePreset(page, 'Reports')
  await page.getByLabel('Read campaigns').uncheck()
  await assertAccessibleAndFits(page, 'developers-new-key')
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await page.getByText('This is shown once').waitFor()
  const token = (await page.locator('[data-secret]').first().textContent()) ?? ''
  await page.getByLabel('I’ve saved it').check()
  await page.getByRole('button', { name: 'Done' }).click()
  assert.equal((await callApi(token)).status, 403)
  await page.getByText('2 permissions').waitFor()
  await page.getByText('reports:read, events:read').waitFor()

  await page.getByRole('button', { name: 'Actions for Reports' }).click()
  await page.getByRole('menuitem', { name: 'Change permissions…' }).click()
  await choosePreset(page, 'Full access')
  await page.getByLabel('Also manage webhook endpoints').check()
  await page.getByLabel('Your password').fill('a guess')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This is not your password.').waitFor()
  await assertAccessibleAndFits(page, 'developers-key-permissions')
  await page.getByLabel('Your password').fill(testApp.admin.password)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Full access and webhooks').waitFor()
  assert.equal((await callApi(token)).status, 200)
  assert.deepEqual(complaints, [])
})
