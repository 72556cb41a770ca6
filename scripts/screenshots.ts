/**
 * `npm run screenshots [-- NAME…]` takes the pictures in docs/screenshots again. The pictures of the web app
 * come from a temporary instance with the demo account: each page on a desktop in light and dark, and on a
 * phone. With names, it takes only these pictures. `recipients` and `emails` name the other two folders.
 *
 * `npm run screenshots -- --all DIR [LANGUAGE…] [NAME…]` takes pictures of every page of the web app,
 * of every page of recipients (in DIR/recipients) and of every email (in DIR/emails). They have the
 * full length, on a phone, a tablet and a desktop, in light and dark, in each language. With languages
 * or names, it takes only these.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { recipientLocales } from '#contract'
import { launchBrowser } from '#test/chromium'
import { ensureWebApp, waitUntilLoaded } from '#test/web-app-page'
import { languageNames } from '#web-src/i18n/language'
import { startInstance } from './quickstart/instance.ts'
import { takeAllEmailScreenshots } from './screenshot-emails.ts'
import { type ScreenshotVariants, takeAllRecipientScreenshots } from './screenshot-redeem.ts'
import {
  findDocumentedPages,
  findOtherPages,
  findPublicPages,
  type Screenshot,
} from './screenshots/pages.ts'
import { createScreenshotSaver, showWholePage } from './webp-screenshot.ts'

const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
const tablet = { width: 768, height: 1024 }

// biome-ignore format: read down the columns
const documentedSizes = [
  { suffix: '',       size: desktop, colorScheme: 'light' },
  { suffix: '-dark',  size: desktop, colorScheme: 'dark' },
  { suffix: '-phone', size: phone,   colorScheme: 'light' },
] as const
const allSizes = Object.entries({ desktop, tablet, phone }).flatMap(([name, size]) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    ...{ suffix: `-${name}-${colorScheme}`, size, colorScheme },
  })),
)

const otherScripts: Readonly<Record<string, string>> = {
  recipients: 'scripts/screenshot-redeem.ts',
  emails: 'scripts/screenshot-emails.ts',
}
const { values, positionals } = parseArgs({
  options: { all: { type: 'string' } },
  allowPositionals: true,
})
const isLanguage = (word: string) => recipientLocales.some((locale) => locale === word)
const languages = positionals.filter(isLanguage)
const names = positionals.filter((word) => !isLanguage(word))
if (values.all === undefined) runOtherScripts()
else await takeAllOthers(values.all)
if (names.length > 0 && names.every((name) => otherScripts[name] !== undefined)) process.exit()
const dataDir = mkdtempSync(join(tmpdir(), 'bestow-screenshots-'))
ensureWebApp()
const { origin, baseUrl, token, running } = await startInstance(dataDir)
const { browser, close } = await launchBrowser()
try {
  await makeRequests()
  if (values.all === undefined) await takeDocumented()
  else await takeAll(values.all)
} finally {
  await close()
  await running.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit() // the service behind the pages of recipients closes only when this process ends

function isWanted(name: string): boolean {
  return names.length === 0 || names.includes(name)
}

/** Takes the documented pictures of recipients' pages and emails. */
function runOtherScripts(): void {
  for (const [name, script] of Object.entries(otherScripts))
    if (isWanted(name))
      process.exitCode ||= spawnSync(process.execPath, [script], { stdio: 'inherit' }).status ?? 1
}

/** Takes the pictures of recipients' pages and emails in all languages. */
async function takeAllOthers(folder: string): Promise<void> {
  const variants: ScreenshotVariants = {
    languages: languages.length === 0 ? recipientLocales : languages,
    widths: [desktop, tablet, phone].map(({ width }) => width),
    schemes: ['light', 'dark'],
  }
  if (isWanted('recipients'))
    await takeAllRecipientScreenshots(join(folder, 'recipients'), variants)
  if (isWanted('emails')) await takeAllEmailScreenshots(join(folder, 'emails'), variants)
}

/**
 * Makes two requests to the public API, so that the request log has rows. The service rejects the last one.
 */
async function makeRequests(): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'service-api-version': '2026-05' }
  await fetch(`${baseUrl}/gift_requests`, { headers })
  await fetch(`${baseUrl}/gift_requests`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ recipient: { first_name: 'Ada' } }),
  })
}

async function takeDocumented(): Promise<void> {
  const folder = 'docs/screenshots/admin'
  mkdirSync(folder, { recursive: true })
  const saver = await createScreenshotSaver(browser)
  const context = await openContext('en')
  await signIn(context)
  const page = await context.newPage()
  for (const screenshot of (await findDocumentedPages(context.request, origin)).filter(
    isSelected,
  )) {
    await openScreenshot(page, screenshot)
    for (const { suffix, size, colorScheme } of documentedSizes) {
      await applySize(page, size, colorScheme)
      await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => {}) // live updates keep the network busy
      await saver.save(page, join(folder, `${screenshot.name}${suffix}.webp`))
    }
    console.log(screenshot.name)
  }
}

/** Takes the pictures of all languages at the same time, because a page waits most of the time. */
async function takeAll(folder: string): Promise<void> {
  const context = await openContext('en')
  await signIn(context)
  const documented = await findDocumentedPages(context.request, origin)
  const pages = [...documented, ...(await findOtherPages(documented, context.request, origin))]
  const publicPages = await findPublicPages(context.request, origin)
  const translated = Object.keys(languageNames)
  const chosen =
    languages.length === 0 ? translated : languages.filter((each) => translated.includes(each))
  await Promise.all(
    chosen.map(async (language) => {
      const signedOut = await openContext(language)
      await takeInLanguage(signedOut, publicPages, join(folder, language))
      await signIn(signedOut)
      await takeInLanguage(signedOut, pages, join(folder, language))
    }),
  )
}

async function takeInLanguage(
  context: BrowserContext,
  pages: readonly Screenshot[],
  folder: string,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const page = await context.newPage()
  for (const screenshot of pages.filter(isSelected)) {
    await openScreenshot(page, screenshot)
    for (const { suffix, size, colorScheme } of allSizes) {
      await applySize(page, size, colorScheme)
      await showWholePage(page, size.width, size.height)
      await page.screenshot({
        ...{ path: join(folder, `${screenshot.name}${suffix}.jpg`), type: 'jpeg', quality: 80 },
        ...{ animations: 'disabled' },
      })
    }
    console.log(join(folder, screenshot.name))
  }
}

function isSelected({ name }: Screenshot): boolean {
  return names.length === 0 || names.includes(name)
}

/** Opens a browser without cookies that asks for pages in a language. */
async function openContext(language: string): Promise<BrowserContext> {
  return browser.newContext({ reducedMotion: 'reduce', locale: language })
}

async function signIn(context: BrowserContext): Promise<void> {
  const { email, password } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as {
    email: string
    password: string
  }
  const data = { email, password }
  await context.request.post(`${origin}/admin/api/session`, { data, headers: { origin } })
}

async function openScreenshot(page: Page, { path, prepare, steps }: Screenshot): Promise<void> {
  await page.setViewportSize(desktop)
  await page.unrouteAll()
  await prepare?.(page)
  await page.goto(`${origin}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await waitUntilLoaded(page)
  await steps?.(page)
}

async function applySize(
  page: Page,
  size: { width: number; height: number },
  colorScheme: 'light' | 'dark',
): Promise<void> {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.waitForTimeout(400) // waits while controls fade into the colours of the scheme
}
