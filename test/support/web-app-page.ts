import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { eventually } from '#test/eventually'
import { hashOfWeb, readBuildInfo } from '../../scripts/launcher/web.js'
import type { AdminTestApp, Credentials } from './admin-harness.ts'
import { isShortRun } from './run-size.ts'

const root = join(import.meta.dirname, '../..')

let isBuilt = false

/** Builds the web app unless the existing build matches the sources. */
export function ensureWebApp(): void {
  isBuilt ||= readBuildInfo(root)?.hash === hashOfWeb(root)
  if (isBuilt) return
  const { status, stderr } = spawnSync(process.execPath, ['scripts/web.ts', '--check'], {
    cwd: root,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
}

/** Opens a window. Collects the errors that its pages log to the console. */
export async function openPage(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000) // the timeout is long, because several browsers share the processors
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // Leaves out rejected requests: the page shows them, and Chromium repeats them in the console.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
  return { context, page, complaints }
}

/** Opens a window of a signed-in user, at the given path or at the start page. */
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

/** Waits for the page whose title is exactly this text: “Autumn” does not match “Edit Autumn”. */
export const waitForHeading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: typeof name === 'string' }).waitFor()

/** Waits until no part of the page is loading. */
export const waitUntilLoaded = (page: Page) =>
  page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })

/**
 * A script that resolves when the first heading appears, or after a second. The caller's
 * own wait reports what is missing.
 */
const waitForHeadingScript = `new Promise((resolve) => {
  const late = performance.now() + 1000
  const check = () =>
    document.querySelector('#app h1') || performance.now() > late ? resolve() : requestAnimationFrame(check)
  check()
})`

/**
 * Goes to a URL of the app. If the app is already open, navigates inside the app, because loading the app
 * takes ten times as long as the rest of a test step.
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
/**
 * The setting that switches an axe rule off: the rule would report the header element
 * of a dialog as a second banner.
 */
const disabledRule = { enabled: false }
const rules = {
  resultTypes: ['violations' as const],
  runOnly: { type: 'tag' as const, values: tags },
  rules: { 'landmark-no-duplicate-banner': disabledRule, 'landmark-unique': disabledRule },
}

/** The axe rules that depend on the color scheme. The other rules run only in light at the same width. */
const contrastRules = {
  resultTypes: ['violations' as const],
  runOnly: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] },
}
type RunOptions = Parameters<AxeBuilder['options']>[0]

/**
 * A script that stops transitions and animations, because a color that is half way between two colors fails
 * the contrast rules. A script constructs the style sheet, which the content security policy allows. The
 * script waits two frames, so that the page can paint.
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
/** The widths that are checked for overflow, in light only. */
const middleWidths = [768, 1024]

/**
 * Returns the axe rules of a check. The full run checks all rules in light, and contrast again in
 * dark. The short run uses axe twice and not four times: all rules at the narrow width in light,
 * and at the wide width in dark.
 */
function rulesFor(width: number, scheme: (typeof schemes)[number]): RunOptions | undefined {
  if (!isShortRun) return scheme === 'dark' ? contrastRules : rules
  return (width === widths[0]) === (scheme === 'light') ? rules : undefined
}

/**
 * A script that finds the texts of column headers that extend beyond the right edge of their panel or window
 * without a scroll container.
 */
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
 * Checks the page at narrow and wide widths, in light and dark. There must be no axe violations, no content
 * wider than the window, and no table wider than its panel.
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
      const options = rulesFor(width, colorScheme)
      const violations = options === undefined ? [] : await findAxeViolations(page, options)
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

/**
 * Finds the axe violations of a page. A page without frames loads axe once for all checks, because loading
 * takes longer than a check.
 */
async function findAxeViolations(page: Page, options: RunOptions): Promise<Violation[]> {
  if (page.frames().length > 1)
    return (await new AxeBuilder({ page }).options(options).setLegacyMode().analyze()).violations
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe)
  const optionsJson = JSON.stringify(options)
  return page.evaluate<Violation[]>(
    `axe.run(document, ${optionsJson}).then(({ violations }) => violations)`,
  )
}

/**
 * Waits until a JavaScript expression is true in the page. The function `waitForFunction` of Playwright needs
 * `eval`, which the pages forbid.
 */
export const waitForExpression = (page: Page, expression: string): Promise<unknown> =>
  eventually(() => page.evaluate<boolean>(expression), { message: expression })
