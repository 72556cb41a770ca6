import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from '#test/chromium'

/*
 * Renders the small pictures of the demo catalogue as PNG, because email clients display no SVG:
 * `node scripts/run.js scripts/demo-thumbnails.ts`. Emails show a picture with 56 pixels, so 168
 * pixels are sharp on every screen.
 */

const folder = 'assets/demo'
const size = 168

const { browser, close } = await launchBrowser()
const page = await browser.newPage({ viewport: { width: size, height: size } })
for (const file of readdirSync(folder).filter((name) => name.endsWith('.thumbnail.svg'))) {
  const svg = readFileSync(join(folder, file)).toString('base64')
  await page.setContent(
    `<style>body{margin:0}</style><img src="data:image/svg+xml;base64,${svg}" width="${size}" height="${size}">`,
  )
  await page.waitForFunction('document.images[0].complete && document.images[0].naturalWidth > 0')
  writeFileSync(join(folder, file.replace('.svg', '.png')), await page.screenshot())
}
await close()
