/**
 * Takes screenshots of the pages of recipients. The name of a picture contains the page, the width and the
 * color scheme, such as `choose-360-light`.
 */
import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '#test/chromium'
import type { RecipientPage } from './recipient-pages.ts'
import { createScreenshotSaver, showWholePage } from './webp-screenshot.ts'

export interface ScreenshotVariants {
  languages: readonly string[]
  widths: readonly number[]
  schemes: readonly ('light' | 'dark')[]
}

interface Shot {
  page: Page
  name: string
  language: string
  width: number
  scheme: 'light' | 'dark'
}

/** Takes a picture of the whole page for every page, language, width and color scheme. */
export async function takeAllRecipientScreenshots(
  folder: string,
  variants: ScreenshotVariants,
  names: readonly string[] = [],
): Promise<void> {
  const { allPages } = await import('./recipient-pages.ts')
  const { browser, close } = await launchBrowser()
  const saver = await createScreenshotSaver(browser)
  const save = async ({ page, name, language, width, scheme }: Shot) => {
    mkdirSync(join(folder, language), { recursive: true })
    const file = join(folder, language, `${name}-${width}-${scheme}.webp`)
    await showWholePage(page, width)
    await saver.save(page, file)
  }
  try {
    for (const [name, recipientPage] of Object.entries(allPages))
      if (names.length === 0 || names.includes(name))
        await visitVariants(browser, { name, ...recipientPage }, variants, save)
  } finally {
    await close()
  }
}

/** Opens a page in each language, width and color scheme. */
async function visitVariants(
  browser: Browser,
  { name, isPosted, ...recipientPage }: RecipientPage & { name: string },
  { languages, widths, schemes }: ScreenshotVariants,
  visit: (shot: Shot) => Promise<void>,
): Promise<void> {
  const groups = isPosted ? languages.map((language) => [language]) : [languages]
  for (const group of groups) {
    const [first = 'en'] = group
    const page = await openPage(browser, recipientPage, { locale: first, reducedMotion: 'reduce' })
    const url = page.url()
    for (const language of group) {
      if (language !== first) await openInLanguage(page, url, language)
      for (const width of widths)
        for (const scheme of schemes) {
          await page.setViewportSize({ width, height: 844 })
          await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
          await visit({ page, name, language, width, scheme })
        }
    }
    await page.context().close()
  }
}

async function openInLanguage(page: Page, url: string, language: string): Promise<void> {
  await page.context().setExtraHTTPHeaders({ 'accept-language': language })
  const localized = new URL(url)
  localized.searchParams.set('lang', language)
  await page.goto(localized.href)
}

async function openPage(
  browser: Browser,
  { create, steps }: RecipientPage,
  options: { locale: string } & Parameters<Browser['newContext']>[0],
): Promise<Page> {
  const { origin } = await import('./recipient-pages.ts')
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    extraHTTPHeaders: { 'accept-language': options.locale },
    ...options,
  })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const target = await create()
  await page.goto(origin + target.path)
  await steps?.(page, target)
  return page
}

const documentedFolder = 'docs/screenshots/redeem'
const heights: Readonly<Record<number, number>> = { 360: 740, 1280: 860 }

/** Takes the pictures that the documents show, such as `redeem/choose-360-light.webp`. */
export async function takeShownRecipientScreenshots(files: readonly string[]): Promise<void> {
  const { allPages } = await import('./recipient-pages.ts')
  mkdirSync(documentedFolder, { recursive: true })
  const { browser, close } = await launchBrowser()
  const saver = await createScreenshotSaver(browser)
  try {
    for (const file of files) {
      const [, name = '', width, scheme] = /^(.+)-(\d+)-(.+)\.webp$/.exec(basename(file)) ?? []
      const recipientPage = allPages[name]
      const height = heights[Number(width)]
      if (recipientPage === undefined || height === undefined)
        throw new Error(`There is no page of recipients for ${file}.`)
      const viewport = { width: Number(width), height }
      const options = { locale: 'en', colorScheme: scheme as 'light' | 'dark', viewport }
      const page = await openPage(browser, recipientPage, options)
      await page.waitForTimeout(name === 'unwrapped' || name === 'done' ? 2_300 : 1_000) // animations
      await page.evaluate('scrollTo(0, 0)')
      await saver.save(page, join(documentedFolder, basename(file)))
      await page.context().close()
      console.log(file)
    }
  } finally {
    await close()
  }
}
