import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as gifting from '#gifting'
import { createTestApp } from '#test/api-harness'
import { createCatalogueFixture, homeAddress, redeem } from '#test/catalogue-fixture'

const testApp = await createTestApp()
const shop = await createCatalogueFixture(testApp, [{ name: 'Cup', stock: { Red: 50 } }], 'all')
const dayMs = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(testApp.db.clock().getTime() + days * dayMs).toISOString()

async function findBlocker(id: string): Promise<string | undefined> {
  const gift = await testApp.run((ctx) => gifting.find(ctx, id))
  assert.ok(gift !== undefined)
  return testApp.run((ctx) => gifting.reminderBlocker(ctx, gift))
}

it('names the state that makes a reminder impossible', async () => {
  const scheduled = await shop.createGift({ send_at: inDays(3) })
  assert.equal(await findBlocker(scheduled), 'it is not sent yet')
  const redeemed = await shop.createGift()
  await redeem(testApp, redeemed, { shipping_address: homeAddress })
  assert.equal(await findBlocker(redeemed), 'it is already redeemed or cancelled')
  const expired = await shop.createGift({ expires_at: inDays(1) })
  await testApp.advanceTime(2 * dayMs)
  assert.equal(await findBlocker(expired), 'it has expired')
})
