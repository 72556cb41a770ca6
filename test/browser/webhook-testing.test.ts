import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, it } from 'node:test'
import { openBrowser } from '#test/chromium'
import { createDeveloperTestApp } from '#test/developer-harness'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'
import { responders, startReceiver } from '#test/webhook-receiver'

before(ensureWebApp)
const testApp = await createDeveloperTestApp()
const browser = await openBrowser()
const receiver = await startReceiver({ respond: responders.status(403) })
after(() => receiver.close())

it('a developer sends a test event, reads the response, and finds the mistake in a signature', async () => {
  const developer = await testApp.createUser('developer')
  const admin = await testApp.signIn(testApp.admin)
  const { json: endpoint } = await admin.post('/endpoints', {
    url: receiver.url,
    description: 'Orders',
  })
  const path = `/developers/webhooks/${endpoint.id}?tab=testing`
  const { page, complaints } = await openSignedInPage(browser, testApp, developer, path)
  await waitForHeading(page, 'Orders')
  await page.getByRole('region', { name: 'Request' }).waitFor()
  await page.getByText('hmac_sha256').waitFor()
  await assertAccessibleAndFits(page, 'webhook-testing')

  await page.getByRole('combobox', { name: 'Payload version' }).click()
  await page.getByRole('option', { name: '2025-10' }).click()
  await page.getByRole('region', { name: 'Request' }).getByText('"attributes"').waitFor()
  await page.getByRole('button', { name: 'Send test', exact: true }).click()
  const result = page.getByRole('status', { name: 'Result of the test' })
  await result.getByText('403').first().waitFor()
  await result.getByRole('link', { name: 'Open delivery' }).waitFor()
  assert.equal(receiver.requests.at(-1)?.headers['service-webhook-api-version'], '2025-10')

  const check = page.getByRole('region', { name: 'Check your signature' })
  const timestamp = await check.getByLabel('Timestamp').inputValue()
  const body = await check.getByLabel('Body').inputValue()
  const sign = (content: string) =>
    createHmac('sha256', endpoint.secret).update(content).digest('hex')
  const enter = async (signature: string) => {
    await check.getByLabel('Signature from your code').fill(signature)
    await check.getByRole('button', { name: 'Check' }).click()
  }
  await enter(sign(body))
  await check.getByText('Your code signs the body alone').waitFor()
  await enter(sign(`${timestamp}.${body}`))
  await check.getByText('The signature is right').waitFor()
  assert.equal((await page.content()).includes(endpoint.secret), false)
  assert.deepEqual(complaints, [])
})
