/**
 * `npm run screenshots [-- NAME…]` takes the pictures that the documents show again: those of the web app
 * from a temporary instance with the demo account, those of recipients' pages, and those of emails. With
 * names of pages, it takes only their pictures. `recipients` and `emails` name all of these.
 * A new link to a picture in a document, such as `screenshots/admin/gifts-dark.webp`, is all that it needs.
 *
 * `npm run screenshots -- --all DIR [LANGUAGE…] [NAME…]` takes pictures of every page of the web app,
 * of every page of recipients (in DIR/recipients) and of every email (in DIR/emails). They have the
 * full length, on a phone, a tablet and a desktop, in light and dark, in each language. With languages
 * or names, it takes only these.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { recipientLocales } from '#contract'
import { launchBrowser } from '#test/chromium'
import { ensureWebApp, waitUntilLoaded } from '#test/web-app-page'
import { languageNames } from '#web-src/i18n/language'
import { listShownScreenshots } from './docs/pictures.ts'
import { startInstance } from './quickstart/instance.ts'
import { takeAllEmailScreenshots, takeShownEmailScreenshots } from './screenshot-emails.ts'
import {
  type ScreenshotVariants,
  takeAllRecipientScreenshots,
  takeShownRecipientScreenshots,
} from './screenshot-redeem.ts'
import {
  createInvitationPage,
  findNamedPages,
  findOtherPages,
  listPublicPages,
  type Screenshot,
} from './screenshots/pages.ts'
import { createScreenshotSaver, showWholePage } from './webp-screenshot.ts'

const desktop = { width: 1280, height: 860 }
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

const otherFolders = ['recipients', 'emails']
const { values, positionals } = parseArgs({
  options: { all: { type: 'string' } },
  allowPositionals: true,
})
const isLanguage = (word: string) => recipientLocales.some((locale) => locale === word)
const languages = positionals.filter(isLanguage)
const names = positionals.filter((word) => !isLanguage(word))
if (values.all === undefined) await takeShownOthers()
else await takeAllOthers(values.all)
if (names.length > 0 && names.every((name) => otherFolders.includes(name))) process.exit()
const dataDir = mkdtempSync(join(tmpdir(), 'bestow-screenshots-'))
ensureWebApp()
const { origin, baseUrl, token, running } = await startInstance(dataDir)
const { browser, close } = await launchBrowser()
try {
  await makeRequests()
  if (values.all === undefined) await takeShown()
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

/** Takes the pictures of recipients' pages and emails that the documents show. */
async function takeShownOthers(): Promise<void> {
  const shown = listShownScreenshots()
  const inFolder = (folder: string) => shown.filter((file) => file.startsWith(`${folder}/`))
  if (isWanted('recipients')) await takeShownRecipientScreenshots(inFolder('redeem'))
  if (isWanted('emails')) await takeShownEmailScreenshots(inFolder('mail'))
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

/** Takes the pictures of the web app that the documents show. */
async function takeShown(): Promise<void> {
  const folder = 'docs/screenshots/admin'
  mkdirSync(folder, { recursive: true })
  const saver = await createScreenshotSaver(browser)
  const shown = new Set(listShownScreenshots())
  const take = async (context: BrowserContext, screenshots: readonly Screenshot[]) => {
    const page = await context.newPage()
    for (const screenshot of screenshots.filter(isSelected)) {
      const sizes = documentedSizes.filter(({ suffix }) =>
        shown.has(`admin/${screenshot.name}${suffix}.webp`),
      )
      if (sizes.length > 0) await openScreenshot(page, screenshot)
      for (const { suffix, size, colorScheme } of sizes) {
        await applySize(page, size, colorScheme)
        await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => {}) // live updates keep the network busy
        const file = `${screenshot.name}${suffix}.webp`
        await saver.save(page, join(folder, file))
        shown.delete(`admin/${file}`)
        console.log(`admin/${file}`)
      }
    }
  }
  await take(await openContext('en'), listPublicPages())
  const context = await openContext('en')
  await signIn(context)
  await take(context, await findNamedPages(context.request, origin))
  const missing = [...shown].filter((file) => file.startsWith('admin/'))
  if (names.length === 0 && missing.length > 0)
    throw new Error(`No page of the web app has the name of ${missing.join(', ')}.`)
}

/** Takes the pictures of all languages at the same time, because a page waits most of the time. */
async function takeAll(folder: string): Promise<void> {
  const context = await openContext('en')
  await signIn(context)
  const named = await findNamedPages(context.request, origin)
  const pages = [...named, ...(await findOtherPages(named, context.request, origin))]
  const publicPages = [...listPublicPages(), await createInvitationPage(context.request, origin)]
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
