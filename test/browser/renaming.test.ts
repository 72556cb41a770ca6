import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Page } from 'playwright-core'
import * as oneLinks from '#one-links'

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

/** Opens the dialog from the page, and enters a name by keyboard. The field already has the focus. */
async function rename(page: Page, title: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByLabel('Name').waitFor()
  await assertAccessibleAndFits(page, title.toLowerCase().replaceAll(' ', '-'))
  await page.keyboard.press('ControlOrMeta+KeyA')
  await page.keyboard.press('Backspace')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

it('a sender renames a send', async () => {
  const client = await testApp.signIn(testApp.sender)
  const { json: send } = await client.post('/sends', {
    draft_id: 'renamed',
    name: 'Spring',
    options: { campaign_id: fixture.campaign('email').id },
  })
  const path = `/sends/${send.id}`
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.sender, path)
  await waitForHeading(page, /^Spring/)
  await rename(page, 'Rename this send', 'Autumn')
  await page.getByText('Send renamed.').waitFor()
  await waitForHeading(page, /^Autumn/)
  assert.equal((await client.get(path)).json.name, 'Autumn')
  assert.deepEqual(complaints, [])
})

it('the dialog closes when its page is left', async () => {
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.sender, '/sends')
  await page.getByRole('link', { name: 'Autumn' }).click()
  await waitForHeading(page, /^Autumn/)
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await page.getByRole('dialog', { name: 'Rename this send' }).getByLabel('Name').waitFor()
  await page.goBack()
  await waitForHeading(page, 'Sends')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
})

it('a sender renames a one-link, and an empty name is that of its campaign', async () => {
  const campaign = fixture.campaign('one_link')
  const { id } = await testApp.run((ctx) =>
    oneLinks.create(ctx, { campaign_id: campaign.id, quantity: 3 }, []),
  )
  const path = `/one-links/${id}`
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.sender, path)
  await waitForHeading(page, new RegExp(`^${campaign.name}`))
  await rename(page, 'Rename this one-link', 'Trade fair')
  await page.getByText('One-link renamed.').waitFor()
  await waitForHeading(page, /^Trade fair/)
  await rename(page, 'Rename this one-link', '')
  await waitForHeading(page, new RegExp(`^${campaign.name}`))
  assert.deepEqual(complaints, [])
})
