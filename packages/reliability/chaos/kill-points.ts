import { setTimeout as sleep } from 'node:timers/promises'
import type { PgStatement } from './pg-messages.ts'
import type { ProxyAction } from './pg-proxy.ts'
import type { Scenario, Testbed } from './scenario-runner.ts'

const pauseBetweenMs = 150 // milliseconds of ordinary work before the next point
const attemptPhases = ['heard', 'read', 'answered'] as const

/**
 * Kills the service at chosen points, one after the other, under load. Nothing in the service knows of
 * them: the receiver kills it when it has heard of a request, read it, or answered it; the wire to the
 * database kills it before a statement reaches the server, or when the server has done it and nobody
 * has heard the answer. The statements are those that were seen on the wire.
 */
export const killPoints = (): Scenario => ({
  name: 'points',
  boundsDuplicates: true,
  restMs: 300,
  deployment: { externalDatabase: true, proxied: 'both' },
  async run(testbed) {
    const { service } = testbed
    const statements = await observeStatements(testbed)
    const missed: string[] = []
    for (const when of [...attemptPhases, ...attemptPhases])
      if (!(await killDuringAttempt(testbed, when))) missed.push(when)
    for (const statement of statements)
      if (!(await killAtStatement(testbed, statement, 'withhold')))
        missed.push(statementKey(statement))
    const commits = statements.filter(({ text }) => isCommit(text))
    for (const statement of commits)
      if (!(await killAtStatement(testbed, statement, 'mute')))
        missed.push(`unheard ${statementKey(statement)}`)
    await service.waitUntilReady()
    return {
      summary: `${service.counts.kills} kills: ${2 * attemptPhases.length} at the receiver, ${statements.length} before a statement, ${commits.length} with a commit unheard`,
      failures: missed.map(
        (point) => `never reached: ${point.replaceAll(/\s+/g, ' ').slice(0, 120)}`,
      ),
    }
  },
})

/** The statements that change something, and the ends of transactions, by who runs them. */
async function observeStatements({ proxy, load, gifts }: Testbed): Promise<PgStatement[]> {
  const statements = new Map<string, PgStatement>()
  proxy?.listen((statement) => {
    if (isKillTarget(statement)) statements.set(statementKey(statement), statement)
    return 'pass'
  })
  await load.reached(gifts * 0.05)
  await sleep(1_000)
  proxy?.listen(undefined)
  return [...statements.values()]
}

/** What is run under load all the time, not only the first time or now and then. */
const isKillTarget = ({ client, text }: PgStatement) =>
  (client === 'bestow api' || client === 'bestow worker') &&
  !/access\.(api_token|request_log)|into gifting\.offering/.test(text) &&
  (isCommit(text) || /\b(insert into|update|delete from) (gifting|webhooks|access)\./.test(text))

const isCommit = (text: string) => text === 'commit'

const statementKey = ({ client, text }: PgStatement) => `${client} ${text}`

async function killDuringAttempt(
  { service, receiver }: Testbed,
  when: (typeof attemptPhases)[number],
): Promise<boolean> {
  await service.waitUntilReady()
  const { pid, exited } = service.expectKill()
  await receiver.configure('strike', JSON.stringify({ pid, when, after: 5 }))
  return restartAfterExit(service, exited)
}

async function killAtStatement(
  { service, proxy }: Testbed,
  target: PgStatement,
  action: ProxyAction,
): Promise<boolean> {
  await service.waitUntilReady()
  await sleep(pauseBetweenMs)
  const { pid, exited } = service.expectKill()
  let hasKilled = false
  const kill = () => process.kill(pid, 'SIGKILL')
  proxy?.listen((statement) => {
    if (hasKilled || statementKey(statement) !== statementKey(target)) return 'pass'
    hasKilled = true
    if (action === 'mute') setTimeout(kill, 30)
    else kill()
    return action
  })
  const wasKilled = await restartAfterExit(service, exited)
  proxy?.listen(undefined)
  return wasKilled
}

/** Waits for the end that was arranged, and starts the service again. False when the end did not come. */
async function restartAfterExit(
  service: Testbed['service'],
  exited: Promise<unknown>,
): Promise<boolean> {
  const timeout = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => timeout.resolve('late'), 10_000)
  const outcome = await Promise.race([exited, timeout.promise])
  clearTimeout(timer)
  if (outcome === 'late') await service.kill()
  service.start()
  return outcome !== 'late'
}
