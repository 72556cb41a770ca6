import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import * as accounts from '#accounts'
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
const target = 'pages.bestow.example'
const testApp = await createAdminTestApp({
  nameServers: [zone.address],
  hostTargets: [target],
})
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

it('an admin sets the host of recipients’ pages, creates its record, and removes it', async () => {
  const path = '/settings/domains'
  const domain = await testApp.run((ctx) => accounts.addDomain(ctx, 'acorn.example'))
  const { name, value } = accounts.challengeRecord(domain)
  zone.texts.set(name, [value])
  await accounts.checkDomain((run) => testApp.run(run), domain.id)
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin, path)
  await page.getByRole('button', { name: 'Set host' }).click()
  await page.getByRole('textbox', { name: 'Host' }).fill('gifts.other.example')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Belongs to no proven domain').waitFor()
  await page.getByRole('textbox', { name: 'Host' }).fill('gifts.acorn.example')
  await page.keyboard.press('Enter')
  await page.getByText('gifts.acorn.example is set.').waitFor()
  const panel = page.getByRole('region', { name: 'Recipients’ pages' })
  await panel.getByText(target).waitFor()
  await panel.getByRole('button', { name: 'Check now' }).click()
  await panel.getByText('The DNS has no such record.').waitFor()
  await assertAccessibleAndFits(page, 'host-missing')
  zone.aliases.set('gifts.acorn.example', target)
  await panel.getByRole('button', { name: 'Check now' }).click()
  await panel.getByText('In use', { exact: true }).waitFor()
  await assertAccessibleAndFits(page, 'host')
  await panel.getByRole('button', { name: 'Remove…' }).press('Enter') // a message can cover it
  await page.getByText('The links at gifts.acorn.example stop working.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('gifts.acorn.example is removed.').waitFor()
  await panel.getByRole('button', { name: 'Set host' }).waitFor()
  assert.deepEqual(complaints, [])
})
