import { setTimeout as sleep } from 'node:timers/promises'
import type { Scenario, Stage } from './stage.ts'
import type { Verdict } from './wire.ts'
import type { Statement } from './wire-messages.ts'

const between = 150 // milliseconds of ordinary work before the next point
const ofAnAttempt = ['heard', 'read', 'answered'] as const

/**
 * Kills the service at chosen points, one after the other, under load. Nothing in the service knows of
 * them: the receiver kills it when it has heard of a request, read it, or answered it; the wire to the
 * database kills it before a statement reaches the server, or when the server has done it and nobody
 * has heard the answer. The statements are those that were seen on the wire.
 */
export const points = (): Scenario => ({
  name: 'points',
  countsKills: true,
  rest: 300,
  installation: { outside: true, wired: 'both' },
  async trouble(stage) {
    const { service } = stage
    const seen = await observe(stage)
    const missed: string[] = []
    for (const when of [...ofAnAttempt, ...ofAnAttempt])
      if (!(await inAttempt(stage, when))) missed.push(when)
    for (const one of seen)
      if (!(await atStatement(stage, one, 'withhold'))) missed.push(keyOf(one))
    const commits = seen.filter(({ text }) => isEnd(text))
    for (const one of commits)
      if (!(await atStatement(stage, one, 'mute'))) missed.push(`unheard ${keyOf(one)}`)
    await service.ready()
    return {
      words: `${service.counts.kills} kills: ${2 * ofAnAttempt.length} at the receiver, ${seen.length} before a statement, ${commits.length} with a commit unheard`,
      complaints: missed.map(
        (point) => `never reached: ${point.replaceAll(/\s+/g, ' ').slice(0, 120)}`,
      ),
    }
  },
})

/** The statements that change something, and the ends of transactions, by who runs them. */
async function observe({ wire, load, gifts }: Stage): Promise<Statement[]> {
  const seen = new Map<string, Statement>()
  wire?.listen((statement) => {
    if (isWorthAKill(statement)) seen.set(keyOf(statement), statement)
    return 'pass'
  })
  await load.reached(gifts * 0.05)
  await sleep(1_000)
  wire?.listen(undefined)
  return [...seen.values()]
}

/** What is run under load all the time, not only the first time or now and then. */
const isWorthAKill = ({ client, text }: Statement) =>
  (client === 'bestow api' || client === 'bestow worker') &&
  !/access\.(api_token|request_log)|into gifting\.offering/.test(text) &&
  (isEnd(text) || /\b(insert into|update|delete from) (gifting|webhooks|access)\./.test(text))

const isEnd = (text: string) => text === 'commit'

const keyOf = ({ client, text }: Statement) => `${client} ${text}`

async function inAttempt(
  { service, receiver }: Stage,
  when: (typeof ofAnAttempt)[number],
): Promise<boolean> {
  await service.ready()
  const { pid, gone } = service.doom()
  await receiver.tell('strike', JSON.stringify({ pid, when, after: 5 }))
  return reborn(service, gone)
}

async function atStatement(
  { service, wire }: Stage,
  wanted: Statement,
  verdict: Verdict,
): Promise<boolean> {
  await service.ready()
  await sleep(between)
  const { pid, gone } = service.doom()
  let isStruck = false
  const strike = () => process.kill(pid, 'SIGKILL')
  wire?.listen((statement) => {
    if (isStruck || keyOf(statement) !== keyOf(wanted)) return 'pass'
    isStruck = true
    if (verdict === 'mute') setTimeout(strike, 30)
    else strike()
    return verdict
  })
  const struck = await reborn(service, gone)
  wire?.listen(undefined)
  return struck
}

/** Waits for the end that was arranged, and starts the service again. False when the end did not come. */
async function reborn(service: Stage['service'], gone: Promise<unknown>): Promise<boolean> {
  const late = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => late.resolve('late'), 10_000)
  const came = await Promise.race([gone, late.promise])
  clearTimeout(timer)
  if (came === 'late') await service.kill()
  service.start()
  return came !== 'late'
}
