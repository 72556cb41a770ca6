import { setTimeout as sleep } from 'node:timers/promises'
import { type Load, startLoad } from './load.ts'
import { reconcile, waitUntilDelivered } from './reconcile.ts'
import { findFailures, type ScenarioReport } from './report.ts'
import {
  createTestDeployment,
  type TestDeployment,
  type TestDeploymentOptions,
} from './test-deployment.ts'

/** The objects that a scenario works with. */
export interface Testbed extends TestDeployment {
  load: Load
  gifts: number
}

/** A description of the faults, and the expectations that failed. */
interface ScenarioResult {
  summary: string
  failures?: string[]
}

export interface Scenario {
  name: string
  /** Returns why the scenario cannot run on this machine, or undefined if it can. */
  skipReason?: () => string | undefined
  /** True if the number of requests in flight at each kill limits the duplicates. */
  boundsDuplicates?: boolean
  /** The maximum number of requests for one event at the receiver. The default is five. */
  maxRequestsPerEvent?: number
  /** A factor that multiplies the number of gift requests. */
  loadFactor?: number
  deployment?: TestDeploymentOptions
  /** Prepares the host for the deployment, and returns a function that cleans up. */
  prepare?: () => { dataDir: string; cleanUp(): void }
  /** The number of processes with the API. */
  serviceCount?: 1 | 2
  /** The pause between two requests of a client in milliseconds. */
  restMs?: number
  /** Adds to the deployment what must be there before the load. */
  setUp?: (deployment: TestDeployment) => Promise<void>
  run(testbed: Testbed): Promise<ScenarioResult>
  /** Compares what has arrived elsewhere, after all deliveries have ended. */
  inspect?: (deployment: TestDeployment) => Promise<Required<ScenarioResult>>
  /** Stops what `setUp` has started. */
  tearDown?: () => Promise<void>
}

const clientCount = 8
/**
 * The maximum number of requests in flight at a kill. For one endpoint, these are 8 open requests, and the
 * requests that got a response within the 20 ms before the write.
 */
const maxInFlightPerKill = 48

export interface RunOptions {
  /** The number of gift requests that the scenario sends. */
  gifts: number
  /** The milliseconds after which a missing event counts as lost. */
  timeoutMs?: number
}

/** Runs one scenario on its own deployment. Does not delete the logs of a failed run. */
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
    if (keepFiles && environment === undefined) console.log(`  logs: ${deployment.dataDir}`)
    return report
  } finally {
    await scenario.tearDown?.()
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
  await scenario.setUp?.(deployment)
  const { token, giftFactory } = deployment
  const bases = services.map(({ base }) => base)
  const load = startLoad({
    bases,
    token,
    giftFactory,
    giftCount,
    clients: clientCount,
    restMs: scenario.restMs ?? 0,
  })
  const { summary, failures = [] } = await scenario.run({ ...deployment, load, gifts: giftCount })
  await Promise.all([...services, ...deployment.workers].map((each) => each.waitUntilReady()))
  await load.done
  const catchUpSeconds = await waitUntilDelivered(deployment, timeoutMs)
  const reconciliation = await reconcile(deployment, load.stats)
  const inspected = await scenario.inspect?.(deployment)
  failures.push(...(inspected?.failures ?? []))
  const maxDuplicates = maxInFlightPerKill * deployment.service.counts.kills
  if (scenario.boundsDuplicates && reconciliation.received.duplicates > maxDuplicates)
    failures.push(
      `${reconciliation.received.duplicates} duplicates, with ${maxDuplicates} in flight at all kills`,
    )
  return {
    name: scenario.name,
    description: inspected === undefined ? summary : `${summary}; ${inspected.summary}`,
    requested: giftCount,
    stats: load.stats,
    reconciliation,
    catchUpSeconds,
    failures,
    maxRequestsPerEvent: scenario.maxRequestsPerEvent ?? 5,
  }
}

/** Returns random points of a load as numbers of gift requests, one in each part of the load. */
export const randomGiftCounts = (count: number, gifts: number): number[] =>
  Array.from({ length: count }, (_, n) => Math.floor(((n + Math.random()) / count) * gifts * 0.95))

/** Waits for a random time between two durations in milliseconds. */
export const sleepBetween = (minMs: number, maxMs: number) =>
  sleep(minMs + Math.random() * (maxMs - minMs))
