import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as campaigns from '#campaigns'
import * as spend from '#spend'
import { pluck } from '#test/pluck'
import { createRecipientBrowser, type RecipientPage } from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'
import { decryptAll, dumpTables, tablesContaining } from '#test/table-dump'

/*
 * The tests of secret costs. A gift whose items have a marked cost, in a campaign with a marked
 * cost centre and budget, is created, opened, redeemed and delivered. No page, email, event or
 * public object contains a mark.
 */

const testApp = await createRedeemTestApp()
const ada = createRecipientBrowser(await testApp.listen())
const unitCost = 73_391_287
const budget = 98_712_345
const costCentre = 'centre-xq7'
const marks = [
  ...['73391287', '733912.87', '733,912.87', '733.912,87'],
  ...['98712345', '987123.45', '987,123.45', '987.123,45'],
  ...[costCentre, 'unit_cost', 'cost_centre', 'budget'],
]

const assertNoMark = (text: string, name: string) => {
  for (const mark of marks) assert.ok(!text.includes(mark), `${name} contains ${mark}`)
}

it('shows costs, cost centre and budget to no recipient and no receiver', async () => {
  const { id: campaign_id } = testApp.campaign('email')
  await testApp.run(async (ctx) => {
    await ctx.query(
      `update catalogue.variant set unit_cost_minor = $2, unit_cost_currency = 'EUR' where account_id = $1`,
      [ctx.account_id, unitCost],
    )
    await campaigns.patch(ctx, campaign_id, () => ({
      cost_centre: costCentre,
      budget: { amount_minor: budget, currency: 'EUR', stops: true },
    }))
  })
  const gift = await testApp.createGift({ campaign_id })
  const pages: RecipientPage[] = [await ada.open(gift.path)]
  const last = () => pages.at(-1) ?? assert.fail('no page')
  pages.push(await ada.submit(last(), 'open'))
  const [, variant = ''] =
    /value="([^"]+)"[^>]*>(?:(?!<input)[\s\S])*?Linen notebook/.exec(last().text) ?? []
  pages.push(await ada.submit(last(), 'choose', { variant }))
  pages.push(
    await ada.submit(last(), 'address', {
      ...{ name: 'Ada Larkin', line_1: 'Unter den Linden 1', postal_code: '10117' },
      ...{ city: 'Berlin', country: 'DE' },
    }),
  )
  pages.push(await ada.submit(last(), 'review', {}, ['do', 'redeem']))
  await testApp.advance(gift.id, 'delivered')
  pages.push(await ada.open(gift.path))
  for (const [index, page] of pages.entries()) assertNoMark(page.text, `page ${index + 1}`)

  const costs = await testApp.run((ctx) => spend.findByGift(ctx, gift.id))
  assert.deepEqual(pluck(costs, 'kind', 'amount_minor'), [['items', unitCost]])
  for (const path of [`/gift_requests/${gift.id}`, '/gift_requests', `/campaigns/${campaign_id}`])
    assertNoMark((await testApp.api.get(path)).text, path)
  const events = await testApp.api.get(`/events?gift_request_id=${gift.id}`)
  assert.ok(events.json.data.length >= 3)
  assertNoMark(events.text, 'events')

  const dump = await dumpTables(testApp)
  assert.deepEqual(tablesContaining(dump, String(unitCost)), [
    'catalogue.variant',
    'spend.budget_usage',
    'spend.cost',
    'spend.reservation',
  ])
  assert.deepEqual(tablesContaining(dump, costCentre), [
    'campaigns.campaign',
    'gifting.gift_request',
    'spend.cost',
  ])
  for (const text of await decryptAll(testApp)) assertNoMark(text, 'an email or address')
})
