import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { renderEmail, sampleEmails } from '#email'
import { launchBrowser } from '#test/chromium'
import { createScreenshotSaver } from './webp-screenshot.ts'

/*
 * Takes a screenshot of each email template for docs/screenshots/mail, alternating between wide and narrow, light and
 * dark, and one in each language: `npm run screenshots -- emails`.
 */

const folder = 'docs/screenshots/mail'
const widths = { wide: 680, phone: 390 }
const senderTheme = {
  color: '#2f6b57',
  logo_url: null,
  name: 'Larkfield',
  headline: 'Welcome aboard',
}
const bestowTheme = { color: '#7a2e6d', logo_url: null, name: 'Bestow', headline: null }
const languages = ['en', 'de', 'fr', 'es', 'ja', 'pl', 'ar', 'zh']

mkdirSync(folder, { recursive: true })
const { browser, close } = await launchBrowser()
const saver = await createScreenshotSaver(browser)
const page = await browser.newPage()
try {
  for (const [index, email] of sampleEmails('https://gifts.example.com').entries()) {
    const isDark = index % 2 === 1
    const width = index % 3 === 1 ? 'phone' : 'wide'
    const theme = 'sender' in email.data ? senderTheme : bestowTheme
    const locales = email.kind === 'invitation' ? languages : ['en']
    for (const locale of locales) {
      const { html } = await renderEmail(email, { locale, timeZone: 'UTC', theme })
      await takeScreenshot(
        `${email.kind}${locale === 'en' ? '' : `-${locale}`}`,
        html,
        width,
        isDark,
      )
    }
    if (email.kind !== 'invitation' && email.kind !== 'expiring') continue
    for (const locale of languages) {
      const { html } = await renderEmail(email, { locale, timeZone: 'UTC', theme })
      await takeScreenshot(`${email.kind}-${locale}-phone-dark`, html, 'phone', true)
    }
  }
} finally {
  await close()
}

async function takeScreenshot(
  name: string,
  html: string,
  width: keyof typeof widths,
  isDark: boolean,
): Promise<void> {
  await page.setViewportSize({ width: widths[width], height: 720 })
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
  await page.setContent(html)
  await saver.save(page, join(folder, `${name}.webp`))
}
