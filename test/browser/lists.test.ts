import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { eventually } from '#test/eventually'
import { assertAccessibleAndFits, ensureWebApp, goTo, openSignedInPage } from '#test/web-app-page'

/* The tests of the order, the density and the columns of lists, of the overview, and of downloads. */

before(ensureWebApp)
const browser = await openBrowser()
const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const names = ['ben.okafor', 'ada.larkin', 'cleo.marsh']
before(async () => {
  for (const name of names) await fixture.sendGift(`${name}@example.com`)
})

const open = (path: string) => openSignedInPage(browser, testApp, testApp.sender, path)
const readNames = async (page: Page) =>
  (await page.locator('tbody .row-link').allInnerTexts()).map((text) =>
    text.split(' ')[0]?.toLowerCase(),
  )
const waitForNames = (page: Page, expected: readonly string[]) =>
  eventually(async () => String(await readNames(page)) === String(expected), {
    message: `the order is ${expected}`,
  })
const headerOf = (page: Page, name: string) => page.getByRole('columnheader', { name })

describe('a list', () => {
  it('is sorted by its headings, and the order stays in the URL and in the file', async () => {
    const { page, complaints } = await open('/gift-requests')
    await waitForNames(page, ['cleo', 'ada', 'ben'])
    assert.equal(await headerOf(page, 'Created').getAttribute('aria-sort'), 'descending')
    await page.getByRole('button', { name: 'Recipient', exact: true }).focus()
    await page.keyboard.press('Enter')
    await waitForNames(page, ['ada', 'ben', 'cleo'])
    assert.match(page.url(), /sort=recipient&order=asc/)
    assert.equal(await headerOf(page, 'Recipient').getAttribute('aria-sort'), 'ascending')
    assert.equal(await headerOf(page, 'Created').getAttribute('aria-sort'), 'none')
    await page.keyboard.press('Enter')
    await waitForNames(page, ['cleo', 'ben', 'ada'])
    await page.reload()
    await waitForNames(page, ['cleo', 'ben', 'ada'])
    const link = page.getByRole('link', { name: 'Download CSV', exact: true })
    assert.match((await link.first().getAttribute('href')) ?? '', /sort=recipient&order=desc/)
    assert.deepEqual(complaints, [])
  })

  it('remembers the row height and the columns', async () => {
    const { page, complaints } = await open('/gift-requests')
    const view = page.getByRole('button', { name: 'View', exact: true })
    await view.click()
    await page.getByRole('menuitemradio', { name: 'Compact' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Expires', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.reload()
    await headerOf(page, 'Expires').waitFor()
    const row = await page.locator('tbody tr').first().boundingBox()
    assert.ok(row !== null && row.height <= 41, `${row?.height} pixels`)
    await assertAccessibleAndFits(page, 'compact list')
    // on phones, users sort a list in the menu
    await page.setViewportSize({ width: 390, height: 844 })
    await view.click()
    await page.getByRole('menuitemradio', { name: 'Expires soonest first' }).click()
    await page.keyboard.press('Escape')
    await page.waitForURL(/sort=expires&order=asc/)
    assert.equal((await readNames(page)).length, names.length)
    assert.deepEqual(complaints, [])
  })
})

describe('the filters of a list', () => {
  for (const width of [767, 768])
    it(`can be reached in a window of ${width} pixels`, async () => {
      const { page, complaints } = await open('/gift-requests')
      await page.setViewportSize({ width, height: 1024 })
      const filters = page.getByRole('search', { name: 'Filters' })
      const campaign = page.getByRole('combobox', { name: 'Campaign' }).filter({ visible: true })
      const button = filters.getByRole('button', { name: 'Filters', exact: true })
      await campaign.or(button).first().waitFor()
      if (await button.isVisible()) await button.click()
      await campaign.waitFor()
      assert.deepEqual(complaints, [])
    })
})

describe('a download', () => {
  it('shows its rows on every page, saves the complete file, and can be cancelled', async () => {
    const { page, complaints } = await open('/gift-requests')
    let release = () => {}
    await page.route('**/exports/gift_requests*', async (route) => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      await route.continue().catch(() => {})
    })
    const link = page.getByRole('link', { name: 'Download CSV', exact: true }).first()
    const panel = page.getByRole('region', { name: 'Downloads' })
    await link.click()
    await panel.getByRole('button', { name: 'Cancel' }).click()
    await panel.waitFor({ state: 'detached' })
    release()
    await link.click()
    await panel.getByText('Gifts').waitFor()
    await page.getByRole('link', { name: 'Campaigns' }).click()
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor()
    const saved = page.waitForEvent('download')
    release()
    assert.equal((await saved).suggestedFilename(), 'gift-requests.csv')
    await page.getByText('Gifts: 3 rows saved.').first().waitFor()
    assert.deepEqual(complaints, [])
  })

  it('saves nothing if the service fails, and offers to try again', async () => {
    const { page } = await open('/gift-requests')
    await page.route('**/exports/gift_requests*', (route) => route.abort(), { times: 1 })
    await page.getByRole('link', { name: 'Download CSV', exact: true }).first().click()
    const panel = page.getByRole('region', { name: 'Downloads' })
    await panel.getByText('No file was saved.').waitFor()
    const saved = page.waitForEvent('download')
    await panel.getByRole('button', { name: 'Try again' }).click()
    await saved
    await panel.waitFor({ state: 'detached' })
  })
})

describe('the overview', () => {
  it('shows three alerts and the steps on the first screen, and says that the data are samples', async () => {
    const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin, '/')
    await page.setViewportSize({ width: 1280, height: 800 })
    const kinds = ['backordered', 'address_refused', 'overdue', 'email_bounced', 'expiring']
    await page.route('**/overview/attention', async (route) => {
      const report = await (await route.fetch()).json()
      const counts = kinds.map((kind) => ({ kind, count: 1 }))
      await route.fulfill({ json: { ...report, counts, low_codes: [], has_sample_data: true } })
    })
    await page.reload()
    await page.getByText('This account has sample data.').waitFor()
    const alerts = page.getByRole('region', { name: 'Needs attention' })
    assert.equal(await alerts.getByRole('listitem').count(), 3)
    const steps = await page.getByRole('heading', { name: 'Get started' }).boundingBox()
    assert.ok(steps !== null && steps.y + steps.height < 800, 'the steps are on the first screen')
    await alerts.getByRole('button', { name: '2 more' }).click()
    assert.equal(await alerts.getByRole('listitem').count(), 5)
    await assertAccessibleAndFits(page, 'overview-alerts')
    assert.deepEqual(complaints, [])
  })

  it('says what changed and what comes next, and each figure leads to its gifts', async () => {
    const { page, complaints } = await open('/')
    const bars = page.getByRole('list', { name: /Gifts per day/ })
    await bars.getByRole('link').last().waitFor()
    await assertAccessibleAndFits(page, 'overview')
    await bars.locator('a[tabindex="0"]').focus()
    await page.getByText('3 sent', { exact: true }).waitFor()
    await page.keyboard.press('Home')
    await page.getByText('0 sent', { exact: true }).waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await waitForNames(page, ['cleo', 'ada', 'ben'])
    await goTo(page, `${testApp.origin}/`)
    await page.getByRole('link', { name: 'Sent: 3' }).click()
    await waitForNames(page, ['cleo', 'ada', 'ben'])
    assert.deepEqual(complaints, [])
  })
})
