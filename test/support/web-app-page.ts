import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { AdminTestApp, Credentials } from './admin-harness.ts'

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
export async function openPage(
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

/** A window of somebody who is signed in, at this address if one is named. */
export async function openSignedInPage(
  browser: Browser,
  testApp: AdminTestApp,
  user: Credentials,
  path?: string,
) {
  const opened = await openPage(browser)
  const { cookies } = await testApp.signIn(user)
  const { origin } = testApp
  await opened.context.addCookies(
    [...cookies].map(([name, value]) => ({ name, value, url: origin })),
  )
  if (path !== undefined) await goTo(opened.page, `${origin}${path}`)
  return opened
}

/** Waits for the page with this title, the whole of it: “Autumn” is not “Edit Autumn”. */
export const waitForHeading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: typeof name === 'string' }).waitFor()

/** Waits until nothing on the page is loading. */
export const waitUntilLoaded = (page: Page) =>
  page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })

/** Resolves with the first heading, or after a second: whoever waits for it can say better what is missing. */
const waitForHeadingScript = `new Promise((resolve) => {
  const late = performance.now() + 1000
  const look = () =>
    document.querySelector('#app h1') || performance.now() > late ? resolve() : requestAnimationFrame(look)
  look()
})`

/**
 * Goes to an address of the app. Where the app is open already it goes as a link within it would:
 * reading the app again takes ten times as long as what comes after.
 */
export async function goTo(page: Page, url: string): Promise<void> {
  const { origin, pathname, search, hash } = new URL(url)
  const isOpen =
    page.url().startsWith(`${origin}/`) &&
    (await page.evaluate<boolean>('document.querySelector("#app h1") !== null'))
  if (isOpen) {
    const path = JSON.stringify(pathname + search + hash)
    await page.evaluate(`history.pushState({}, '', ${path})`)
    return
  }
  await page.goto(url)
  await page.evaluate(waitForHeadingScript)
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The head of a dialog is a header of its own, and is no second banner of the page. */
const disabledRule = { enabled: false }
const rules = {
  resultTypes: ['violations' as const],
  runOnly: { type: 'tag' as const, values: tags },
  rules: { 'landmark-no-duplicate-banner': disabledRule, 'landmark-unique': disabledRule },
}

/** What the scheme of colours changes; the rest has been looked at in light, at the same width. */
const contrastRules = {
  resultTypes: ['violations' as const],
  runOnly: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] },
}
type RunOptions = Parameters<AxeBuilder['options']>[0]

/**
 * What is half way between two colours has no contrast of its own, so nothing moves here: the sheet is
 * made by script, which the pages' policy allows, and the page gets two frames to be painted.
 */
const disableAnimations = `new Promise((resolve) => {
  if (!('stilled' in window)) {
    window.stilled = new CSSStyleSheet()
    window.stilled.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, window.stilled]
  }
  requestAnimationFrame(() => requestAnimationFrame(resolve))
})`

const widths = [360, 1280]
const schemes = ['light', 'dark'] as const
/** Looked at in light only, for what does not fit. */
const middleWidths = [768, 1024]

/** Texts of the column heads that end right of their panel or window, and that nothing scrolls to. */
const findCutHeadsScript = `[...document.querySelectorAll('#main th')].filter((th) => {
  if (th.closest('details:not([open])') !== null) return false
  const head = th.getBoundingClientRect()
  const isHidden = (box) =>
    getComputedStyle(box).clipPath !== 'none' || getComputedStyle(box).clip !== 'auto'
  for (let box = th.parentElement; box.id !== 'main'; box = box.parentElement)
    if (/auto|scroll/.test(getComputedStyle(box).overflowX) || isHidden(box)) return false
  const panel = th.closest('.panel')?.getBoundingClientRect().right ?? innerWidth
  return head.right > Math.min(panel, innerWidth) + 1
}).map((th) => th.textContent.trim() || th.outerHTML)`

async function assertNothingCutOff(page: Page, where: string): Promise<void> {
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  assert.ok(overflow <= 0, `${where}: ${overflow} px too wide`)
  assert.deepEqual(
    await page.evaluate<string[]>(findCutHeadsScript),
    [],
    `${where}: columns cut off`,
  )
}

/**
 * Looks at the page as it stands, narrow and wide, in light and in dark: nothing that axe knows to be
 * a barrier, and nothing wider than the window or, in a table, than its panel.
 */
export async function assertAccessibleAndFits(page: Page, name: string): Promise<void> {
  await waitUntilLoaded(page)
  for (const width of widths)
    for (const colorScheme of schemes) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate(disableAnimations)
      const where = `${name}, ${width} px, ${colorScheme}`
      await takeScreenshot(page, `${name}-${width}-${colorScheme}`)
      const violations = await findAxeViolations(
        page,
        colorScheme === 'dark' ? contrastRules : rules,
      )
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
      )
      assert.deepEqual(found, [], where)
      await assertNothingCutOff(page, where)
    }
  for (const width of middleWidths) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.evaluate(disableAnimations)
    await takeScreenshot(page, `${name}-${width}-light`)
    await assertNothingCutOff(page, `${name}, ${width} px`)
  }
}

async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.BESTOW_TEST_PICTURES
  if (folder !== undefined)
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

const axe: string = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))(
  'axe-core',
).source

interface Violation {
  id: string
  nodes: { html: string }[]
}

/** Without frames to look into, a page is given axe once for all looks: that takes longer than a look. */
async function findAxeViolations(page: Page, options: RunOptions): Promise<Violation[]> {
  if (page.frames().length > 1)
    return (await new AxeBuilder({ page }).options(options).setLegacyMode().analyze()).violations
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe)
  const optionsJson = JSON.stringify(options)
  return page.evaluate<Violation[]>(
    `axe.run(document, ${optionsJson}).then(({ violations }) => violations)`,
  )
}
