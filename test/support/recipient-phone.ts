import assert from 'node:assert/strict'
import { after } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

const width = 360

/**
 * Opens a window that is as wide as a small phone, for the pages of recipients. The
 * window closes after the tests.
 */
export async function openRecipientPhone(
  browser: Browser,
  options: BrowserContextOptions & { locale: string },
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 740 }, ...options })
  after(() => context.close())
  context.setDefaultTimeout(20_000)
  return context.newPage()
}

export async function assertNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
    .setLegacyMode()
    .analyze()
  assert.deepEqual(
    violations.map(({ id }) => id),
    [],
    page.url(),
  )
}

/** Asserts that the page is accessible, and that a phone shows it without horizontal scrolling. */
export async function assertAccessible(page: Page): Promise<void> {
  await assertNoViolations(page)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, page.url())
}

/** Clicks the first element that matches, and waits for the next page. */
export const click = (page: Page, selector: string) =>
  Promise.all([page.waitForEvent('domcontentloaded'), page.locator(selector).first().click()])
