import { setTimeout as sleep } from 'node:timers/promises'
import { type Load, startLoad } from './load.ts'
import { reconcile, waitUntilDelivered } from './reconcile.ts'
import { findFailures, type ScenarioReport } from './report.ts'
import {
  createTestDeployment,
  type TestDeployment,
  type TestDeploymentOptions,
} from './test-deployment.ts'

/** What a scenario makes trouble with. */
export interface Testbed extends TestDeployment {
  load: Load
  gifts: number
}

/** What was done, in words, and what should have been otherwise. */
interface ScenarioResult {
  summary: string
  failures?: string[]
}

export interface Scenario {
  name: string
  /** Why it cannot be played here; undefined when it can. */
  skipReason?: () => string | undefined
  /** Whether duplicates are bounded by what can be in flight at each kill. */
  boundsDuplicates?: boolean
  /** How often the receiver may be asked for one event; five times when not said. */
  maxRequestsPerEvent?: number
  /** Times the usual number of gift requests. */
  loadFactor?: number
  deployment?: TestDeploymentOptions
  /** Makes ready what the installation stands on, and clears it away. */
  prepare?: () => { dataDir: string; cleanUp(): void }
  /** How many processes answer. */
  serviceCount?: 1 | 2
  /** Milliseconds that a client rests between two requests. */
  restMs?: number
  run(testbed: Testbed): Promise<ScenarioResult>
}

const clientCount = 8
/** To one endpoint: 8 on their way, and those that were answered within the 20 ms until it is written. */
const maxInFlightPerKill = 48

export interface RunOptions {
  /** How many gift requests. */
  gifts: number
  /** Milliseconds after which what has not arrived counts as lost. */
  timeoutMs?: number
}

/** Plays one scenario on an installation of its own, whose logs stay when something was wrong. */
export async function runScenario(
  scenario: Scenario,
  options: RunOptions,
): Promise<ScenarioReport> {
  const environment = scenario.prepare?.()
  const deployment = await createTestDeployment({
    ...scenario.deployment,
    ...(environment === undefined ? {} : { dataDir: environment.dataDir }),
  })
  let keepFiles = true
  try {
    const report = await executeScenario(scenario, deployment, options)
    keepFiles = findFailures(report).length > 0
    if (keepFiles && environment === undefined)
      console.log(`  its logs are in ${deployment.dataDir}`)
    return report
  } finally {
    await deployment.remove(keepFiles && environment === undefined)
    environment?.cleanUp()
  }
}

async function executeScenario(
  scenario: Scenario,
  deployment: TestDeployment,
  { gifts: baseGiftCount, timeoutMs = 180_000 }: RunOptions,
): Promise<ScenarioReport> {
  const giftCount = baseGiftCount * (scenario.loadFactor ?? 1)
  const services =
    scenario.serviceCount === 2 ? [deployment.service, deployment.second] : [deployment.service]
  for (const service of services.slice(1)) {
    service.start()
    await service.waitUntilReady()
  }
  const { token, giftFactory } = deployment
  const bases = services.map(({ base }) => base)
  const load = startLoad({
    bases,
    token,
    giftFactory,
    giftCount: giftCount,
    clients: clientCount,
    restMs: scenario.restMs ?? 0,
  })
  const { summary, failures = [] } = await scenario.run({ ...deployment, load, gifts: giftCount })
  await Promise.all(services.map((service) => service.waitUntilReady()))
  await load.done
  const catchUpSeconds = await waitUntilDelivered(deployment, timeoutMs)
  const reconciliation = await reconcile(deployment, load.stats)
  const maxDuplicates = maxInFlightPerKill * deployment.service.counts.kills
  if (scenario.boundsDuplicates && reconciliation.received.duplicates > maxDuplicates)
    failures.push(
      `${reconciliation.received.duplicates} duplicates, with ${maxDuplicates} in flight at all kills`,
    )
  return {
    name: scenario.name,
    description: summary,
    requested: giftCount,
    stats: load.stats,
    reconciliation,
    catchUpSeconds,
    failures,
    maxRequestsPerEvent: scenario.maxRequestsPerEvent ?? 5,
  }
}

/** Moments in a load, as numbers of gift requests: at random, but one in each part of it. */
export const randomGiftCounts = (count: number, gifts: number): number[] =>
  Array.from({ length: count }, (_, n) => Math.floor(((n + Math.random()) / count) * gifts * 0.95))

/** Waits between these milliseconds. */
export const sleepBetween = (minMs: number, maxMs: number) =>
  sleep(minMs + Math.random() * (maxMs - minMs))
