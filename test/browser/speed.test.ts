import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import {
  ensureWebApp,
  openPage,
  openSignedInPage,
  waitForHeading,
  waitUntilLoaded,
} from '#test/web-app-page'

before(ensureWebApp)
const browser = await openBrowser()
const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)

const maxCodeKb = 175 // scripts and styles, in KB, compressed; without the parts that load when the browser is idle
const maxShift = 0.02 // the maximum cumulative layout shift; 0.1 counts as good

/** The script that disables the idle prefetch and records the layout shifts of each document. */
const recordShifts = `window.requestIdleCallback = () => 0
window.shift = 0
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value
}).observe({ type: 'layout-shift', buffered: true })`

interface Loaded {
  url: string
  bytes: number
  isCached: boolean
}

/** Records the responses that a page loads, with their compressed sizes. */
async function recordLoads(context: BrowserContext, page: Page): Promise<() => Loaded[]> {
  const session = await context.newCDPSession(page)
  const urls = new Map<string, { url: string; isCached: boolean; headerBytes: number }>()
  let loads: Loaded[] = []
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const isCached = response.fromDiskCache === true || response.fromPrefetchCache === true
    urls.set(requestId, { url: response.url, isCached, headerBytes: response.encodedDataLength })
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    urls.set(requestId, { url: '', isCached: true, headerBytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { url, isCached, headerBytes } = urls.get(requestId) ?? assert.fail('an unknown request')
    loads.push({ url, isCached, bytes: isCached ? 0 : encodedDataLength - headerBytes })
  })
  await session.send('Network.enable')
  return () => {
    const taken = loads
    loads = []
    return taken
  }
}

const isCode = ({ url }: Loaded) => /\.(js|css)$/.test(url)
const sumKb = (loads: readonly Loaded[]) => loads.reduce((sum, { bytes }) => sum + bytes, 0) / 1024

describe('the first page', () => {
  before(async () => {
    for (const name of ['ada.larkin', 'ben.okafor', 'cleo.marsh'])
      await fixture.sendGift(`${name}@example.com`)
  })

  it(`loads less than ${maxCodeKb} KB of scripts and styles, and nothing again on the next visit`, async () => {
    const { context, page } = await openSignedInPage(browser, testApp, testApp.admin)
    await page.addInitScript(recordShifts)
    const takeLoads = await recordLoads(context, page)
    const visit = async () => {
      await page.goto(`${testApp.origin}/`)
      await waitForHeading(page, /Hello/)
      await page.getByRole('heading', { name: 'Funnel' }).waitFor()
      await waitUntilLoaded(page)
      return takeLoads()
    }
    const first = await visit()
    const size = sumKb(first.filter(isCode))
    assert.ok(size > 50, 'the scripts are counted')
    assert.ok(size < maxCodeKb, `${size.toFixed(1)} KB`)
    const duplicates = first.filter(({ url }) => url.includes('/admin/api/session'))
    assert.equal(duplicates.length, 1, 'the preloaded session is used')
    const again = await visit()
    assert.deepEqual(
      again.filter(({ url, bytes }) => url.includes('/assets/') && bytes > 0),
      [],
    )
  })

  it(`of a signed-out user loads less than ${maxCodeKb} KB of scripts and styles`, async () => {
    const { context, page } = await openPage(browser)
    const takeLoads = await recordLoads(context, page)
    await page.goto(`${testApp.origin}/sign-in`)
    await page.getByLabel('Email address').waitFor()
    const size = sumKb(takeLoads().filter(isCode))
    assert.ok(size > 50 && size < maxCodeKb, `${size.toFixed(1)} KB`)
  })
})

describe('a page', () => {
  it('does not move what is already visible while it loads', async () => {
    const { page } = await openSignedInPage(browser, testApp, testApp.admin)
    await page.addInitScript(recordShifts)
    await page.setViewportSize({ width: 1280, height: 800 })
    // biome-ignore format: one page per line
    const pages = [
      ['/', /Hello/], ['/gift-requests', 'Gifts'], ['/campaigns', 'Campaigns'], ['/catalogue', 'Catalogue'],
      ['/recipients', 'Recipients'], ['/developers/webhooks', 'Webhooks'], ['/settings/members', 'People'],
    ] as const
    const shifts: Record<string, number> = {}
    for (const [path, heading] of pages) {
      await page.goto(`${testApp.origin}${path}`)
      await waitForHeading(page, heading)
      await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => {}) // live updates stay open
      await waitUntilLoaded(page)
      shifts[path] = await page.evaluate<number>('window.shift')
    }
    const moved = Object.entries(shifts).filter(([, shift]) => shift > maxShift)
    assert.deepEqual(moved, [])
  })
})
