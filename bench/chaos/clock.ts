import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { root } from '#scripts/steps'
import type { Scenario, Stage } from './stage.ts'
import { connect } from './truth.ts'

const off = 10 * 60 * 1000
const preload = pathToFileURL(join(root, 'bench/chaos/shifted-clock.ts')).href

/** What a start with a wrong clock is given: wrong from the beginning, or from a signal on. */
const clockOff = (when: 'now' | 'then', ms: number) => ({
  NODE_OPTIONS: `--import ${preload}`,
  CHAOS_CLOCK_OFF: `${when} ${ms}`,
})

/**
 * The service's clock is ten minutes ahead from its start; then it is right and jumps back by ten
 * minutes while the service works; then it is right again. A receiver would refuse what was signed at
 * such a time. The receiver also fails at first, so that there is a schedule.
 */
export const clock = (): Scenario => ({
  name: 'clock',
  rest: 20,
  installation: { retryDelays: '15s,20s,25s,30s' },
  async trouble(stage) {
    const { service, load, gifts, receiver } = stage
    const complaints: string[] = []
    const expect = (what: string, is: boolean) => is || complaints.push(what)

    await load.reached(gifts * 0.1)
    await service.stop()
    const before = (await receiver.counts()).requests
    service.start(clockOff('now', off))
    expect('ahead: /readyz stayed green', await turnsRed(service))
    await load.reached(gifts * 0.4)
    await allMoved(stage)
    const ahead = (await receiver.counts()).requests - before
    expect(`ahead: ${ahead} requests were sent`, ahead === 0)
    expect('ahead: the log does not say so', said(stage, /ahead of the database/) > 0)

    await service.stop()
    service.start(clockOff('then', -off))
    await service.ready()
    await receiver.tell('mood', 'fails')
    await load.reached(gifts * 0.6)
    await sleep(500)
    const schedule = await nextAttempts(stage)
    await receiver.tell('mood', 'well')
    process.kill(service.pid(), 'SIGWINCH')
    const jumped = Date.now()
    expect('behind: /readyz stayed green', await turnsRed(service))
    const noticed = (Date.now() - jumped) / 1000
    await sleep(500)
    const then = (await receiver.counts()).requests
    await sleep(3_000)
    const behind = (await receiver.counts()).requests - then
    expect(`behind: ${behind} requests were sent`, behind === 0)
    expect('behind: nothing waited for a retry', schedule.length > 0)
    const same = await unchanged(stage, schedule)
    expect('behind: the schedule changed', same)
    await allMoved(stage)

    await service.stop()
    service.start()
    await service.ready()
    return {
      words: `clock 10 min ahead, then 10 min back in the middle (noticed in ${noticed.toFixed(1)} s): nothing sent meanwhile, ${schedule.length} retries kept their times`,
      complaints,
    }
  },
})

/** Whether readiness says so before long. */
async function turnsRed({ base }: Stage['service']): Promise<boolean> {
  for (let looks = 0; looks < 300; looks++) {
    const answer = await fetch(`${base}/readyz`).catch(() => undefined)
    if (answer?.status === 503 && (await answer.text()).includes('clock')) return true
    await sleep(50)
  }
  return false
}

const said = ({ dataDir }: Stage, words: RegExp) =>
  readFileSync(join(dataDir, 'service.log'), 'utf8').split(words).length - 1

async function ask<Row extends object>({ attach }: Stage, text: string): Promise<Row[]> {
  const database = await attach()
  const client = await connect(database.superuserUrl)
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
    await database.detach()
  }
}

/** No gift request waits for the clock that has made it. */
async function allMoved(stage: Stage): Promise<void> {
  for (let looks = 0; looks < 100; looks++) {
    const rows = await ask(
      stage,
      `select from gifting.gift_request where state = 'created' limit 1`,
    )
    if (rows.length === 0) return
    await sleep(100)
  }
}

interface Planned {
  id: string
  next_at: Date
}

const nextAttempts = (stage: Stage) =>
  ask<Planned>(
    stage,
    `select id, next_at from webhooks.delivery_queue
      where next_at > now() + interval '5 seconds' order by next_at desc limit 100`,
  )

/** Those that still wait do so until the same moment. */
async function unchanged(stage: Stage, schedule: readonly Planned[]): Promise<boolean> {
  const now = new Map(
    (
      await ask<Planned>(
        stage,
        'select id, next_at from webhooks.delivery_queue where next_at is not null',
      )
    ).map(({ id, next_at }) => [id, next_at.getTime()]),
  )
  return schedule.every(
    ({ id, next_at }) => (now.get(id) ?? next_at.getTime()) === next_at.getTime(),
  )
}
