import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import * as accounts from '#accounts'
import type * as gifting from '#gifting'
import * as sends from '#sends'
import { createTestDatabase } from '#test/test-database'
import { seed } from './demo-data.ts'
import { createDemoSends } from './demo-sends.ts'

const testApp = await createTestDatabase()
after(() => testApp.close())

it('the demo has past sends, a scheduled one with a wrong address, and one that awaits approval', async () => {
  const { id: account } = await testApp.newAccount()
  await testApp.run(account, seed)
  await testApp.run(account, createDemoSends)
  const { listed, awaiting, states } = await testApp.run(account, async (ctx) => {
    const members = await accounts.listMembers(ctx)
    const admin = members.find(({ role }) => role === 'admin') ?? assert.fail('there is no admin')
    return {
      listed: (await sends.browse(ctx, { limit: 25, order: 'desc' }, {})).data,
      awaiting: await sends.countAwaiting(ctx, admin),
      states: await ctx.query<{ state: gifting.State; count: number }>(
        'select state, count(*)::int as count from gifting.gift_request group by state',
      ),
    }
  })
  assert.deepEqual(
    listed.map(({ name, gifts, failed, opened, delivered }) => [
      name,
      gifts,
      failed,
      opened,
      delivered,
    ]),
    [
      ['Support team of the year', 0, 0, 0, 0],
      ['Partner dinner in Lisbon', 4, 0, 0, 0],
      ['Thank you, beta testers', 5, 1, 4, 2],
      ['Ten years of Larkfield: first customers', 8, 0, 7, 4],
    ],
  )
  assert.equal(awaiting, 1)
  const countByState = new Map(states.map(({ state, count }) => [state, count]))
  assert.equal(countByState.get('scheduled'), 4)
  assert.equal(countByState.get('in_transit'), 1)
})
