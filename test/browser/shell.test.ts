import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  goTo,
  openPage,
  waitForExpression,
  waitForHeading,
} from '#test/web-app-page'

before(ensureWebApp)
const browser = await openBrowser()
const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)

/**
 * Opens a page with a session, but without idle prefetching, so that each test controls which scripts load.
 */
async function openPageWithoutPrefetch(path: string) {
  const opened = await openPage(browser)
  await opened.page.addInitScript('window.requestIdleCallback = () => 0')
  const { cookies } = await testApp.signIn(testApp.admin)
  const { origin } = testApp
  await opened.context.addCookies(
    [...cookies].map(([name, value]) => ({ name, value, url: origin })),
  )
  await goTo(opened.page, `${origin}${path}`)
  await opened.page.getByRole('navigation', { name: 'Areas' }).waitFor()
  return opened
}

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name, exact: true })

/** Returns a pattern for the script of one page, such as `recipients-D4f…js`. */
const scriptPattern = (name: string) => new RegExp(`/assets/${name}-[\\w-]+\\.js`)

describe('the app shell', { concurrency: 2 }, () => {
  let id: string
  before(async () => {
    id = await fixture.sendGift('ada.larkin@example.com')
  })

  it('stays visible while a page script cannot be loaded, and loads the script after the connection returns', async () => {
    const { page, context } = await openPageWithoutPrefetch('/')
    await waitForHeading(page, /Hello/)
    await context.setOffline(true)
    await link(page, 'Recipients').click()
    await waitForHeading(page, 'Recipients could not be loaded')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await link(page, 'Gifts').waitFor()
    await page.getByText(/No connection/).waitFor()
    await assertAccessibleAndFits(page, 'offline')
    await context.setOffline(false)
    await waitForHeading(page, 'Recipients')
    await page.getByRole('row', { name: /ada larkin/i }).waitFor()
    await page.getByText(/No connection/).waitFor({ state: 'detached' })
  })

  it('retries a page script that failed once', async () => {
    const { page } = await openPageWithoutPrefetch('/')
    let requests = 0
    await page.route(scriptPattern('recipients-page'), (route) =>
      requests++ === 0 ? route.abort() : route.continue(),
    )
    await link(page, 'Recipients').click()
    await waitForHeading(page, 'Recipients')
    assert.equal(requests, 2)
  })

  it('shows the previous page while the script of the next one loads', async () => {
    const { page } = await openPageWithoutPrefetch('/')
    await waitForHeading(page, /Hello/)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const requested = new Promise<void>((resolve) => {
      void page.route(scriptPattern('recipients-page'), async (route) => {
        resolve()
        await released
        await route.continue()
      })
    })
    await link(page, 'Recipients').click()
    await requested
    await page.getByRole('progressbar', { name: 'Loading the page' }).waitFor()
    await link(page, 'Gifts').waitFor()
    await waitForHeading(page, /Hello/)
    release()
    await waitForHeading(page, 'Recipients')
  })

  it('loads the script of a page when its link is hovered', async () => {
    const { page } = await openPageWithoutPrefetch('/')
    await waitForHeading(page, /Hello/)
    const loading = page.waitForRequest(scriptPattern('catalogue'))
    await link(page, 'Catalogue').hover()
    await loading
    assert.match(page.url(), /\/$/)
  })

  it('reloads the data when the service is reachable again', async () => {
    const { page } = await openPageWithoutPrefetch('/recipients')
    await page.getByRole('row', { name: /ada larkin/i }).waitFor()
    await page.route('**/admin/api/**', (route) => route.abort())
    await page.getByLabel('Name, email or domain').fill('ada')
    await page.getByText(/No connection/).waitFor()
    await page.unroute('**/admin/api/**')
    await page.getByText(/No connection/).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /ada larkin/i }).waitFor()
  })

  it('focuses the heading after navigation, announces results, and sets the document title', async () => {
    const { page } = await openPageWithoutPrefetch('/')
    await waitForHeading(page, /Hello/)
    await link(page, 'Gifts').click()
    await waitForHeading(page, 'Gifts')
    await waitForExpression(page, 'document.activeElement?.tagName === "H1"')
    await page.getByRole('checkbox', { name: /^Select GR-/ }).waitFor()
    await page.getByLabel('Name, email, reference').fill('unknown')
    await page.locator('[data-announcer]').getByText('0 rows').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('link', { name: /ada larkin/i }).click()
    await waitForHeading(page, /Ada Larkin/)
    await waitForExpression(page, '/^Ada Larkin · GR-.* – Bestow$/.test(document.title)')
    await waitForExpression(page, '/Ada Larkin/.test(document.activeElement?.textContent ?? "")')
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
    await crumbs.getByText(/^Ada Larkin · GR-/).waitFor()
    assert.equal(await crumbs.getByText('Overview').count(), 0)
    assert.equal(await page.locator('time[tabindex]').count(), 0)
  })

  it('folds the groups of the navigation, and stores the choice', async () => {
    const { page } = await openPageWithoutPrefetch('/')
    const group = page.getByRole('button', { name: 'Gifts and recipients', expanded: true })
    await link(page, 'Recipients').waitFor()
    await group.press('Enter')
    await link(page, 'Recipients').waitFor({ state: 'hidden' })
    await page.reload()
    await page.getByRole('button', { name: 'Developers', expanded: false }).click()
    await link(page, 'API keys').waitFor()
    assert.equal(await link(page, 'Recipients').count(), 0)
    await page.getByRole('button', { name: 'Gifts and recipients', expanded: false }).click()
    await link(page, 'Recipients').click()
    await waitForHeading(page, 'Recipients')
    await assertAccessibleAndFits(page, 'navigation')
  })

  it('shows the pages of the settings in the place of the other areas', async () => {
    const { page } = await openPageWithoutPrefetch('/')
    assert.equal(await link(page, 'Audit log').count(), 0)
    await link(page, 'Settings').click()
    await waitForHeading(page, 'Profile and sign-in')
    await link(page, 'Audit log').click()
    await waitForHeading(page, 'Audit log')
    assert.equal(await link(page, 'Gifts').count(), 0)
    await assertAccessibleAndFits(page, 'settings')
    await link(page, 'Overview').click()
    await link(page, 'Gifts').waitFor()
  })

  it('shows a not-found page with a link back for unknown paths and missing gifts', async () => {
    const { page } = await openPageWithoutPrefetch('/')
    await waitForHeading(page, /Hello/)
    const response = await page.goto(`${testApp.origin}/nope/at/all`)
    assert.equal(response?.status(), 404)
    await waitForHeading(page, 'Page not found')
    await link(page, 'Gifts').waitFor()
    await goTo(page, `${testApp.origin}/gift-requests/${id.slice(0, -4)}0000`)
    await waitForHeading(page, 'Gift not found')
    await page.getByRole('link', { name: 'Back to gifts' }).waitFor()
    assert.equal(await page.getByText('Request ID').count(), 0)
    const notFound = await fetch(`${testApp.origin.replace('localhost', '127.0.0.1')}/nope`)
    assert.equal(notFound.status, 404)
    assert.match(notFound.headers.get('content-type') ?? '', /json/)
  })

  it('links to the documentation in the account menu and in the command palette', async () => {
    const { page } = await openPageWithoutPrefetch('/')
    await page.getByRole('button', { name: /: profile, appearance, sign out/ }).click()
    const documentation = page.getByRole('menuitem', { name: 'Documentation' })
    assert.equal(await documentation.getAttribute('href'), '/docs')
    await page.keyboard.press('Escape')
    await documentation.waitFor({ state: 'detached' })
    await page.keyboard.press('ControlOrMeta+k')
    const search = page.getByRole('dialog').getByRole('textbox')
    for (const word of ['docs', 'help', 'manual']) {
      await search.fill(word)
      await page.getByRole('dialog').getByText('Documentation', { exact: true }).waitFor()
      await search.fill('')
    }
    const opening = page.waitForEvent('popup')
    await search.fill('manual')
    await page.keyboard.press('Enter')
    assert.equal(new URL((await opening).url()).pathname, '/docs')
  })

  it('hides the staging tools in production', async () => {
    const { page } = await openPageWithoutPrefetch('/developers/staging')
    await waitForHeading(page, 'Staging tools')
    await link(page, 'Staging tools').waitFor()
    await page.route('**/admin/api/session', async (route) => {
      const response = await route.fetch()
      const session = await response.json()
      session.me.account.stage = 'production'
      await route.fulfill({ response, json: session })
    })
    await page.reload()
    await page.getByText('Not available in production').waitFor()
    await link(page, 'Request log').waitFor()
    assert.equal(await link(page, 'Staging tools').count(), 0)
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').getByRole('textbox').fill('clock')
    await page
      .getByRole('dialog')
      .getByText(/^Nothing found/)
      .waitFor()
  })
})

it('the app shell shows how far the test clock is ahead', async () => {
  const { page } = await openPageWithoutPrefetch('/campaigns')
  await waitForHeading(page, 'Campaigns')
  const clock = page.getByRole('link', { name: /^Clock: / })
  assert.equal(await clock.count(), 0)
  await fixture.advanceClock(22 * 24 * 3_600_000)
  await page.reload()
  await waitForHeading(page, 'Campaigns')
  const date = new Date(fixture.now()).toLocaleDateString('en', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const [day, month] = [date.match(/\d+/)?.[0], date.match(/[A-Z][a-z]+/)?.[0]]
  const text = (await clock.getByText(/^Clock: /).textContent()) ?? ''
  assert.match(text, /^Clock: .* \(\+22 days\)$/)
  for (const part of [day, month]) assert.ok(text.includes(part ?? '?'), `${text}: ${part}`)
  await clock.click()
  await waitForHeading(page, 'Staging tools')
})
