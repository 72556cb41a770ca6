import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  goTo,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'

before(ensureWebApp)
const testApp = await createAdminTestApp()
const browser = await openBrowser()
const { origin } = testApp

it('an admin makes a role, sees what it opens, and gives it to a person, who sees only that', async () => {
  const buyer = await testApp.createUser('viewer')
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin)
  await goTo(page, `${origin}/settings/roles`)
  await waitForHeading(page, 'Roles')
  await page.getByRole('row').filter({ hasText: 'Approver' }).waitFor()
  await assertAccessibleAndFits(page, 'roles')
  await page.getByRole('button', { name: 'New role' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Buyer')
  await dialog.getByText('Only the own profile and sessions.').waitFor()
  await dialog.getByRole('button', { name: 'Create role' }).click()
  await dialog.getByText('must have at least one permission').waitFor()
  await dialog.getByLabel('Change products and stock').check()
  await dialog.getByText('Pages: Catalogue').waitFor()
  await dialog.getByText('Email addresses and links of recipients are masked.').waitFor()
  await assertAccessibleAndFits(page, 'new-role')
  await dialog.getByRole('button', { name: 'Create role' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Buyer' })
  await row.getByText('own', { exact: true }).waitFor()

  await goTo(page, `${origin}/settings/members`)
  const person = page.getByRole('row').filter({ hasText: buyer.email })
  await person.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Change role…' }).click()
  await dialog.getByLabel('Role').selectOption('Buyer')
  await assertAccessibleAndFits(page, 'change-role')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await person.getByText('Buyer').waitFor()

  const own = await openSignedInPage(browser, testApp, buyer)
  await goTo(own.page, `${origin}/`)
  await waitForHeading(own.page, 'Catalogue')
  const links = await own.page.getByRole('navigation').getByRole('link').allInnerTexts()
  assert.ok(!links.some((text) => ['Gifts', 'Packing', 'People'].includes(text.trim())))
  await goTo(own.page, `${origin}/gift-requests`)
  await own.page.getByText('Gifts: not part of your role').waitFor()
  await own.page.getByText('Your role is Buyer.').waitFor()

  await goTo(page, `${origin}/settings/roles`)
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByText('1 person has this role. Give them another one first.').waitFor()
  await page.getByRole('button', { name: 'Delete role' }).click()
  await page.getByText(/This role is in use/).waitFor()
  await page.getByText(/^Request ID/).waitFor()
  await assertAccessibleAndFits(page, 'error-toast')
  assert.deepEqual([...complaints, ...own.complaints], [])
})
