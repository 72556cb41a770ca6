import assert from 'node:assert/strict'
import { before, it } from 'node:test'
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
const path = '/developers/api-keys'

const callApi = (token: string) =>
  testApp.call('GET', '/campaigns', {
    authorization: `Bearer ${token}`,
    'service-api-version': '2026-05',
  })

it('an admin creates a key with an expiry and allowed addresses, and changes the addresses', async () => {
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin, path)
  await waitForHeading(page, 'API keys')
  await page.getByRole('button', { name: 'Generate new API key' }).first().click()
  await page.getByLabel('Name').fill('Shop')
  const expiry = page.getByRole('combobox', { name: 'Expires' })
  await expiry.click()
  await page.getByRole('option', { name: 'On a date…' }).click()
  await page.getByLabel('Last day').fill('2020-01-31')
  const addresses = page
    .locator('input:visible')
    .and(page.getByLabel('Allowed addresses (optional)'))
  await addresses.fill('203.0.113.7/24')
  await addresses.press('Enter')
  const generate = page.getByRole('button', { name: 'Generate', exact: true })
  await generate.click()
  await page.getByText('write 203.0.113.0/24 in place of 203.0.113.7/24').waitFor()
  await page.getByText('This must be a time in the future').waitFor()
  const focused = page.locator(':focus')
  await page.getByLabel('Last day').and(focused).waitFor() // the first invalid field has the focus
  await assertAccessibleAndFits(page, 'developers-key-restrictions')

  await addresses.press('Backspace')
  await addresses.fill('203.0.113.0/24 2001:db8::/32 ')
  await expiry.click()
  await page.getByRole('option', { name: 'In 30 days' }).click()
  await generate.click()
  await page.getByText('This is shown once').waitFor()
  const token = (await page.locator('[data-secret]').first().textContent()) ?? ''
  await page.getByLabel('I’ve saved it').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText(/Expires (next month|in 4 weeks)/).waitFor() // the key expires in 30 days, which the page rounds
  await page.getByText('Only from 203.0.113.0/24, 2001:db8::/32').waitFor()
  assert.equal((await callApi(token)).status, 403)

  await page.getByRole('button', { name: 'Actions for Shop' }).click()
  await page.getByRole('menuitem', { name: 'Change allowed addresses…' }).click()
  await addresses.fill('127.0.0.1')
  await assertAccessibleAndFits(page, 'developers-key-addresses')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Only from 203.0.113.0/24, 2001:db8::/32 and 1 more').waitFor()
  assert.equal((await callApi(token)).status, 200)
  assert.deepEqual(complaints, [])
})

it('the list shows expired keys, and the rotation keeps lifetime and addresses', async () => {
  const client = await testApp.signIn(testApp.admin)
  const dayMs = 24 * 60 * 60 * 1000
  const expires_at = new Date(Date.now() + 90 * dayMs).toISOString()
  const { id } = (
    await client.post('/api-keys', { name: 'CRM', expires_at, allowed_addresses: ['203.0.113.7'] })
  ).json
  await testApp.run((ctx) =>
    ctx.query(
      `update access.api_token set created_at = now() - interval '91 days', expires_at = now() - interval '1 day'
        where id = $1`,
      [id],
    ),
  )
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin, path)
  await page.getByText('Expired yesterday').waitFor()
  await page.getByRole('button', { name: 'Actions for CRM' }).click()
  await page.getByRole('menuitem', { name: 'Rotate…' }).waitFor()
  assert.equal(await page.getByRole('menuitem', { name: 'Change permissions…' }).count(), 0)
  await page.getByRole('menuitem', { name: 'Rotate…' }).click()
  await page.getByText('The old key no longer works.').waitFor()
  await page.getByRole('button', { name: 'Create new key' }).click()
  await page.getByText('This is shown once').waitFor()
  const { data } = (await client.get('/api-keys')).json
  const [next] = data.filter(
    (key: { id: string; name: string }) => key.name === 'CRM' && key.id !== id,
  )
  assert.deepEqual(next.allowed_addresses, ['203.0.113.7'])
  const lifetimeDays = (Date.parse(next.expires_at) - Date.parse(next.created_at)) / dayMs
  assert.equal(Math.round(lifetimeDays), 90)
  assert.deepEqual(complaints, [])
})
