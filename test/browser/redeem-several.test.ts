import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openBrowser } from '#test/chromium'
import { assertAccessible, click, openRecipientPhone } from '#test/recipient-phone'
import { createRedeemTestApp } from '#test/redeem-harness'

const browser = await openBrowser()
const testApp = await createRedeemTestApp()
const origin = await testApp.listen()

it('a recipient chooses two gifts on a phone, and no more', async () => {
  const campaign_id = testApp.campaign('gift_link').id
  const gift = await testApp.createGift({ campaign_id })
  const page = await openRecipientPhone(browser, { locale: 'en-GB', reducedMotion: 'reduce' })
  await page.goto(origin + gift.path)
  await click(page, '.letter .main')
  const counter = page.getByRole('status').filter({ hasText: 'chosen' })
  await counter.filter({ hasText: '0 of 2 chosen' }).waitFor()
  await assertAccessible(page)

  const colour = (name: string) => page.getByRole('checkbox', { name, exact: true })
  await colour('Lagoon').check({ force: true })
  await colour('Graphite').check({ force: true })
  assert.equal(await colour('Lagoon').isChecked(), false, 'one colour replaces the other')
  await counter.filter({ hasText: '1 of 2 chosen' }).waitFor()
  const olives = page.locator('.card:has(> input) .words', { hasText: 'Olive' })
  await olives.click()
  await counter.filter({ hasText: '2 of 2 chosen' }).waitFor()
  const lamp = page.locator('.card:has(> input)', { hasText: /lamp/i }).first()
  await lamp.locator('.words').click()
  await page.getByText('You’ve already chosen 2. Deselect one to pick another.').waitFor()
  assert.equal(await lamp.locator('input').isChecked(), false)
  await assertAccessible(page)

  await click(page, '#choose .main')
  await page.getByRole('heading', { level: 1, name: 'Where should we send it?' }).waitFor()
  await page.goBack()
  await page.getByText('2 of 2 chosen').waitFor()
  await olives.click()
  await page.getByText('1 of 2 chosen').waitFor()
  await click(page, '#choose .main')
  await assertAccessible(page)
  assert.match((await page.locator('.chosen').textContent()) ?? '', /speaker.*graphite/i)
  assert.doesNotMatch((await page.locator('.chosen').textContent()) ?? '', /olive/i)
})
