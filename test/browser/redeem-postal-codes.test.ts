import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openBrowser } from '#test/chromium'
import { assertAccessible, click, openRecipientPhone } from '#test/recipient-phone'
import { createRedeemTestApp } from '#test/redeem-harness'

const browser = await openBrowser()
const testApp = await createRedeemTestApp()
const origin = await testApp.listen()

for (const { locale, name, isScripted } of [
  { locale: 'ja-JP', name: 'with the script', isScripted: true },
  { locale: 'ja-JP', name: 'without JavaScript', isScripted: false },
  { locale: 'ar-EG', name: 'in Arabic, after the choice of the country', isScripted: true },
])
  it(`a Japanese address is filled on a phone ${name}, without axe violations`, async () => {
    const gift = await testApp.createGift()
    const options = { reducedMotion: 'reduce', javaScriptEnabled: isScripted } as const
    const page = await openRecipientPhone(browser, { locale, ...options })
    await page.goto(origin + gift.path)
    await click(page, '.letter .main')
    await page.locator('.card:has(> input) .words').first().click()
    await click(page, '#choose .main')
    if ((await page.locator('#country').inputValue()) !== 'JP') {
      await page.selectOption('#country', 'JP')
      await page.locator('#address [data-done]:not(:empty)').waitFor({ state: 'attached' })
    }
    await page.fill('#postal_code', '９９９８８８８')
    await click(page, '[value=lookup]')
    assert.equal(await page.locator('#postal_code-error').count(), 1)
    if (isScripted) await assertAccessible(page)
    await page.fill('#postal_code', '１０００００１')
    await click(page, '[value=lookup]')
    if (isScripted) await assertAccessible(page)
    const values = ['#postal_code', '#region', '#line_1'].map((id) => page.locator(id).inputValue())
    assert.deepEqual(await Promise.all(values), ['100-0001', '13', '千代田区千代田'])
    assert.equal(await page.locator('#line_1:focus').count(), 1)
    if (isScripted) {
      await page.keyboard.type('1-1')
      assert.equal(await page.locator('#line_1').inputValue(), '千代田区千代田1-1')
    }
  })
