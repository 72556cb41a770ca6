import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'
import { startZoneServer } from '#test/zone-server'

before(ensureWebApp)
const zone = await startZoneServer()
after(() => zone.close())
const testApp = await createAdminTestApp({ nameServers: [zone.address] })
const browser = await openBrowser()

it('an admin adds a domain, creates its record, proves it and removes it', async () => {
  const path = '/settings/domains'
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin, path)
  await waitForHeading(page, 'Domains')
  await assertAccessibleAndFits(page, 'domains-empty')
  await page.getByRole('button', { name: 'Add domain' }).click()
  await page.getByRole('textbox', { name: 'Domain' }).fill('co.uk')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Is shared by many owners').waitFor()
  await page.getByRole('textbox', { name: 'Domain' }).fill('larkfield.example')
  await page.keyboard.press('Enter')
  await page.getByText('larkfield.example is added.').waitFor()
  await page.getByRole('button', { name: 'Check now: larkfield.example' }).click()
  await page.getByText('The DNS has no such record.').waitFor()
  await assertAccessibleAndFits(page, 'domains-missing')
  const value = (await page.getByText('bestow-domain-verification=').textContent()) ?? ''
  zone.texts.set('_bestow-challenge.larkfield.example', [value])
  await page.getByRole('button', { name: 'Check now: larkfield.example' }).click()
  await page.getByText('larkfield.example is proven.').waitFor()
  await page.getByText('Proven', { exact: true }).waitFor()
  await assertAccessibleAndFits(page, 'domains')
  await page.getByRole('button', { name: 'Actions for larkfield.example' }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('larkfield.example is removed.').waitFor()
  await page.getByText('No domains').waitFor()
  assert.deepEqual(complaints, [])
})
