import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { ensureWebApp, openSignedInPage, waitForHeading } from '#test/web-app-page'
import { startTestEngine, waitForDeliveries } from '#test/webhook-engine-fixture'
import { responders, startReceiver } from '#test/webhook-receiver'

/*
 * The tests of failing endpoints. Two endpoints of one host fail twice and then wait for hours. A third
 * endpoint receives everything.
 */

before(ensureWebApp)
const browser = await openBrowser()
const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const hourMs = 3_600_000
const giftCount = 3
const ids: Record<string, string> = {}

const failing = await startReceiver({ respond: responders.status(503) })
const working = await startReceiver()
const engine = startTestEngine(testApp.db, {
  retryDelaysMs: [20, 9 * hourMs, 9 * hourMs, 9 * hourMs],
})
after(async () => {
  await engine.stop()
  await Promise.all([failing.close(), working.close()])
})

before(async () => {
  const client = await testApp.signIn(testApp.admin)
  const urls = { CRM: failing.url, Shop: failing.url, Archive: working.url }
  for (const [description, url] of Object.entries(urls))
    ids[description] = (await client.post('/endpoints', { url, description })).json.id
  for (let n = 0; n < giftCount; n++) ids.gift = await fixture.sendGift(`guest${n}@example.com`)
  await waitForDeliveries(
    testApp.db,
    {},
    (all) =>
      all.length === 3 * giftCount &&
      all.every(({ state, attempts }) => state === 'delivered' || attempts.length === 2),
  )
})

const open = (path: string) => openSignedInPage(browser, testApp, testApp.admin, path)
const rowsOf = (page: Page) => page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr')

describe('failing endpoints', { concurrency: 2 }, () => {
  it('share one card of the overview, which unfolds to their names', async () => {
    const { page, complaints } = await open('/')
    const alerts = page.getByRole('region', { name: 'Needs attention' })
    const card = alerts.locator('summary').filter({ hasText: '2 webhook endpoints are failing' })
    await card.getByText('CRM, Shop').or(card.getByText('Shop, CRM')).waitFor()
    assert.equal(await alerts.getByText(/webhook endpoint.* failing/).count(), 1)
    const link = alerts.getByRole('link', { name: 'CRM', exact: true })
    assert.equal(await link.isVisible(), false)
    await card.click()
    await link.click()
    await page.waitForURL(`**/developers/webhooks/${ids.CRM}`)
    assert.deepEqual(complaints, [])
  })

  it('have deliveries that say how often an attempt failed', async () => {
    const { page } = await open(`/developers/deliveries?endpoint_id=${ids.Shop}`)
    await rowsOf(page).first().waitFor()
    const outcomes = await page.locator('tbody .tone').allInnerTexts()
    assert.deepEqual(outcomes, Array(giftCount).fill('Retrying (2 of 5)'))
    await page
      .getByText(/^next attempt in \d+ h /)
      .first()
      .waitFor()
  })

  it('have deliveries that are filtered by day', async () => {
    const { page } = await open('/developers/deliveries')
    await rowsOf(page).first().waitFor()
    await page.getByRole('button', { name: 'More filters' }).click()
    const day = new Date(Date.now() + 48 * hourMs).toISOString().slice(0, 10)
    await page.getByRole('textbox', { name: 'From', exact: true }).fill(day)
    await page.waitForURL(new RegExp(`created_from=${day}`))
    await rowsOf(page).first().waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: 'From', exact: true }).fill('')
    await page.getByRole('textbox', { name: 'To', exact: true }).fill(day)
    await page.waitForURL(new RegExp(`created_until=${day}`))
    await rowsOf(page).first().waitFor()
  })

  it('have charts with round values, full hours and a tooltip for each bar', async () => {
    const { page } = await openSignedInPage(browser, testApp, testApp.admin)
    const starts: string[] = []
    await page.route(`**/admin/api/endpoints/${ids.CRM}`, async (route) => {
      const response = await route.fetch()
      const endpoint = await response.json()
      for (const { from } of endpoint.day.half_hours) starts.push(from)
      Object.assign(endpoint.day.half_hours[10], { ok: 25, failed: 6_500 })
      await route.fulfill({ response, json: endpoint })
    })
    await page.goto(`${testApp.origin}/developers/webhooks/${ids.CRM}?tab=day`)
    const chart = page.getByRole('figure', { name: /^Attempts of the last 24 hours/ })
    await chart.waitFor()
    assert.ok(starts.length >= 48)
    for (const from of starts) assert.match(from, /T\d\d:(00|30):00\.000Z$/)
    assert.deepEqual(
      (await chart.locator('text[text-anchor="end"]').allTextContents()).toSorted(),
      ['0', '10,000', '5,000'],
    )
    const times = await chart.locator('text:not([text-anchor])').allTextContents()
    assert.ok(times.length >= 5, String(times))
    for (const time of times) assert.match(time, /:00\b/)
    for (const figure of ['25 arrived', '6,500 failed']) {
      await chart.getByRole('link', { name: new RegExp(` to .*: ${figure}$`) }).hover()
      await chart.locator('.chart-tooltip').getByText(figure, { exact: true }).waitFor()
    }
  })

  it('leave a gift with one line for each event, which unfolds to the endpoints', async () => {
    const { page } = await open(`/gift-requests/${ids.gift}`)
    const events = page.getByRole('region', { name: 'Events' })
    const summary = events.getByText('1 of 3 delivered, 2 pending', { exact: true })
    await summary.waitFor()
    assert.equal(await events.getByText(/^Shop:/).isVisible(), false)
    await summary.click()
    for (const name of ['CRM', 'Shop'])
      await events.getByText(`${name}: retrying: attempt 2 of 5 failed (503)`).waitFor()
    await events.getByText(/^Archive: delivered/).waitFor()
  })
})

it('a repaired endpoint gets its waiting deliveries with one button', async () => {
  const { page, complaints } = await open(`/developers/webhooks/${ids.CRM}`)
  await waitForHeading(page, 'CRM')
  failing.respond(responders.status(200))
  await page.getByRole('button', { name: `Retry all ${giftCount} waiting now` }).click()
  const dialog = page.getByRole('dialog', { name: 'Retry all waiting deliveries now' })
  await dialog.getByText(`${giftCount} deliveries wait for the next attempt`).waitFor()
  await dialog.getByRole('button', { name: 'Retry now' }).click()
  await page.getByText(`${giftCount} deliveries are retried now.`).waitFor()
  await waitForDeliveries(testApp.db, { endpoint_id: ids.CRM ?? '' }, (all) =>
    all.every(({ state, attempts }) => state === 'delivered' && attempts.length === 3),
  )
  assert.deepEqual(complaints, [])
})
