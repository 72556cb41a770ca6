import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderEmail, sampleEmails } from '#email'

/*
 * Takes a screenshot of each email template for docs/screenshots/mail, alternating between wide and narrow, light and
 * dark, and one in each language. Requires Chromium: `node scripts/screenshot-emails.ts [path of its executable]`.
 */

const [chromium = '/usr/bin/chromium'] = process.argv.slice(2)
const folder = 'docs/screenshots/mail'
const widths = { wide: 680, phone: 390 }
const senderTheme = {
  color: '#2f6b57',
  logo_url: null,
  name: 'Larkfield',
  headline: 'Welcome aboard',
}
const bestowTheme = { color: '#7a2e6d', logo_url: null, name: 'Bestow', headline: null }
const languages = ['en', 'de', 'fr', 'es', 'ja']

const pages = mkdtempSync(join(tmpdir(), 'bestow-mail-'))
mkdirSync(folder, { recursive: true })
try {
  for (const [index, email] of sampleEmails('https://gifts.example.com').entries()) {
    const isDark = index % 2 === 1
    const width = index % 3 === 1 ? 'phone' : 'wide'
    const theme = 'sender' in email.data ? senderTheme : bestowTheme
    const locales = email.kind === 'invitation' ? languages : ['en']
    for (const locale of locales) {
      const { html } = await renderEmail(email, { locale, timeZone: 'UTC', theme })
      takeScreenshot(`${email.kind}${locale === 'en' ? '' : `-${locale}`}`, html, width, isDark)
    }
    if (email.kind !== 'invitation' && email.kind !== 'expiring') continue
    for (const locale of languages) {
      const { html } = await renderEmail(email, { locale, timeZone: 'UTC', theme })
      takeScreenshot(`${email.kind}-${locale}-phone-dark`, html, 'phone', true)
    }
  }
} finally {
  rmSync(pages, { recursive: true })
}

function takeScreenshot(
  name: string,
  html: string,
  width: keyof typeof widths,
  isDark: boolean,
): void {
  const page = join(pages, `${name}.html`)
  const themedHtml = html.replaceAll(
    /@media \(prefers-color-scheme: ?dark\)/g,
    isDark ? '@media all' : '@media not all',
  )
  writeFileSync(page, themedHtml)
  const picture = join(folder, `${name}.png`)
  execFileSync(
    chromium,
    [
      '--headless',
      '--no-sandbox',
      '--hide-scrollbars',
      `--window-size=${widths[width]},720`,
      `--screenshot=${picture}`,
      `file://${page}`,
    ],
    { stdio: 'ignore' },
  )
}
