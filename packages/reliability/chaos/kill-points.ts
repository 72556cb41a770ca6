import { setTimeout as sleep } from 'node:timers/promises'
import type { PgStatement } from './pg-messages.ts'
import type { ProxyAction } from './pg-proxy.ts'
import type { Scenario, Testbed } from './scenario-runner.ts'

const pauseBetweenMs = 150 // the duration of normal load before the next kill point, in milliseconds
const attemptPhases = ['received', 'read', 'responded'] as const

/**
 * Kills the service at chosen points under load, one after another. The service itself has no code for this.
 * The receiver kills it when it has received the headers of a request, read the body, or responded. The
 * database proxy kills it before it forwards a statement, or after it has forwarded a commit but not the
 * response. The proxy chooses from the statements that it has observed.
 */
export const killPoints = (): Scenario => ({
  name: 'kill-points',
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
    const commits = statements.filter(({ text }) => isCommit(text) || isLeasingInsert(text))
    for (const statement of commits)
      if (!(await killAtStatement(testbed, statement, 'mute')))
        missed.push(`without a response: ${statementKey(statement)}`)
    await service.waitUntilReady()
    return {
      summary: `${service.counts.kills} kills: ${2 * attemptPhases.length} at the receiver, ${statements.length} before a statement, ${commits.length} with a commit without a response`,
      failures: missed.map(
        (point) => `never reached: ${point.replaceAll(/\s+/g, ' ').slice(0, 120)}`,
      ),
    }
  },
})

/** Returns the writing statements and commits that the proxy has observed, by client. */
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

/**
 * Returns whether a statement runs continuously under load. Excludes statements that run only at the start or
 * occasionally, such as those of the events of attention items (`about_endpoint_id`).
 */
const isKillTarget = ({ client, text }: PgStatement) =>
  (client === 'bestow api' || client === 'bestow worker') &&
  !/access\.(api_token|request_log)|into gifting\.offering|about_endpoint_id/.test(text) &&
  (isCommit(text) || /\b(insert into|update|delete from) (gifting|webhooks|access)\./.test(text))

const isCommit = (text: string) => text === 'commit'

/** Returns whether a statement writes an event and leases its deliveries. It often commits without a statement `commit`. */
const isLeasingInsert = (text: string) =>
  text.includes('insert into webhooks.event ') && text.includes('insert into webhooks.lease')

const statementKey = ({ client, text }: PgStatement) => `${client} ${text}`

async function killDuringAttempt(
  { service, receiver }: Testbed,
  when: (typeof attemptPhases)[number],
): Promise<boolean> {
  await service.waitUntilReady()
  const { pid, exited } = service.expectKill()
  await receiver.configure('kill-order', JSON.stringify({ pid, when, after: 5 }))
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

/**
 * Waits until the process exits as expected, and starts the service again. Returns
 * false if the process did not exit.
 */
export async function restartAfterExit(
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
