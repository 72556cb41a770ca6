import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '#test/chromium'

/*
 * The browsers of tests and screenshots show texts with the fonts from npm, on every machine with Linux. A
 * text that needs another font would have another size and another look.
 */

const browser = await openBrowser()

/** Returns the names of the fonts with which the browser shows the text. */
async function readFonts(page: Page, language: string, family: string, text: string) {
  await page.setContent(`<p lang="${language}" style="font-family: ${family}">${text}</p>`)
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'p' })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts.map(({ postScriptName }) => postScriptName)
}

// biome-ignore format: read down the columns
const texts = [
  // language, family,                  text,              font
  ['en', 'system-ui, sans-serif',       'A gift for you',  'Inter-Regular'],
  ['pl', 'Roboto, Arial, sans-serif',   'Żółć',            'Inter-Regular'],
  ['en', 'Georgia, serif',              'A gift for you',  'SourceSerif4-Regular'],
  ['en', 'Menlo, monospace',            'whsec_1',         'JetBrainsMono-Regular'],
  ['ja', 'system-ui, sans-serif',       'ギフトを選ぶ',      'NotoSansJP-Thin'],
  ['zh', 'system-ui, sans-serif',       '选择礼物',         'NotoSansSC-Thin'],
  ['zh-Hant', 'system-ui, sans-serif',  '選擇禮物',         'NotoSansTC-Thin'],
  ['ar', 'system-ui, sans-serif',       'اختر',            'NotoSansArabic-Regular'],
  ['en', 'system-ui, sans-serif',       '🎁',              'NotoColorEmoji'],
] as const

const needsLinux = process.platform !== 'linux' && 'other systems do not use fontconfig'

for (const [language, family, text, font] of texts)
  it(`shows ${text} in ${font}`, { skip: needsLinux }, async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    assert.deepEqual(await readFonts(page, language, family, text), [font])
    await context.close()
  })
