import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { wrappingImagePath } from '#campaigns'
import { renderEmail, sampleEmails } from '#email'
import { launchBrowser } from '#test/chromium'
import { drawWrappingImage } from '../src/http/redeem/pages/wrapping-image.ts'
import type { ScreenshotVariants } from './screenshot-redeem.ts'
import { createScreenshotSaver, showWholePage } from './webp-screenshot.ts'

/*
 * Takes a screenshot of each email template for docs/screenshots/mail, alternating between wide and narrow, light and
 * dark, and one in each language: `npm run screenshots -- emails`.
 */

const folder = 'docs/screenshots/mail'
const widths = { wide: 680, phone: 390 }
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
const languages = ['en', 'de', 'fr', 'es', 'ja', 'pl', 'ar', 'zh']

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

/** Opens a page that can load the wrapped gift of the emails. */
async function openEmailPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  const body = drawWrappingImage(wrapping, senderTheme.color)
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

async function takeDocumentedScreenshots(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const { browser, close } = await launchBrowser()
  const saver = await createScreenshotSaver(browser)
  const page = await openEmailPage(browser)
  const take = async (name: string, html: string, width: number, scheme: Scheme) => {
    await show(page, html, width, scheme)
    await saver.save(page, join(folder, `${name}.webp`))
  }
  try {
    for (const [index, email] of samples().entries()) {
      const scheme = index % 2 === 1 ? 'dark' : 'light'
      const width = index % 3 === 1 ? widths.phone : widths.wide
      for (const locale of email.kind === 'invitation' ? languages : ['en']) {
        const name = `${email.kind}${locale === 'en' ? '' : `-${locale}`}`
        await take(name, await renderHtml(email, locale), width, scheme)
      }
      if (email.kind !== 'invitation' && email.kind !== 'expiring') continue
      for (const locale of languages) {
        const html = await renderHtml(email, locale)
        await take(`${email.kind}-${locale}-phone-dark`, html, widths.phone, 'dark')
      }
    }
  } finally {
    await close()
  }
}

if (import.meta.main) await takeDocumentedScreenshots()
