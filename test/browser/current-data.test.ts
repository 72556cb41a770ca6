import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '#test/chromium'
import { createDeveloperTestApp } from '#test/developer-harness'
import { ensureWebApp, goTo, openSignedInPage, waitForHeading } from '#test/web-app-page'
import { waitForDeliveries } from '#test/webhook-engine-fixture'
import { startReceiver } from '#test/webhook-receiver'

before(ensureWebApp)
const testApp = await createDeveloperTestApp()
const browser = await openBrowser()
const { origin } = testApp

/** Opens the page of a new endpoint whose receiver responds with 200 after `release` is called. */
async function openEndpoint() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const receiver = await startReceiver({
    respond: async (_request, response) => {
      await released
      response.writeHead(200).end()
    },
  })
  after(() => receiver.close())
  const client = await testApp.signIn(testApp.admin)
  const { json: endpoint } = await client.post('/endpoints', { url: receiver.url })
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin)
  return { client, complaints, endpoint, page, receiver, release }
}

/** Prevents reloads by a timer, so that the page has only the data that it loads when it opens. */
const preventPolling = (page: Page) =>
  page.addInitScript(
    'const start = setInterval; setInterval = (f, ms, ...more) => ms >= 15000 ? 0 : start(f, ms, ...more)',
  )

it('shows that a delivery ended while the page of the delivery was loading', async () => {
  const { client, complaints, endpoint, page, receiver, release } = await openEndpoint()
  const { json: sent } = await client.post(`/endpoints/${endpoint.id}/test`, {
    type: 'gift_request_delivered',
  })
  await receiver.waitForRequests(1)
  const { json: pending } = await client.get(`/deliveries/${sent.id}`)
  assert.equal(pending.state, 'pending')
  // The attempt ends before the page opens, because a slow browser would exceed
  // the time limit of the attempt.
  release()
  await waitForDeliveries(
    testApp.db,
    { endpoint_id: endpoint.id },
    ([delivery]) => delivery?.state === 'delivered',
  )
  await page.route(
    `**/admin/api/deliveries/${sent.id}`,
    async (route) => {
      await page.waitForTimeout(1_000) // an open stream would have sent the change in this time
      await route.fulfill({ json: pending })
    },
    { times: 1 },
  )
  await goTo(page, `${origin}/developers/deliveries/${sent.id}`)
  await page.getByText('Delivered.', { exact: true }).waitFor()
  assert.deepEqual(complaints, [])
})

it('loads the current state of an endpoint when its page is opened again', async () => {
  const { client, complaints, endpoint, page, release } = await openEndpoint()
  release()
  await preventPolling(page)
  await goTo(page, `${origin}/developers/webhooks/${endpoint.id}`)
  await page.getByRole('button', { name: 'Send test event' }).waitFor()
  await goTo(page, `${origin}/developers/webhooks`)
  await waitForHeading(page, 'Webhooks')
  const disabled = await client.patch(`/endpoints/${endpoint.id}`, { enabled: false })
  assert.equal(disabled.status, 200, disabled.text)
  await goTo(page, `${origin}/developers/webhooks/${endpoint.id}`)
  await page.getByRole('button', { name: 'Enable' }).waitFor()
  assert.deepEqual(complaints, [])
})
