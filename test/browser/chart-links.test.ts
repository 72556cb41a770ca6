import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import * as gifting from '#gifting'
import { openBrowser } from '#test/chromium'
import { createDeveloperTestApp } from '#test/developer-harness'
import { drain } from '#test/eventually'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'
import { waitForDeliveries } from '#test/webhook-engine-fixture'
import { responders, startReceiver } from '#test/webhook-receiver'

/* The tests of links in charts. The bars of a chart link to the rows that they count. */

before(ensureWebApp)
const testApp = await createDeveloperTestApp()
const browser = await openBrowser()
const receiver = await startReceiver({ respond: responders.status(503) })
after(() => receiver.close())

it('opens the deliveries of a half hour from the charts of an endpoint, by keyboard and by mouse', async () => {
  const client = await testApp.signIn(testApp.admin)
  const { json: endpoint } = await client.post('/endpoints', {
    url: receiver.url,
    description: 'Warehouse',
  })
  const gift = await testApp.createGift()
  testApp.engine.notify()
  await waitForDeliveries(
    testApp.db,
    { endpoint_id: endpoint.id },
    ([delivery]) => delivery?.state === 'abandoned',
  )
  const path = `/developers/webhooks/${endpoint.id}`
  const opened = await openSignedInPage(browser, testApp, testApp.admin, `${path}?tab=day`)
  const { page, complaints } = opened
  const attempts = page.getByRole('figure', { name: /^Attempts of the last 24 hours/ })
  await attempts.getByRole('link').last().focus()
  await page.getByText('Click to see these deliveries').waitFor()
  await assertAccessibleAndFits(page, 'endpoint-charts')
  await attempts
    .getByRole('link', { name: /\d failed$/ })
    .last()
    .focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/attempt_outcome=failed/)
  await page.getByText('Attempt: Failed').waitFor()
  await page.getByText(gift.reference).first().waitFor()
  const query = new URL(page.url()).searchParams
  const spanMs =
    Date.parse(query.get('attempted_until') ?? '') - Date.parse(query.get('attempted_from') ?? '')
  assert.equal(spanMs, 30 * 60_000)

  await page.getByRole('tab', { name: 'Last 24 hours' }).click()
  const times = page.getByRole('figure', { name: /^Response time/ })
  await times.getByRole('link').last().click()
  await page.waitForURL((url) => !url.searchParams.has('attempt_outcome'))
  await page.getByText(gift.reference).first().waitFor()
  assert.deepEqual(complaints, [])
})

it('opens gifts from the charts of the overview', async () => {
  await testApp.createGift()
  await drain(() => gifting.processDue(testApp.db))
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin, '/')
  const trend = page.getByRole('list', { name: /^Gifts per day/ })
  await trend.getByRole('link').last().hover()
  await page.getByText('Click to see these gifts').waitFor()
  await trend.getByRole('link').last().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/created_from=/)
  await waitForHeading(page, 'Gifts')
  await page.goBack()
  const funnel = page.getByRole('table', { name: 'Funnel' }).getByRole('row', { name: /^Sent/ })
  await funnel.click() // clicks in the middle of the row, beside the link of its name
  await page.waitForURL(/reached=sent/)
  await waitForHeading(page, 'Gifts')
  assert.deepEqual(complaints, [])
})
