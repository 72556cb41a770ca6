import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { root } from '#scripts/steps'
import { connectAsSuperuser } from './reconcile.ts'
import type { Scenario, Testbed } from './scenario-runner.ts'

const offsetMs = 10 * 60 * 1000
const preload = pathToFileURL(join(root, 'packages/reliability/chaos/shifted-clock.ts')).href

/**
 * Returns the environment variables that start the service with a shifted clock. The shift begins at the
 * start of the process, or when the process receives a signal.
 */
const shiftClock = (when: 'now' | 'then', ms: number) => ({
  NODE_OPTIONS: `--import ${preload}`,
  CHAOS_CLOCK_OFF: `${when} ${ms}`,
})

/**
 * Starts the service three times: with a clock that is ten minutes ahead, with a correct clock that jumps
 * back by ten minutes under load, and with a correct clock. Receivers reject signatures with a wrong
 * timestamp. The receiver fails at first, so that there are scheduled retries.
 */
export const clock = (): Scenario => ({
  name: 'clock',
  restMs: 20,
  deployment: { retryDelays: '15s,20s,25s,30s' },
  async run(testbed) {
    const { service, load, gifts, receiver } = testbed
    const failures: string[] = []
    const check = (failure: string, passed: boolean) => passed || failures.push(failure)

    await load.reached(gifts * 0.1)
    await service.stop()
    const before = (await receiver.counts()).requests
    service.start(shiftClock('now', offsetMs))
    check('ahead: /readyz did not fail', await becomesUnready(service))
    await load.reached(gifts * 0.4)
    await waitUntilAllLinked(testbed)
    const requestsAhead = (await receiver.counts()).requests - before
    check(`ahead: ${requestsAhead} requests were sent`, requestsAhead === 0)
    check('ahead: the log has no message', countInLog(testbed, /ahead of the database/) > 0)

    await service.stop()
    service.start(shiftClock('then', -offsetMs))
    await service.waitUntilReady()
    await receiver.configure('mode', 'fails')
    await load.reached(gifts * 0.6)
    await sleep(500)
    const schedule = await listScheduled(testbed)
    await receiver.configure('mode', 'well')
    process.kill(service.pid(), 'SIGWINCH')
    const jumpedAt = Date.now()
    check('behind: /readyz did not fail', await becomesUnready(service))
    const noticedSeconds = (Date.now() - jumpedAt) / 1000
    await sleep(500)
    const then = (await receiver.counts()).requests
    await sleep(3_000)
    const behind = (await receiver.counts()).requests - then
    check(`behind: ${behind} requests were sent`, behind === 0)
    check('behind: no delivery waited for a retry', schedule.length > 0)
    const isUnchanged = await isScheduleUnchanged(testbed, schedule)
    check('behind: the schedule changed', isUnchanged)
    await waitUntilAllLinked(testbed)

    await service.stop()
    service.start()
    await service.waitUntilReady()
    return {
      summary: `clock 10 min ahead, then 10 min back in the middle (detected in ${noticedSeconds.toFixed(1)} s): nothing sent with a wrong clock, ${schedule.length} retries with unchanged times`,
      failures,
    }
  },
})

/** Returns whether `/readyz` soon reports that the clock is wrong. */
async function becomesUnready({ base }: Testbed['service']): Promise<boolean> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const response = await fetch(`${base}/readyz`).catch(() => undefined)
    if (response?.status === 503 && (await response.text()).includes('clock')) return true
    await sleep(50)
  }
  return false
}

const countInLog = ({ dataDir }: Testbed, pattern: RegExp) =>
  readFileSync(join(dataDir, 'service.log'), 'utf8').split(pattern).length - 1

async function query<Row extends object>({ attach }: Testbed, text: string): Promise<Row[]> {
  const database = await attach()
  const client = await connectAsSuperuser(database.superuserUrl)
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
    await database.detach()
  }
}

/** Waits until no gift request depends on the clock of the process that created it. */
async function waitUntilAllLinked(testbed: Testbed): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const rows = await query(
      testbed,
      `select from gifting.gift_request where state = 'created' limit 1`,
    )
    if (rows.length === 0) return
    await sleep(100)
  }
}

interface ScheduledAttempt {
  id: string
  next_at: Date
}

const listScheduled = (testbed: Testbed) =>
  query<ScheduledAttempt>(
    testbed,
    `select id, next_at from webhooks.delivery_queue
      where next_at > now() + interval '5 seconds' order by next_at desc limit 100`,
  )

/** Returns whether the times of the deliveries that still wait are unchanged. */
async function isScheduleUnchanged(
  testbed: Testbed,
  schedule: readonly ScheduledAttempt[],
): Promise<boolean> {
  const now = new Map(
    (
      await query<ScheduledAttempt>(
        testbed,
        'select id, next_at from webhooks.delivery_queue where next_at is not null',
      )
    ).map(({ id, next_at }) => [id, next_at.getTime()]),
  )
  return schedule.every(
    ({ id, next_at }) => (now.get(id) ?? next_at.getTime()) === next_at.getTime(),
  )
}
