import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestApp, giftBody } from '#test/api-harness'
import { createKillableProcess } from '#test/killable-process'

/*
 * The tests of a batch with idempotency keys, whose process is killed with SIGKILL at
 * several places of its transaction.
 */

const rowCount = 300
const testApp = await createTestApp()

const createRows = (prefix: string) =>
  Array.from({ length: rowCount }, (_, index) => ({
    ...giftBody(testApp),
    idempotency_key: `${prefix}-${index}`,
  }))
type Rows = ReturnType<typeof createRows>

const { run, killBefore } = createKillableProcess({
  pool: testApp.db.pool,
  script: 'test/reliability/batch-rows-process.ts',
  connectionName: 'batch of rows',
  timeoutMs: 60_000,
})
const toSettings = (rows: Rows) => ({ url: testApp.url, account_id: testApp.account.id, rows })
const runBatch = async (rows: Rows): Promise<object> => JSON.parse(await run(toSettings(rows)))

const countRows = () =>
  testApp.run((ctx) =>
    ctx.queryFirst<Record<string, number>>(
      `select (select count(*)::int from gifting.gift_request where account_id = $1) as gifts,
              (select count(*)::int from gifting.batch_row where account_id = $1) as keys,
              (select count(*)::int from webhooks.event where account_id = $1) as events`,
      [ctx.account_id],
    ),
  )

for (const table of ['gifting.batch_row', 'gifting.gift_request', 'webhooks.event'])
  it(`creates each row once after a kill before the rows of ${table}`, async () => {
    const rows = createRows(table)
    const before = await countRows()
    await killBefore(table, toSettings(rows))
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
