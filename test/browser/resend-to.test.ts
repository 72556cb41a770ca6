import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { openBrowser } from '#test/chromium'
import { createDeveloperTestApp } from '#test/developer-harness'
import { assertAccessibleAndFits, ensureWebApp, goTo, openSignedInPage } from '#test/web-app-page'
import { allInState, waitForDeliveries } from '#test/webhook-engine-fixture'
import { responders, startReceiver } from '#test/webhook-receiver'
import * as webhooks from '#webhooks'

/* An admin resends deliveries to another endpoint. */

before(ensureWebApp)
const testApp = await createDeveloperTestApp()
const browser = await openBrowser()
const [broken, repaired] = [
  await startReceiver({ respond: responders.status(503) }),
  await startReceiver(),
]
after(() => Promise.all([broken.close(), repaired.close()]))
const { origin } = testApp

it('resends one delivery, then several, to the endpoint that can receive them', async () => {
  const client = await testApp.signIn(testApp.admin)
  const createEndpoint = async (url: string, description: string, events?: string[]) => {
    const { json, text } = await client.post('/endpoints', {
      ...{ url, description },
      ...(events && { events }),
    })
    assert.ok(json.id, text)
    return json.id as string
  }
  const source = await createEndpoint(broken.url, 'Old CRM')
  for (let n = 0; n < 2; n++) await testApp.createGift()
  const abandoned = await waitForDeliveries(
    testApp.db,
    { endpoint_id: source },
    (all) => all.length === 2 && allInState('abandoned')(all),
  )
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin)
  const dialog = page.getByRole('dialog', { name: 'Resend to another endpoint' })
  const openDialog = async () => {
    await page.getByRole('button', { name: 'Resend to…' }).click()
    await dialog.waitFor()
  }
  const path = `${origin}/developers/deliveries/${abandoned[0]?.id}`
  await goTo(page, path)
  await openDialog()
  await dialog.getByText('No other endpoint can receive this').waitFor()
  await dialog.getByRole('button', { name: 'Resend', exact: true }).click()
  await dialog.getByText('Choose an endpoint.').waitFor()

  const target = await createEndpoint(repaired.url, 'New CRM')
  await createEndpoint(repaired.url, 'Parcels', ['gift_request_delivered'])
  const paused = await createEndpoint(repaired.url, 'Spare')
  await testApp.run((ctx) => webhooks.disableEndpoint(ctx, paused))
  await page.reload()
  await openDialog()
  const field = dialog.getByRole('combobox', { name: 'Endpoint' })
  await field.click()
  const names = await page.getByRole('option').allTextContents()
  assert.deepEqual(
    names.map((each) => each.replace(/ \(.*\)/, '')),
    ['Spare: disabled', 'Parcels: not subscribed', 'New CRM'],
  )
  await page.getByRole('option', { name: 'New CRM' }).click()
  await assertAccessibleAndFits(page, 'resend-to')
  await dialog.getByRole('button', { name: 'Resend', exact: true }).click()
  await page.getByText('Resending 1 delivery.').waitFor()
  await page.getByText('Delivered.', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'the earlier delivery' }).waitFor()
  const [request] = await repaired.waitForRequests(1)
  assert.equal(request?.headers['service-webhook-event-id'], abandoned[0]?.event_id)
  await assertAccessibleAndFits(page, 'resend-to-result')

  await goTo(page, `${origin}/developers/deliveries?state=abandoned`)
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check()
  await openDialog()
  await dialog.getByRole('button', { name: 'Resend 2', exact: true }).click()
  await page.getByText('Resending 2 deliveries.').waitFor()
  const sent = await waitForDeliveries(
    testApp.db,
    { endpoint_id: target },
    (all) => all.length === 3 && allInState('delivered')(all),
  )
  assert.deepEqual(
    new Set(sent.map(({ event_id }) => event_id)),
    new Set(abandoned.map(({ event_id }) => event_id)),
  )
  assert.deepEqual(complaints, [])
})
