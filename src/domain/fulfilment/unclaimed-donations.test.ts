import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as campaigns from '#campaigns'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { createTestApp } from '#test/api-harness'
import { homeAddress, redeem } from '#test/catalogue-fixture'
import { countDonations, createCharity, findDonations } from '#test/donation-fixture'
import { findEmittedEvents, findStates } from '#test/fulfilment-fixture'

const testApp = await createTestApp()
const dayMs = 24 * 60 * 60 * 1000

/** Creates a campaign with a cup, whose unclaimed gifts become a donation. */
async function createShop() {
  const shop = await createCharity(testApp, { Rescue: 1 }, [{ name: 'Cup', stock: { Red: 50 } }])
  await testApp.run((ctx) => campaigns.updateFallback(ctx, shop.campaign_id, shop.id('Rescue')))
  const createOpenGift = () => {
    const expires_at = new Date(testApp.db.clock().getTime() + dayMs).toISOString()
    return shop.createGift({ expires_at })
  }
  return { ...shop, createOpenGift }
}

it('donates once when a gift expires, with two timer loops at the same instant', async () => {
  const shop = await createShop()
  const ids = [await shop.createOpenGift(), await shop.createOpenGift()]
  const now = testApp.db.clock().getTime()
  await testApp.run((ctx) =>
    ctx.query(
      `update gifting.gift_request set expires_at = $2, due_at = $2 where account_id = $1 and id = any ($3)`,
      [ctx.account_id, new Date(now - 1), ids],
    ),
  )
  await Promise.all([1, 2, 3].map(() => gifting.processDue(testApp.db)))
  await gifting.processDue(testApp.db)
  for (const id of ids) {
    assert.equal((await findStates(testApp, id)).at(-1), 'expired')
    assert.equal(await findEmittedEvents(testApp, id), 'created cancelled')
    const [donation, ...others] = await findDonations(testApp, id)
    assert.equal(donation?.reason, 'unclaimed')
    assert.equal(donation?.amount_minor, 2_500)
    assert.deepEqual(others, [])
    const page = await testApp.run((ctx) => gifting.getRedemptionPage(ctx, id))
    assert.equal(page?.donations.length, 1)
  }
  const counted = await countDonations(testApp, shop.id('Rescue'))
  assert.deepEqual(counted, { tally: 2, donations: 2 }, 'the cap limits the choice of recipients')
})

it('rolls the donation back with a transaction that fails, and makes it on the next try', async () => {
  const shop = await createShop()
  const id = await shop.createOpenGift()
  await assert.rejects(
    testApp.run(async (ctx) => {
      await gifting.simulateTo(ctx, id, 'expired')
      throw new Error('the process ends')
    }),
    /the process ends/,
  )
  assert.deepEqual(await findDonations(testApp, id), [])
  await testApp.advanceTime(2 * dayMs)
  assert.equal((await findDonations(testApp, id)).length, 1)
})

it('donates nothing without the setting, after a redemption, and for an unclaimed placeholder', async () => {
  const shop = await createShop()
  const redeemed = await shop.createOpenGift()
  await redeem(testApp, redeemed, {
    variant_ids: [shop.id('Red')],
    shipping_address: homeAddress,
  })
  const other = await createCharity(testApp)
  const expires_at = new Date(testApp.db.clock().getTime() + dayMs).toISOString()
  const plain = await other.createGift({ expires_at })
  const campaign_id = testApp.campaign('one_link').id
  await testApp.run((ctx) => campaigns.updateFallback(ctx, campaign_id, shop.id('Rescue')))
  await testApp.api.post('/one_links', { campaign_id, quantity: 3, expires_at })
  await testApp.advanceTime(2 * dayMs)
  assert.deepEqual(await findDonations(testApp, redeemed), [])
  assert.equal((await findStates(testApp, plain)).at(-1), 'expired')
  assert.deepEqual(await findDonations(testApp, plain), [])
  assert.deepEqual(await countDonations(testApp, shop.id('Rescue')), { tally: 0, donations: 0 })
})

it('takes the donation back when the sender sends the gift again', async () => {
  const shop = await createShop()
  const id = await shop.createOpenGift()
  await testApp.advanceTime(2 * dayMs)
  assert.equal((await findDonations(testApp, id)).length, 1)
  const sent = await testApp.run((ctx) => gifting.reissue(ctx, id, {}, 'sent again by a test'))
  assert.ok(sent?.isNew)
  assert.deepEqual(await findDonations(testApp, id), [])
  assert.deepEqual(await countDonations(testApp, shop.id('Rescue')), { tally: 0, donations: 0 })
})

it('accepts no physical item as the fallback of a campaign', async () => {
  const shop = await createShop()
  const change = (fallback_variant_id: string | null) =>
    testApp.run((ctx) => campaigns.patch(ctx, shop.campaign_id, () => ({ fallback_variant_id })))
  for (const [value, code] of [
    [shop.id('Red'), 'not_allowed'],
    ['no id', 'invalid_reference'],
    [testApp.account.id, 'invalid_reference'],
  ] as const)
    await assert.rejects(change(value), (error: unknown) => {
      assert.ok(error instanceof ApiError)
      assert.deepEqual(
        error.fieldErrors.map((each) => [each.param, each.code]),
        [['fallback_variant_id', code]],
      )
      return true
    })
  assert.equal((await change(null))?.after.fallback_variant_id, null)
  assert.equal((await change(shop.id('Rescue')))?.after.fallback_variant_id, shop.id('Rescue'))
})
