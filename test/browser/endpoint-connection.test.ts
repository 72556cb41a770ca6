import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { openBrowser } from '#test/chromium'
import { createDeveloperTestApp } from '#test/developer-harness'
import { eventually } from '#test/eventually'
import { createCertificateFor } from '#test/named-certificate'
import { assertAccessibleAndFits, ensureWebApp, goTo, openSignedInPage } from '#test/web-app-page'
import { responders, startReceiver } from '#test/webhook-receiver'
import * as webhooks from '#webhooks'

before(ensureWebApp)
const testApp = await createDeveloperTestApp()
const browser = await openBrowser()
const receiver = await startReceiver({ respond: responders.status(200) })
after(() => receiver.close())

it('sets headers, a rate, Ed25519 and certificates, and never shows a secret value again', async () => {
  const path = '/developers/webhooks/new'
  const { page } = await openSignedInPage(browser, testApp, testApp.admin, path)
  await page.getByLabel('URL', { exact: true }).fill(receiver.url)
  await page.getByRole('switch', { name: 'Also sign with Ed25519' }).check()
  await page.getByRole('button', { name: 'Add header' }).click()
  await page.getByLabel('Name of header 1').fill('Host')
  await page.getByLabel('Value of header 1').fill('k-1f93a2')
  await page.getByLabel('Requests per second').fill('25')
  await page.getByRole('button', { name: 'Add endpoint', exact: true }).click()
  await page.getByText('which Bestow or HTTP sets').waitFor()
  await page.getByLabel('Name of header 1').fill('X-Api-Key')
  await page.getByRole('button', { name: 'Add endpoint', exact: true }).click()
  await page.getByText('This is shown once').waitFor()
  await page.getByLabel('I’ve saved it').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByText(/^whpk_/).waitFor()
  assert.equal(await page.getByLabel('Value of header 1').inputValue(), '')
  assert.ok(!(await page.content()).includes('k-1f93a2'))

  const { cert, key } = createCertificateFor('bestow-client')
  await page.getByLabel('Client certificate', { exact: true }).fill(cert)
  await page.getByRole('button', { name: 'Save certificates' }).click()
  await page.getByText('required with a client certificate').waitFor()
  await page.getByLabel('Client certificate key', { exact: true }).fill(key)
  await page.getByRole('button', { name: 'Save certificates' }).click()
  await page.getByText('CN=bestow-client').waitFor()
  // A month is 30 days, and the certificate is also valid for 30 days.
  await page.getByText('The client certificate expires soon').waitFor()
  await assertAccessibleAndFits(page, 'endpoint-connection')

  const otherHost = receiver.url.replace('127.0.0.1', 'localhost')
  assert.notEqual(otherHost, receiver.url)
  const url = page.getByRole('textbox', { name: 'URL', exact: true })
  await url.fill(otherHost)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('required again, because the URL has another host').waitFor()
  await url.fill(receiver.url)
  await page.getByLabel('Description').fill('Gateway')
  await page.getByLabel('Requests per second').fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const findEndpoint = async () => (await testApp.run((ctx) => webhooks.listEndpoints(ctx)))[0]
  await eventually(async () => (await findEndpoint())?.max_per_second === null, {
    message: 'the endpoint has no rate limit',
  })
  const saved = await findEndpoint()
  assert.deepEqual([saved?.url, saved?.header_names], [receiver.url, ['X-Api-Key']])

  await goTo(page, `${testApp.origin}/developers/webhooks`)
  await page.getByText('Certificate expires soon').first().waitFor()
  await assertAccessibleAndFits(page, 'endpoint-list-certificate')
  await goTo(page, `${testApp.origin}/`)
  await page.getByText('The client certificate of “Gateway” expires soon').waitFor()
  await assertAccessibleAndFits(page, 'overview-certificate')
})
