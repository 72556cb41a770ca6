import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, it } from 'node:test'
import { root } from '#scripts/steps'
import { createTestApp, giftBody } from '#test/api-harness'
import { eventually } from '#test/eventually'

/* A batch with keys, whose process is killed with SIGKILL at several places of its transaction. */

const rowCount = 300
const testApp = await createTestApp()
const children: ChildProcess[] = []
after(() => {
  for (const child of children) child.kill('SIGKILL')
})

const createRows = (prefix: string) =>
  Array.from({ length: rowCount }, (_, index) => ({
    ...giftBody(testApp),
    idempotency_key: `${prefix}-${index}`,
  }))
type Rows = ReturnType<typeof createRows>

function startBatch(rows: Rows): ChildProcess {
  const settings = { url: testApp.url, account_id: testApp.account.id, rows }
  const child = spawn(
    process.execPath,
    ['test/reliability/batch-rows-process.ts', JSON.stringify(settings)],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  children.push(child)
  return child
}

async function runBatch(rows: Rows): Promise<object> {
  const { stdout } = startBatch(rows)
  assert.ok(stdout)
  return JSON.parse(await text(stdout))
}

const countRows = () =>
  testApp.run(async (ctx) => {
    const [counts] = await ctx.query<Record<string, number>>(
      `select (select count(*)::int from gifting.gift_request where account_id = $1) as gifts,
              (select count(*)::int from gifting.batch_row where account_id = $1) as keys,
              (select count(*)::int from webhooks.event where account_id = $1) as events`,
      [ctx.account_id],
    )
    return counts
  })

/** Whether the connection of the killed or running process is in this state. */
async function isConnected(condition: string): Promise<boolean> {
  const { rows } = await testApp.db.pool.query(
    `select from pg_stat_activity
      where datname = current_database() and application_name like '%batch of rows%' and ${condition}`,
  )
  return rows.length > 0
}

for (const table of ['gifting.batch_row', 'gifting.gift_request', 'webhooks.event'])
  it(`creates each row once after a kill before the rows of ${table}`, async () => {
    const rows = createRows(table)
    const before = await countRows()
    const blocker = await testApp.db.pool.connect()
    try {
      await blocker.query('begin')
      await blocker.query('set local idle_in_transaction_session_timeout = 0')
      await blocker.query(`lock table ${table} in share mode`)
      const child = startBatch(rows)
      await eventually(() => isConnected(`wait_event_type = 'Lock'`), {
        timeoutMs: 60_000,
        message: `the batch waits for ${table}`,
      })
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
    await eventually(async () => !(await isConnected('true')), {
      timeoutMs: 60_000,
      message: 'the server has ended the session of the killed process',
    })
    const killed = await countRows()
    const isCommitted = killed?.gifts !== before?.gifts
    assert.deepEqual(
      await runBatch(rows),
      isCommitted
        ? { created: 0, duplicate: rowCount, total: rowCount }
        : { created: rowCount, duplicate: 0, total: rowCount },
    )
    assert.deepEqual(await runBatch(rows), { created: 0, duplicate: rowCount, total: rowCount })
    const counts = await countRows()
    for (const name of ['gifts', 'keys', 'events'])
      assert.equal(counts?.[name], (before?.[name] ?? 0) + rowCount, name)
  })
