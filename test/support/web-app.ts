import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'

const root = join(import.meta.dirname, '../..')

/** Builds the web app unless what is there is what the sources make. */
export function ensureWebApp(): void {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/web.ts', '--check'], {
    cwd: root,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
}

/** A window, and whatever its pages complained about in the console. */
export async function openWindow(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // what the server refused is on the page; the browser only says so once more
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
  return { context, page, complaints }
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The head of a dialog is a header of its own, and is no second banner of the page. */
const notLandmarks = { enabled: false }
const rules = {
  resultTypes: ['violations' as const],
  runOnly: { type: 'tag' as const, values: tags },
  rules: { 'landmark-no-duplicate-banner': notLandmarks, 'landmark-unique': notLandmarks },
}

const widths = [360, 1280]
const schemes = ['light', 'dark'] as const

/**
 * Looks at the page as it stands, narrow and wide, in light and in dark: nothing that axe knows to be
 * a barrier, and nothing wider than the window.
 */
export async function assertFit(page: Page, name: string): Promise<void> {
  for (const width of widths)
    for (const colorScheme of schemes) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 60)))
      const where = `${name}, ${width} px, ${colorScheme}`
      if (process.env.BESTOW_TEST_PICTURES !== undefined)
        await page.screenshot({
          path: join(process.env.BESTOW_TEST_PICTURES, `${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        })
      const { violations } = await new AxeBuilder({ page })
        .options(rules)
        .setLegacyMode() // without frames to look into, no second page is opened for each look
        .analyze()
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
      )
      assert.deepEqual(found, [], where)
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      assert.ok(overflow <= 0, `${where}: ${overflow} px too wide`)
    }
}
