import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { openBrowser } from '#test/chromium'
import { createDeveloperTestApp } from '#test/developer-harness'
import { eventually } from '#test/eventually'
import { assertAccessibleAndFits, ensureWebApp, openSignedInPage } from '#test/web-app-page'
import { eventInput } from '#test/webhook-harness'
import * as webhooks from '#webhooks'

before(ensureWebApp)
const testApp = await createDeveloperTestApp()
const browser = await openBrowser()

it('tries a filter and the order with the last events, and saves them', async () => {
  await testApp.run(async (ctx) => {
    for (let n = 0; n < 3; n++) {
      const input = eventInput(ctx.account_id)
      webhooks.record(ctx, input)
      webhooks.record(ctx, { ...input, type: 'gift_request_redeemed' })
    }
  })
  const path = '/developers/webhooks/new'
  const { page } = await openSignedInPage(browser, testApp, testApp.admin, path)
  await page.getByLabel('URL', { exact: true }).fill('http://127.0.0.1:9/hooks')
  const filter = page.getByLabel('Filter (optional)')
  const tryIt = page.getByRole('button', { name: 'Try with the last events' })
  await filter.fill('event.type = "gift_request_created"')
  await tryIt.click()
  await page.getByText(/must be a CEL expression/).waitFor()
  await filter.fill('event.type == "gift_request_created" || body.metadata.team == "sales"')
  await tryIt.click()
  await page.getByText(/^Sent: /).waitFor()
  await page.getByText('No such key: team').first().waitFor()
  await assertAccessibleAndFits(page, 'endpoint-filter')
  await page.getByRole('switch', { name: 'Send the events of a gift in order' }).check()
  await page.getByRole('button', { name: 'Add endpoint', exact: true }).click()
  await page.getByText('This is shown once').waitFor()
  await page.getByLabel('I’ve saved it').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await tryIt.click()
  await page.getByText(/earlier events of its gift had arrived/).waitFor()
  await filter.fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const find = async () => (await testApp.run((ctx) => webhooks.listEndpoints(ctx)))[0]
  await eventually(async () => (await find())?.filter === null, { message: 'there is no filter' })
  assert.equal((await find())?.ordered, true)
})
