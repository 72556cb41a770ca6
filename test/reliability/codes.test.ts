import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as gifting from '#gifting'
import { createCatalogueFixture } from '#test/catalogue-fixture'
import { addContent, importLines } from '#test/digital-fixture'
import { claimCount, createKilledClaims, timeout } from '#test/killed-claims'

/*
 * The tests of more recipients than codes, in several processes that are killed, over connections that are
 * terminated. The full size takes some minutes:
 *
 *   BESTOW_TEST_CLAIMS=10000 npm test -- test/reliability/codes.test.ts
 */

const { testApp, createGifts, runWithFailures } = await createKilledClaims()

it('gives each code to one of more recipients, over killed processes and connections', {
  timeout,
}, async () => {
  const codes = Array.from({ length: claimCount - 1 }, (_, index) => `CLAIM-${index}-${index * 31}`)
  const shop = await createCatalogueFixture(testApp, [
    { name: 'Voucher', kind: 'digital', stock: { Voucher: 0 } },
  ])
  const voucher = shop.id('Voucher')
  await addContent(testApp, voucher, { delivery: 'code' })
  await importLines(testApp, voucher, codes.join('\n'))
  const ids = await createGifts(shop.campaign_id)
  const task = { ids, variant_id: voucher }
  await runWithFailures(task, Math.floor(claimCount / 4))
  const outcomes = await runWithFailures(task, Number.POSITIVE_INFINITY)

  const soldOut = new Set(outcomes.filter((line) => line.endsWith('out_of_stock')))
  assert.equal(soldOut.size, 1, [...soldOut].join())
  const rows = await testApp.run((ctx) =>
    ctx.query<{
      codes: number
      gifts: number
      items: number
      mismatched: number
      delivered: number
    }>(
      `select count(distinct c.id)::int as codes, count(distinct c.gift_request_id)::int as gifts,
              count(i.id)::int as items, count(*) filter (where i.gift_request_id <> c.gift_request_id)::int as mismatched,
              (select count(*)::int from gifting.state_transition t
                where 'gift_request_delivered' = any (t.events)) as delivered
         from digital.code c join digital.item i on i.account_id = c.account_id and i.code_id = c.id
        where c.variant_id = $1 and c.given_at is not null`,
      [voucher],
    ),
  )
  const expected = claimCount - 1
  assert.deepEqual(rows, [
    { codes: expected, gifts: expected, items: expected, mismatched: 0, delivered: expected },
  ])
  const [last = ''] = [...soldOut].map((line) => line.split(' ')[0] ?? '')
  const page = await testApp.run((ctx) => gifting.getRedemptionPage(ctx, last))
  assert.deepEqual(
    [page?.state, page?.items.map(({ is_available }) => is_available)],
    ['awaiting_recipient', [false]],
    'the last recipient sees that the gift is sold out, and can return',
  )
})
