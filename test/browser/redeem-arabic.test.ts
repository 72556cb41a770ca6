import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '#test/chromium'
import { assertAccessible, click, openRecipientPhone } from '#test/recipient-phone'
import { createRedeemTestApp } from '#test/redeem-harness'

const browser = await openBrowser()
const testApp = await createRedeemTestApp()
const origin = await testApp.listen()

const openPhone = (locale: string) =>
  openRecipientPhone(browser, { locale, reducedMotion: 'reduce' })

/** Returns the distances of an element from both edges of the page. */
const measureEdges = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  assert.ok(box, selector)
  return { left: Math.round(box.x), right: Math.round(360 - box.x - box.width) }
}

/** Presses Tab this many times. Returns the ids or texts of the elements that get the focus. */
async function tabThrough(page: Page, count: number): Promise<string[]> {
  const stops: string[] = []
  for (let at = 0; at < count; at++) {
    await page.keyboard.press('Tab')
    stops.push(String(await page.evaluate('document.activeElement.id')))
  }
  return stops
}

it('Arabic pages are mirrored, accessible, and usable by keyboard', async () => {
  const { path } = await testApp.createGift()
  const arabic = await openPhone('ar-EG')
  const english = await openPhone('en-GB')
  await Promise.all([arabic.goto(origin + path), english.goto(origin + path)])
  assert.equal(await arabic.locator('html').getAttribute('dir'), 'rtl')
  assert.equal(await english.locator('html').getAttribute('dir'), null)
  const [menu, englishMenu] = await Promise.all(
    [arabic, english].map((page) => measureEdges(page, '.language-menu')),
  )
  assert.equal(menu?.left, englishMenu?.right)
  assert.ok((menu?.left ?? 360) < (menu?.right ?? 0), 'the language menu is on the left')
  await assertAccessible(arabic)

  await click(arabic, '.letter .main')
  await assertAccessible(arabic)
  const mark = await measureEdges(arabic, '.card .what')
  assert.ok(mark.right <= mark.left, 'names begin at the right edge')
  await arabic.locator('.card input').first().focus()
  await arabic.keyboard.press('Space')
  await click(arabic, '#choose .main')

  await arabic.locator('#country').selectOption('DE')
  await arabic.waitForLoadState('networkidle')
  await assertAccessible(arabic)
  await arabic.locator('#name').focus()
  assert.equal(await arabic.evaluate('getComputedStyle(document.activeElement).direction'), 'rtl')
  await arabic.keyboard.type('Ada Larkin')
  const stops = await tabThrough(arabic, 6)
  const fields = stops.filter((id) => ['line_1', 'postal_code', 'city'].includes(id))
  assert.deepEqual(fields, ['line_1', 'postal_code', 'city'], stops.join())
})
