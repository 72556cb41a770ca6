import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { createTestDatabase } from '#test/test-database'
import { ALL_ACCOUNTS } from '../postgres/database.ts'
import { createQuotaShares, deleteOldUsage } from './quota-shares.ts'

const { db, run, close } = await createTestDatabase()
after(close)

const perSecond = 100
const windowSeconds = 2

/** Creates several processes that report once a second. The test moves their clock. */
function createProcesses(count: number) {
  let nowMs = 0
  const key = { account: randomUUID(), client: 'token' }
  const processes = Array.from({ length: count }, () =>
    createQuotaShares({
      db,
      name: 'api',
      minReportedPerSecond: perSecond * 0.05,
      onError: assert.ifError,
      intervalMs: 0,
      now: () => nowMs,
    }),
  )
  return {
    key,
    processes,
    /**
     * Requests these numbers of points at the processes within a second. Returns how
     * many points each process allows.
     */
    async runSecond(requested: readonly number[]): Promise<number[]> {
      const allowed = processes.map((shares, n) => {
        const quota = shares.localQuota(key, perSecond * windowSeconds, windowSeconds)
        const count = Math.min(requested[n] ?? 0, quota / windowSeconds)
        if (count > 0) shares.record(key, count, true)
        if ((requested[n] ?? 0) > count) shares.record(key, (requested[n] ?? 0) - count, false)
        return count
      })
      nowMs += 1_000
      for (const shares of processes) await shares.sync()
      return allowed
    },
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

const assertNear = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) <= expected * 0.1, `${actual} instead of ${expected}`)

describe('quota shares', () => {
  it('allow all processes together the rate of one, within 10 %', async () => {
    for (const requested of [
      [300, 300],
      [300, 300, 300, 300],
      [900, 30],
      [150, 10, 10, 10],
    ]) {
      const { runSecond } = createProcesses(requested.length)
      await runSecond(requested) // the processes have reported nothing yet
      await runSecond(requested)
      for (let second = 0; second < 5; second++)
        assertNear(sum(await runSecond(requested)), perSecond)
    }
  })

  it('allow everything while the processes together stay below the limit', async () => {
    const { runSecond } = createProcesses(3)
    for (let second = 0; second < 5; second++)
      assert.deepEqual(await runSecond([80, 10, 5]), [80, 10, 5])
  })

  it('follow a client that moves to another process', async () => {
    const { runSecond } = createProcesses(2)
    for (let second = 0; second < 5; second++) await runSecond([100, 0])
    await runSecond([0, 100])
    await runSecond([0, 100])
    assert.deepEqual(await runSecond([0, 100]), [0, 100])
  })

  it('hold again two seconds after a pause', async () => {
    const { runSecond } = createProcesses(2)
    for (let second = 0; second < 3; second++) await runSecond([300, 300])
    for (let second = 0; second < 3; second++) await runSecond([0, 0])
    for (let second = 0; second < 2; second++) await runSecond([300, 300])
    assertNear(sum(await runSecond([300, 300])), perSecond)
  })

  it('write no row for clients that use little, and none for idle ones', async () => {
    const { key, runSecond } = createProcesses(2)
    await runSecond([4, 4])
    const countRows = () =>
      run(ALL_ACCOUNTS, (ctx) =>
        ctx.query('select 1 from platform.rate_limit_usage where account_id = $1', [key.account]),
      )
    assert.equal((await countRows()).length, 0)
    await runSecond([200, 200])
    assert.equal((await countRows()).length, 2)
  })

  it('keep accounts and limits apart', async () => {
    const busy = createProcesses(2)
    for (let second = 0; second < 3; second++) await busy.runSecond([300, 300])
    const other = createProcesses(2)
    await other.runSecond([100, 0])
    assert.deepEqual(await other.runSecond([100, 0]), [100, 0])
  })

  it('stay as they are without a database', async () => {
    const { key, processes, runSecond } = createProcesses(2)
    for (let second = 0; second < 3; second++) await runSecond([300, 300])
    const [first] = processes
    const before = first?.localQuota(key, 200, windowSeconds)
    assert.equal(before, 100)
    first?.record(key, 500, true)
    assert.equal(first?.localQuota(key, 200, windowSeconds), before)
  })
})

describe('deleteOldUsage', () => {
  it('deletes the reports of processes that have ended', async () => {
    const { key, runSecond } = createProcesses(2)
    await runSecond([200, 200])
    await run(ALL_ACCOUNTS, (ctx) =>
      ctx.query(
        `update platform.rate_limit_usage set reported_at = reported_at - interval '2 hours' where account_id = $1`,
        [key.account],
      ),
    )
    assert.equal(await run(ALL_ACCOUNTS, deleteOldUsage), 2)
    assert.equal(await run(ALL_ACCOUNTS, deleteOldUsage), 0)
  })
})
