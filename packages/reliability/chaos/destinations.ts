import { setTimeout as sleep } from 'node:timers/promises'
import type { PublishMoment } from './broker-proxy.ts'
import {
  type BrokerCounts,
  type ChaosBroker,
  closeBrokers,
  countReceived,
  findMissingBrokers,
  startBrokers,
} from './chaos-brokers.ts'
import { restartAfterExit } from './kill-points.ts'
import type { Scenario, Testbed } from './scenario-runner.ts'

const moments: readonly PublishMoment[] = ['unsent', 'sent', 'confirmed']
const brokerDowntimeMs = 3_000
/** The normal load between two faults, in milliseconds. */
const pauseMs = 500

/**
 * Publishes all events to NATS, Redis and RabbitMQ beside the webhooks, and kills: the service before a broker receives a
 * publication, after it has received it, and before the confirmation arrives; each broker; and both at the same instant.
 */
export const destinations = (): Scenario => {
  let brokers: ChaosBroker[] = []
  return {
    name: 'destinations',
    restMs: 300,
    // Longer than the start of RabbitMQ.
    deployment: { externalDatabase: true, retryDelays: '2s,5s,15s,30s' },
    skipReason() {
      const missing = findMissingBrokers()
      return missing.length === 0 ? undefined : `not installed: ${missing.join(', ')}`
    },
    async setUp(deployment) {
      brokers = await startBrokers(deployment)
    },
    async run(testbed) {
      await testbed.load.reached(testbed.gifts * 0.05)
      const failures = []
      for (const broker of brokers)
        for (const moment of moments)
          if (!(await killServiceAt(testbed, broker, moment)))
            failures.push(`never reached: ${moment} at ${broker.name}`)
      for (const broker of brokers) {
        await killBroker(testbed, broker, false)
        await killBroker(testbed, broker, true)
      }
      const { kills, unexpectedExits } = testbed.service.counts
      if (unexpectedExits > 0) failures.push(`the service exited ${unexpectedExits} times`)
      const summary = `${kills} kills of the service, ${brokers.length * moments.length} of them in a publication; ${brokers.length * 2} kills of a broker`
      return { summary, failures }
    },
    async inspect(deployment) {
      const counts = []
      for (const broker of brokers) counts.push(await countReceived(deployment, broker))
      return {
        summary: counts.map(formatCounts).join('; '),
        failures: counts.flatMap(findProblems),
      }
    },
    tearDown: () => closeBrokers(brokers),
  }
}

/** Kills the service at a moment of a publication. Returns false if no publication came. */
async function killServiceAt(
  { service }: Testbed,
  { proxy }: ChaosBroker,
  moment: PublishMoment,
): Promise<boolean> {
  await service.waitUntilReady()
  await sleep(pauseMs)
  const { pid, exited } = service.expectKill()
  proxy.interceptNext(moment, () => process.kill(pid, 'SIGKILL'))
  const wasKilled = await restartAfterExit(service, exited)
  proxy.cancel()
  return wasKilled
}

/** Kills a broker for some seconds, alone or with the service. */
async function killBroker(
  { service }: Testbed,
  { server }: ChaosBroker,
  isWithService: boolean,
): Promise<void> {
  await service.waitUntilReady()
  await sleep(pauseMs)
  await Promise.all([server.kill(), isWithService && service.kill()])
  if (isWithService) service.start()
  await sleep(brokerDowntimeMs)
  await server.start()
}

const formatCounts = ({ name, events, emitted, duplicates, lost }: BrokerCounts): string =>
  `${name}: ${events} of ${emitted} events, ${duplicates} duplicates, ${lost} lost`

const findProblems = ({ name, lost, invented, altered }: BrokerCounts): string[] =>
  Object.entries({ lost, invented, altered }).flatMap(([what, count]) =>
    count === 0 ? [] : [`${name}: ${count} ${what}`],
  )
