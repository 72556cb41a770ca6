import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as campaigns from '#campaigns'
import { countDonations, createCharity } from '#test/donation-fixture'
import { claimCount, createKilledClaims, timeout } from '#test/killed-claims'

/*
 * The tests of donations in several processes that are killed, over connections that are terminated. Each
 * donation counts once, and none is lost. The full size takes some minutes:
 *
 *   BESTOW_TEST_CLAIMS=10000 npm test -- test/reliability/donations.test.ts
 */

const { testApp, createGifts, runWithFailures, killInTransaction } = await createKilledClaims()

/** Counts the gifts that have one donation, and the gifts with donations that have another number. */
const countGifts = async (ids: readonly string[], reason: string) => {
  return testApp.run((ctx) =>
    ctx.queryFirst<{ once: number; otherwise: number }>(
      `select count(*) filter (where n = 1)::int as once, count(*) filter (where n <> 1)::int as otherwise
         from (select count(*) as n from donations.donation
                where account_id = $1 and gift_request_id = any ($2) and reason = $3 and voided_at is null
                group by gift_request_id) g`,
      [ctx.account_id, ids, reason],
    ),
  )
}

it('counts each chosen donation once up to the limit, over killed processes and connections', {
  timeout,
}, async () => {
  const limit = claimCount - 1
  const shop = await createCharity(testApp, { Rescue: limit })
  const rescue = shop.id('Rescue')
  const ids = await createGifts(shop.campaign_id)
  const task = { ids, variant_id: rescue }
  await runWithFailures(task, Math.floor(claimCount / 4))
  const outcomes = await runWithFailures(task, Number.POSITIVE_INFINITY)
  const soldOut = new Set(outcomes.filter((line) => line.endsWith('out_of_stock')))
  assert.equal(soldOut.size, 1, [...soldOut].join())
  assert.deepEqual(await countDonations(testApp, rescue), { tally: limit, donations: limit })
  assert.deepEqual(await countGifts(ids, 'chosen'), { once: limit, otherwise: 0 })
})

it('donates each gift that expires once, over processes that are killed in the transaction', {
  timeout,
}, async () => {
  const shop = await createCharity(testApp, { Rescue: 1 })
  const rescue = shop.id('Rescue')
  await testApp.run((ctx) => campaigns.updateFallback(ctx, shop.campaign_id, rescue))
  const ids = await createGifts(shop.campaign_id)
  await testApp.run((ctx) =>
    ctx.query(
      `update gifting.gift_request set expires_at = $2, due_at = $2 where account_id = $1 and id = any ($3)`,
      [ctx.account_id, new Date(ctx.now.getTime() - 1_000), ids],
    ),
  )
  for (const _ of [1, 2, 3]) await killInTransaction({ kind: 'timers' })
  const killed = await countDonations(testApp, rescue)
  assert.equal(killed?.tally, killed?.donations)
  await runWithFailures({ kind: 'timers' }, Number.POSITIVE_INFINITY)
  assert.deepEqual(await countGifts(ids, 'unclaimed'), { once: claimCount, otherwise: 0 })
  const count = { tally: claimCount, donations: claimCount }
  assert.deepEqual(await countDonations(testApp, rescue), count)
})
