import { writeFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'

const quality = 0.7

/** The script that converts a picture to WebP. It runs in the browser. */
const toWebp = `globalThis.toWebp = async (content, quality) => {
  const response = await fetch('data:image/png;base64,' + content)
  const bitmap = await createImageBitmap(await response.blob())
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d').drawImage(bitmap, 0, 0)
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality })
  let text = ''
  for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte)
  return btoa(text)
}`

/**
 * Makes the window as high as the page, so that a picture shows the whole page
 * with its sticky bars at its edges.
 */
export async function showWholePage(page: Page, width: number, minHeight = 0): Promise<void> {
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width, height: Math.max(minHeight, height) })
}

/** Shows the address of an example in place of the address of a temporary instance. */
async function replaceOrigin(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  if (origin === 'null') return // an email, which has no address
  await page.evaluate(`for (
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    texts.nextNode();
  )
    texts.currentNode.data = texts.currentNode.data.replaceAll('${origin}', 'https://gifts.example.com')`)
}

/**
 * Creates a saver of screenshots as WebP, which Playwright does not write. A WebP has a third of the size of
 * a PNG, with sharp text.
 */
export async function createScreenshotSaver(
  browser: Browser,
): Promise<{ save(page: Page, file: string): Promise<void> }> {
  const encoder = await browser.newPage()
  await encoder.evaluate(toWebp)
  const encode = async (png: Buffer) => {
    const base64 = await encoder.evaluate<string>(
      `toWebp(${JSON.stringify(png.toString('base64'))}, ${quality})`,
    )
    return Buffer.from(base64, 'base64')
  }
  return {
    async save(page, file) {
      await replaceOrigin(page)
      writeFileSync(file, await encode(await page.screenshot({ animations: 'disabled' })))
    },
  }
}
