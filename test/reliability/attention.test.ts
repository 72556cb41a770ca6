import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestApp } from '#test/api-harness'
import { createAttentionFixture, seedGifts } from '#test/attention-fixture'
import { createKillableProcess } from '#test/killable-process'

/*
 * The tests of checks of what needs attention. A check is killed with SIGKILL at several places of its
 * transaction, and two checks run at the same time.
 */

const giftCount = 300
const testApp = await createTestApp()
const { check, createEndpoint } = createAttentionFixture(testApp)
await createEndpoint({ receives_attention: true, events: ['gift_request_cancelled'] })

const settings = { url: testApp.url, account_id: testApp.account.id }
const { run, killBefore } = createKillableProcess({
  pool: testApp.db.pool,
  script: 'test/reliability/attention-process.ts',
  connectionName: 'attention check',
  timeoutMs: 120_000,
})
const runCheck = async () => Number(await run(settings))

/** Counts the open items, all items, and the events of the two types, each of which has one delivery. */
const countRows = () =>
  testApp.run((ctx) =>
    ctx.queryFirst<Record<'open' | 'items' | 'raised' | 'cleared', number>>(
      `select (select count(*)::int from attention.item where account_id = $1 and cleared_at is null) as open,
              (select count(*)::int from attention.item where account_id = $1) as items,
              count(*) filter (where event_type = 'attention.backordered')::int as raised,
              count(*) filter (where event_type = 'attention.cleared')::int as cleared
         from webhooks.delivery where account_id = $1`,
      [ctx.account_id],
    ),
  )

const setStates = (state: string) =>
  testApp.run((ctx) =>
    ctx.query('update gifting.gift_request set state = $2 where account_id = $1', [
      ctx.account_id,
      state,
    ]),
  )

it('raises and clears each item once, with one event each, after a kill and with two processes', async () => {
  await seedGifts(testApp, testApp.account.id, { count: giftCount, state: 'complete' })
  while ((await check()) > 0); // removes items of other kinds, such as the stock of the catalogue
  const before = await countRows()
  assert.ok(before)

  await setStates('backordered')
  await killBefore('webhooks.delivery', settings)
  const raised = await Promise.all([runCheck(), runCheck()])
  assert.equal(raised[0] + raised[1], giftCount)
  const afterRaise = {
    open: before.open + giftCount,
    items: before.items + giftCount,
    raised: before.raised + giftCount,
    cleared: before.cleared,
  }
  assert.deepEqual(await countRows(), afterRaise)

  await setStates('complete')
  await killBefore('attention.item', settings)
  const cleared = await Promise.all([runCheck(), runCheck()])
  assert.equal(cleared[0] + cleared[1], giftCount)
  assert.deepEqual(await countRows(), {
    ...afterRaise,
    open: before.open,
    cleared: before.cleared + giftCount,
  })
})
