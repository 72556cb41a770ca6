import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { wrappingImagePath } from '#campaigns'
import { renderEmail, sampleEmails } from '#email'
import { launchBrowser } from '#test/chromium'
import { drawWrappingImage } from '../src/http/redeem/pages/wrapping-image.ts'
import type { ScreenshotVariants } from './screenshot-redeem.ts'
import { createScreenshotSaver, showWholePage } from './webp-screenshot.ts'

/*
 * Takes screenshots of emails. The name of a picture contains the email, the language, the width and the
 * color scheme, such as `invitation-ja-390-dark`.
 */

const folder = 'docs/screenshots/mail'
const origin = 'https://gifts.example.com'
const wrapping = { paper: 'dots', ribbon: 'cream' } as const
const senderTheme = {
  color: '#2f6b57',
  logo_url: null,
  name: 'Larkfield',
  headline: 'Welcome aboard',
  art_url: `${origin}${wrappingImagePath(wrapping, '#2f6b57')}`,
}
const bestowTheme = { color: '#7a2e6d', logo_url: null, name: 'Bestow', headline: null }

type Email = ReturnType<typeof sampleEmails>[number]
type Scheme = 'light' | 'dark'

const samples = () => sampleEmails(origin)

async function renderHtml(email: Email, locale: string): Promise<string> {
  const theme = 'sender' in email.data ? senderTheme : bestowTheme
  return (await renderEmail(email, { locale, timeZone: 'UTC', theme })).html
}

async function show(page: Page, html: string, width: number, scheme: Scheme): Promise<void> {
  await page.setViewportSize({ width, height: 720 })
  await page.emulateMedia({ colorScheme: scheme })
  await page.setContent(html)
}

/** Opens a page that can load the wrapped gift of the emails, and the pictures of items. */
async function openEmailPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  const body = drawWrappingImage(wrapping, senderTheme.color)
  await page.route(`${origin}/images/*.png`, (route) =>
    route.fulfill({ path: join('assets/demo', basename(route.request().url())) }),
  )
  await page.route(senderTheme.art_url, (route) =>
    route.fulfill({ body, contentType: 'image/png' }),
  )
  return page
}

/** Takes a picture of each whole email in every language, width and color scheme. */
export async function takeAllEmailScreenshots(
  target: string,
  { languages: locales, widths: allWidths, schemes }: ScreenshotVariants,
): Promise<void> {
  const { browser, close } = await launchBrowser()
  const saver = await createScreenshotSaver(browser)
  const page = await openEmailPage(browser)
  try {
    for (const locale of locales) {
      mkdirSync(join(target, locale), { recursive: true })
      for (const email of samples())
        for (const width of allWidths)
          for (const scheme of schemes) {
            await show(page, await renderHtml(email, locale), width, scheme)
            await showWholePage(page, width)
            await saver.save(page, join(target, locale, `${email.kind}-${width}-${scheme}.webp`))
          }
    }
  } finally {
    await close()
  }
}

/** Takes the pictures of emails that the documents show, such as `mail/invitation-ja-390-dark.webp`. */
export async function takeShownEmailScreenshots(files: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const { browser, close } = await launchBrowser()
  const saver = await createScreenshotSaver(browser)
  const page = await openEmailPage(browser)
  try {
    for (const file of files) {
      const [kind, locale = '', width, scheme] = basename(file, '.webp').split('-')
      const email = samples().find((each) => each.kind === kind)
      if (email === undefined) throw new Error(`There is no email for ${file}.`)
      await show(page, await renderHtml(email, locale), Number(width), scheme as Scheme)
      await showWholePage(page, Number(width))
      await saver.save(page, join(folder, basename(file)))
      console.log(file)
    }
  } finally {
    await close()
  }
}
