import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import * as attention from '#attention'
import * as campaigns from '#campaigns'
import * as donations from '#donations'
import * as fulfilment from '#fulfilment'
import type * as gifting from '#gifting'
import { createTestDatabase } from '#test/test-database'
import { seed } from './demo-data.ts'
import { createFailingEndpoint } from './demo-endpoint.ts'
import { createDemoGifts } from './demo-gifts.ts'

const testApp = await createTestDatabase()
after(() => testApp.close())

it('the demo has gifts in the states that need a decision, and parcels at the packing station', async () => {
  const demoAccount = await testApp.newAccount()
  const account = demoAccount.id
  await testApp.run(account, seed)
  await testApp.run(account, async (ctx) => {
    const { data } = await campaigns.list(ctx, {}, { limit: 25, order: 'desc' })
    await createDemoGifts(ctx, data)
    const campaign = data.find(({ invitation_method }) => invitation_method === 'email')
    assert.ok(campaign)
    await createFailingEndpoint(ctx, demoAccount, campaign)
  })
  await attention.checkAccount(testApp.db, account)
  const open = await testApp.run(account, attention.countOpen)
  assert.deepEqual(open.map(({ kind }) => kind).sort(), [
    'address_refused',
    'backordered',
    'delivery_abandoned',
    'delivery_attempt_failed',
    'email_bounced',
    'endpoint_failing',
    'expiring',
    'overdue',
    'parcel_lost',
    'stock_low',
  ])
  const { states, parcels, queue, notes, reports, totals, given, split } = await testApp.run(
    account,
    async (ctx) => ({
      states: await ctx.query<{ state: gifting.State; count: number }>(
        'select state, count(*)::int as count from gifting.gift_request group by state',
      ),
      parcels: await fulfilment.listParcels(ctx, { hasProblem: true, limit: 25 }),
      queue: await fulfilment.summarizeQueue(ctx, undefined, fulfilment.demoShipping),
      notes: await ctx.query('select from gifting.thank_you_note'),
      reports: await ctx.query("select from gifting.problem_report where state = 'open'"),
      totals: (await donations.listTotals(ctx)).data,
      given: await donations.listDonations(ctx, {}, { after: undefined, limit: 20 }),
      split: await ctx.query(
        'select from fulfilment.parcel group by gift_request_id having count(*) > 1',
      ),
    }),
  )
  const countByState = new Map(states.map(({ state, count }) => [state, count]))
  for (const state of [
    'awaiting_recipient',
    'expired',
    'ordered',
    'backordered',
    'shipping_error',
    'in_transit',
  ] as const)
    assert.ok(countByState.has(state), `${state} is missing in ${JSON.stringify(states)}`)
  const problems = new Set<string>(parcels.map(({ state }) => state))
  assert.deepEqual([...problems].sort(), [
    'delivery_attempt_failed',
    'lost',
    'refused',
    'returned',
    'waiting',
  ])
  assert.ok(queue.waiting >= 6, `${queue.waiting} parcels wait`)
  assert.equal(queue.packed, 1)
  assert.equal(notes.length, 3)
  assert.equal(reports.length, 1)
  assert.deepEqual(new Set(given.map(({ reason }) => reason)), new Set(['chosen', 'unclaimed']))
  assert.deepEqual(split, [], 'each gift ships in one parcel')
  assert.ok(totals.length >= 2)
  assert.equal(totals.at(-1)?.unpaid_donations, 0, 'the oldest month is paid')
  assert.ok((totals[0]?.unpaid_donations ?? 0) > 0, 'the newest month is not')
})
