import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, it } from 'node:test'
import { root } from '#scripts/steps'
import { createTestApp } from '#test/api-harness'
import { createAttentionFixture, seedGifts } from '#test/attention-fixture'
import { eventually } from '#test/eventually'

/* Checks of what needs attention, killed with SIGKILL at several places of their transaction, and two at the same time. */

const giftCount = 300
const testApp = await createTestApp()
const { check, createEndpoint } = createAttentionFixture(testApp)
const children: ChildProcess[] = []
after(() => {
  for (const child of children) child.kill('SIGKILL')
})
await createEndpoint({ receives_attention: true, events: ['gift_request_cancelled'] })

function startCheck(): ChildProcess {
  const settings = { url: testApp.url, account_id: testApp.account.id }
  const child = spawn(
    process.execPath,
    ['test/reliability/attention-process.ts', JSON.stringify(settings)],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  children.push(child)
  return child
}

async function runCheck(): Promise<number> {
  const { stdout } = startCheck()
  assert.ok(stdout)
  return Number(await text(stdout))
}

/** The numbers of open items, of all items, and of the events of the two types, of which each has one delivery. */
const countRows = () =>
  testApp.run(async (ctx) => {
    const [counts] = await ctx.query<Record<'open' | 'items' | 'raised' | 'cleared', number>>(
      `select (select count(*)::int from attention.item where account_id = $1 and cleared_at is null) as open,
              (select count(*)::int from attention.item where account_id = $1) as items,
              count(*) filter (where event_type = 'attention.backordered')::int as raised,
              count(*) filter (where event_type = 'attention.cleared')::int as cleared
         from webhooks.delivery where account_id = $1`,
      [ctx.account_id],
    )
    return counts
  })

async function isConnected(condition: string): Promise<boolean> {
  const { rows } = await testApp.db.pool.query(
    `select from pg_stat_activity
      where datname = current_database() and application_name like '%attention check%' and ${condition}`,
  )
  return rows.length > 0
}

/** Starts a check, and kills it while it waits for a table. */
async function killCheckBefore(table: string): Promise<void> {
  const blocker = await testApp.db.pool.connect()
  try {
    await blocker.query('begin')
    await blocker.query('set local idle_in_transaction_session_timeout = 0')
    await blocker.query(`lock table ${table} in share mode`)
    const child = startCheck()
    await eventually(() => isConnected(`wait_event_type = 'Lock'`), {
      timeoutMs: 120_000,
      message: `the check waits for ${table}`,
    })
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
  await eventually(async () => !(await isConnected('true')), {
    timeoutMs: 120_000,
    message: 'the server has ended the session of the killed process',
  })
}

const setStates = (state: string) =>
  testApp.run((ctx) =>
    ctx.query('update gifting.gift_request set state = $2 where account_id = $1', [
      ctx.account_id,
      state,
    ]),
  )

it('raises and clears each item once, with one event each, after a kill and with two processes', async () => {
  await seedGifts(testApp, testApp.account.id, { count: giftCount, state: 'complete' })
  while ((await check()) > 0); // items of other kinds, such as the stock of the catalogue
  const before = await countRows()
  assert.ok(before)

  await setStates('backordered')
  await killCheckBefore('webhooks.delivery')
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
  await killCheckBefore('attention.item')
  const cleared = await Promise.all([runCheck(), runCheck()])
  assert.equal(cleared[0] + cleared[1], giftCount)
  assert.deepEqual(await countRows(), {
    ...afterRaise,
    open: before.open,
    cleared: before.cleared + giftCount,
  })
})
