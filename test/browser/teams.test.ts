import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import * as accounts from '#accounts'
import { createAdminFixture } from '#test/admin-fixture'
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
const fixture = await createAdminFixture(testApp)
const campaign = fixture.campaign('email')

it('lets an admin create a team, and a sender of two teams choose one', async () => {
  const { page } = await openSignedInPage(browser, testApp, testApp.admin, '/settings/teams')
  await waitForHeading(page, 'Teams')
  await page.getByText('Until you add one').waitFor()
  await page.getByRole('button', { name: 'New team' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Sales')
  await dialog.getByLabel('People', { exact: true }).first().click()
  await page.getByRole('option', { name: new RegExp(testApp.sender.email) }).click()
  await page.keyboard.press('Escape')
  await dialog.getByLabel('Warehouses (optional)').first().click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await dialog.getByLabel('Cost centre (optional)').fill('4711')
  await dialog.getByLabel('This team has a budget').check()
  await assertAccessibleAndFits(page, 'new team')
  await dialog.getByRole('button', { name: 'Create team' }).click()
  await page.getByText('Sales is created.').waitFor()
  await page.getByText('€0.00 of €1,000.00').waitFor()
  await assertAccessibleAndFits(page, 'teams')
  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('Sales can send gifts again.').waitFor()

  await fixture.run((ctx) =>
    accounts.createTeam(ctx, { name: 'Events', member_ids: [testApp.sender.id] }),
  )
  const sending = await openSignedInPage(
    browser,
    testApp,
    testApp.sender,
    `/send?campaign_id=${campaign.id}`,
  )
  await waitForHeading(sending.page, 'Send a gift')
  await sending.page.getByLabel('Team', { exact: true }).first().click()
  await sending.page.getByRole('option', { name: 'Sales' }).click()
  await sending.page.getByRole('button', { name: 'Add a cost centre or purchase order' }).click()
  await sending.page.getByLabel('Purchase order number (optional)').fill('PO 9')
  await assertAccessibleAndFits(sending.page, 'send for a team')
  await sending.page.getByLabel('First name').fill('Cleo')
  await sending.page.getByLabel('Last name').fill('Marsh')
  await sending.page.getByRole('textbox', { name: 'Email' }).fill('cleo.marsh@example.com')
  await sending.page.getByRole('button', { name: 'Review', exact: true }).click()
  await sending.page.getByText('€1,000.00 of €1,000.00 left').waitFor()
  await sending.page.getByRole('button', { name: /^Send 1 gift/ }).click()
  await sending.page
    .getByText('1 gift is sent')
    .or(sending.page.getByRole('button', { name: /Undo/ }))
    .first()
    .waitFor()
  const [gift] = await fixture.run((ctx) =>
    ctx.query<Record<string, string>>(
      `select t.name, g.cost_centre, g.purchase_order_number from gifting.gift_request g
         join access.team t on t.account_id = g.account_id and t.id = g.team_id where g.account_id = $1`,
      [ctx.account_id],
    ),
  )
  assert.deepEqual(gift, { name: 'Sales', cost_centre: '4711', purchase_order_number: 'PO 9' })
})
