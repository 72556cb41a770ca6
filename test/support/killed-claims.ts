import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { createCipher, parseKeyring } from '#platform/crypto/encryption'
import { createTestApp, giftBody, type TestApp } from '#test/api-harness'

/*
 * The tests of recipients who redeem gifts in several processes that are killed, over connections that are
 * terminated. The full size takes some minutes: BESTOW_TEST_CLAIMS=10000.
 */

export const claimCount = Number(process.env.BESTOW_TEST_CLAIMS ?? 300)
export const timeout = claimCount > 1_000 ? 30 * 60_000 : 5 * 60_000
const pollIntervalMs = 20
/** The encryption key of the processes. */
export const killedKey = 'test:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk='

/**
 * The task of the processes: to redeem these gifts with this variant, or to apply
 * the timers until no gift is due.
 */
type ClaimTask = { variant_id: string; ids: readonly string[] } | { kind: 'timers' }

interface Claimer {
  child: ChildProcess
  outcomes: string[]
  ended: Promise<unknown>
}

export interface KilledClaims {
  testApp: TestApp
  /** Creates as many gifts of a campaign as there are claims. */
  createGifts(campaign_id: string, overrides?: object): Promise<string[]>
  /**
   * Starts two processes, terminates connections, and kills one process with SIGKILL after this many printed
   * lines. Returns the lines of both processes.
   */
  runWithFailures(task: ClaimTask, killAfter: number): Promise<string[]>
  /** Starts a process. Kills it with SIGKILL while one of its transactions has written but not committed. */
  killInTransaction(task: ClaimTask): Promise<void>
}

export async function createKilledClaims(): Promise<KilledClaims> {
  const testApp = await createTestApp({ cipher: createCipher(parseKeyring(killedKey)) })
  const folder = mkdtempSync(join(tmpdir(), 'claims-'))
  after(() => rmSync(folder, { recursive: true }))
  return {
    testApp,
    createGifts: (campaign_id, overrides = {}) =>
      createGifts(testApp, { campaign_id, ...overrides }),
    runWithFailures: (task, killAfter) =>
      runWithFailures(
        testApp,
        [0, 1].map((index) => startClaimer(testApp, folder, task, index === 1)),
        killAfter,
      ),
    killInTransaction: (task) =>
      killInTransaction(testApp, startClaimer(testApp, folder, task, false)),
  }
}

async function createGifts(testApp: TestApp, overrides: object): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < claimCount) {
    const count = Math.min(100, claimCount - ids.length)
    const gift_requests = Array.from({ length: count }, () => giftBody(testApp, overrides))
    const { json, status, text } = await testApp.api.post('/gift_requests/batch', { gift_requests })
    assert.equal(status, 201, text)
    ids.push(...json.data.map(({ id }: { id: string }) => id))
  }
  await testApp.advanceTime()
  return ids
}

function startClaimer(
  testApp: TestApp,
  folder: string,
  task: ClaimTask,
  isReversed: boolean,
): Claimer {
  const file = join(folder, `${Math.random()}`)
  if ('ids' in task) writeFileSync(file, (isReversed ? task.ids.toReversed() : task.ids).join('\n'))
  const settings = {
    url: testApp.url,
    key: killedKey,
    account_id: testApp.account.id,
    ...('ids' in task && { variant_id: task.variant_id, file }),
  }
  const child = spawn(
    process.execPath,
    ['test/reliability/claims-process.ts', JSON.stringify(settings)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const outcomes: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => outcomes.push(line))
  return { child, outcomes, ended: once(child, 'exit') }
}

/** Terminates one of the connections of the processes, in the middle of a statement or a transaction. */
const terminateConnection = ({ db }: TestApp) =>
  db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'bestow claims' order by random() limit 1`,
  )

/**
 * Terminates connections as fast as the processes make progress, so that the
 * test also ends on a slow machine.
 */
async function runWithFailures(
  testApp: TestApp,
  claimers: readonly Claimer[],
  killAfter: number,
): Promise<string[]> {
  const [victim] = claimers
  const countOutcomes = () => claimers.reduce((sum, { outcomes }) => sum + outcomes.length, 0)
  let isRunning = true
  let terminatedAt = -1
  const ended = Promise.all(claimers.map((claimer) => claimer.ended)).then(() => {
    isRunning = false
  })
  while (isRunning) {
    if (victim !== undefined && victim.outcomes.length >= killAfter) victim.child.kill('SIGKILL')
    if (countOutcomes() > terminatedAt) {
      terminatedAt = countOutcomes()
      await terminateConnection(testApp)
    }
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, pollIntervalMs))])
  }
  if (Number.isFinite(killAfter)) assert.equal(victim?.child.signalCode, 'SIGKILL')
  return claimers.flatMap(({ outcomes }) => outcomes)
}

async function killInTransaction({ db }: TestApp, { child, ended }: Claimer): Promise<void> {
  let hasWritten = false
  while (!hasWritten && child.exitCode === null) {
    const { rowCount } = await db.pool.query(
      `select from pg_stat_activity
        where datname = current_database() and application_name = 'bestow claims' and backend_xid is not null`,
    )
    hasWritten = (rowCount ?? 0) > 0
  }
  child.kill('SIGKILL')
  await ended
  assert.equal(child.signalCode, 'SIGKILL')
}
