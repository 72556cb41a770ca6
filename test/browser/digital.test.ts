import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import * as digital from '#digital'
import { openBrowser } from '#test/chromium'
import { createRedeemTestApp } from '#test/redeem-harness'

const browser = await openBrowser()
const testApp = await createRedeemTestApp()
const origin = await testApp.listen()
const books = testApp
  .campaign('email')
  .products.flatMap(({ variants }) => variants)
  .find(({ sku }) => sku === 'BOOKS-25')

async function openPhonePage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
    ...options,
  })
  after(() => context.close())
  context.setDefaultTimeout(20_000)
  return context.newPage()
}

/** Asserts that axe finds no violation and that the page does not scroll horizontally. */
async function assertAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
    .setLegacyMode()
    .analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
  assert.deepEqual(found, [], page.url())
  if (process.env.SHOT)
    await page.screenshot({ path: `/tmp/dig/${Date.now()}.png`, fullPage: true })
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
}

const clickButton = (page: Page, selector: string) =>
  Promise.all([page.waitForEvent('domcontentloaded'), page.locator(selector).first().click()])

async function redeemVoucher(
  page: Page,
  inspect: (page: Page) => Promise<void> = async () => {},
): Promise<{ id: string; path: string }> {
  const gift = await testApp.createGift()
  await page.goto(origin + gift.path)
  await clickButton(page, '.letter .main')
  await page.locator(`.card:has(> input[value="${books?.id}"]) .words`).click()
  await clickButton(page, '#choose .main')
  await inspect(page)
  await clickButton(page, '#review .main')
  return gift
}

it('reveals a code on a phone, and copies it, in light and dark mode', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await openPhonePage({
      colorScheme,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const gift = await redeemVoucher(page, assertAccessible)
    await assertAccessible(page)
    await clickButton(page, '.digital .main')
    await assertAccessible(page)
    const code = await page.locator('.secret code').first().textContent()
    assert.match(code ?? '', /^LARK25-[A-Z]{4}-\d{4}$/)
    await page.locator('.secret [data-copy]').first().click()
    await page.locator('.toast', { hasText: 'Copied' }).waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), code)
    const [item] = await testApp.run((ctx) => digital.findItems(ctx, gift.id))
    assert.notEqual(item?.revealed_at, null)
  }
})

it('reveals a code without script, which the recipient can select', async () => {
  const page = await openPhonePage({ javaScriptEnabled: false })
  const gift = await redeemVoucher(page)
  await clickButton(page, '.digital .main')
  assert.match((await page.locator('.secret code').first().textContent()) ?? '', /^LARK25-/)
  assert.equal(await page.locator('.secret button').first().isVisible(), false)
  const other = await openPhonePage()
  await other.goto(origin + gift.path)
  await assertAccessible(other)
  assert.doesNotMatch(await other.content(), /LARK25-/)
  assert.equal(await other.locator('.sealed .main').isVisible(), true)
})
