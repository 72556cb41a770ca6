import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import * as accounts from '#accounts'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'

before(ensureWebApp)
const browser = await openBrowser()
const testApp = await createAdminTestApp()

/** Ends the suspended account of a row, after its name was typed. */
async function endAccount(page: Page, row: Locator): Promise<void> {
  const dialog = page.getByRole('dialog')
  await row.getByRole('button', { name: 'Actions for Orchard & Co' }).click()
  await page.getByRole('menuitem', { name: 'End…' }).click()
  await dialog.getByText(/deleted for good/).waitFor()
  const end = dialog.getByRole('button', { name: 'End account' })
  await dialog.getByLabel(/to confirm/).fill('Orchard')
  assert.ok(await end.isDisabled())
  assert.equal(await dialog.getByLabel(/^Days/).inputValue(), '30')
  await dialog.getByLabel(/^Days/).fill('14')
  await dialog.getByLabel(/to confirm/).fill('Orchard & Co')
  await assertAccessibleAndFits(page, 'the end of an account')
  await page.setViewportSize({ width: 1280, height: 800 })
  await end.click()
  await row.getByText(/Deleted after .+, in 2 weeks/).waitFor()
  await assertAccessibleAndFits(page, 'an account that ends')
  await page.setViewportSize({ width: 1280, height: 800 })
}

it('operators create an account, suspend it, end it and resume it', async () => {
  const { email } = testApp.admin
  await testApp.run((ctx) => accounts.setOperator(ctx, email, true), ALL_ACCOUNTS)
  const { page, complaints } = await openSignedInPage(
    browser,
    testApp,
    testApp.admin,
    '/settings/accounts',
  )
  await waitForHeading(page, 'Accounts')
  await page.getByRole('button', { name: 'New account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the business').fill('Orchard & Co')
  await dialog.getByLabel('Name of the first admin').fill('Grace Hopper')
  await dialog.getByLabel('Email of the first admin').fill('grace')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await dialog.getByText(/email address/).waitFor()
  await dialog.getByLabel('Email of the first admin').fill('grace@orchard.example')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await dialog.getByText('grace@orchard.example gets an email with a link').waitFor()
  await dialog.getByText(/\/invitation#/).waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()

  const row = page.getByRole('row', { name: /Orchard & Co/ })
  await row.waitFor()
  await assertAccessibleAndFits(page, 'accounts')
  await page.setViewportSize({ width: 1280, height: 800 })
  await row.getByRole('button', { name: 'Actions for Orchard & Co' }).click()
  await page.getByRole('menuitem', { name: 'Suspend…' }).click()
  await dialog.getByLabel('Reason').fill('Unpaid invoice 4711')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await row.getByText('Suspended').waitFor()
  await row.getByText('Unpaid invoice 4711').waitFor()
  await endAccount(page, row)
  await row.getByRole('button', { name: 'Actions for Orchard & Co' }).click()
  await page.getByRole('menuitem', { name: 'Resume…' }).click()
  await dialog.getByText(/its end is called back/).waitFor()
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await row.getByText('Suspended').waitFor({ state: 'detached' })
  assert.equal(await row.getByText(/Deleted after/).count(), 0)
  assert.deepEqual(complaints, [])
})

it('operators create a token for a program, copy it once and revoke it', async () => {
  const { page, complaints } = await openSignedInPage(
    browser,
    testApp,
    testApp.admin,
    '/settings/accounts',
  )
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Customer portal')
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(testApp.admin.password)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await dialog.getByText(/svc-op-v1-staging-/).waitFor()
  await dialog.getByLabel('I’ve saved it somewhere safe').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row', { name: /Customer portal/ })
  await row.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await row.getByText('Revoked').waitFor()
  await assertAccessibleAndFits(page, 'tokens for programs')
  assert.deepEqual(complaints, [])
})

it('the page is not for other users', async () => {
  const { page } = await openSignedInPage(browser, testApp, testApp.sender, '/settings/accounts')
  await page
    .getByText(/operator/)
    .first()
    .waitFor()
  assert.equal(await page.getByRole('button', { name: 'New account' }).count(), 0)
})
