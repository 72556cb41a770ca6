import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { shippingFromConfig } from '#app/shipping'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'

before(ensureWebApp)
const shipping = shippingFromConfig({
  stage: 'staging',
  carrier: 'manual',
  simulator: 'manual',
  easyPost: undefined,
  webhookAllowPrivate: true,
})
const testApp = await createAdminTestApp({ shipping })
const browser = await openBrowser()

it('an admin sends events to a message broker', async () => {
  const path = '/developers/webhooks/new'
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin, path)
  await waitForHeading(page, 'Add endpoint')
  await page.getByText('A message broker').click()
  await page.getByText('There is no connection to a message broker yet').waitFor()
  await assertAccessibleAndFits(page, 'destinations-none')
  const admin = await testApp.signIn(testApp.admin)
  const settings = { host: 'nats.example.com', user: 'bestow', password: 'a broker password' }
  const added = await admin.post('/connections', { kind: 'nats', name: 'Data lake', settings })
  assert.equal(added.status, 201, added.text)
  await page.reload()
  await page.getByText('A message broker').click()
  await page.getByRole('combobox', { name: 'Connection' }).waitFor()
  await assertAccessibleAndFits(page, 'destinations-new')
  await page.getByLabel('Description (optional)').fill('Gifts in the lake')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await waitForHeading(page, 'Gifts in the lake')
  await page.getByText('nats://nats.example.com:4222').waitFor()
  await page.getByRole('tab', { name: 'Testing' }).click()
  await page.getByText('ce-specversion').waitFor()
  await assertAccessibleAndFits(page, 'destinations-testing')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByText('Data lake').waitFor()
  assert.equal(await page.getByText('Rotate secret').count(), 0)
  await page.getByLabel('Description (optional)').fill('Lake')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await waitForHeading(page, 'Lake')
  await assertAccessibleAndFits(page, 'destinations-settings')
  assert.deepEqual(complaints, [])
})
