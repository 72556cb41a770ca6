import { setTimeout as sleep } from 'node:timers/promises'
import { findPostmaster, processTree, signalAll } from './postgres-processes.ts'
import { randomGiftCounts, type Scenario, sleepBetween, type Testbed } from './scenario-runner.ts'

/** The ways to kill the embedded server, used in turn. */
const killModes = [
  'whole',
  'postmaster',
  'with the service',
  'stopped',
  'starting service',
] as const

/** Kills the embedded server under the running service, which must restart it. */
export const databaseKills = ({ kills }: { kills: number }): Scenario => ({
  name: 'database',
  async run(testbed) {
    const { service, load } = testbed
    const downtimes: number[] = []
    for (const [round, giftCount] of randomGiftCounts(kills, testbed.gifts).entries()) {
      await load.reached(giftCount)
      await sleepBetween(0, 150)
      const startedAt = Date.now()
      await killDatabase(testbed, killModes[round % killModes.length] ?? 'whole')
      await waitUntilReadyAgain(testbed)
      downtimes.push((Date.now() - startedAt) / 1000)
    }
    const { unexpectedExits } = service.counts
    return {
      summary: `${kills} deaths of the database, ready again after ${Math.max(...downtimes).toFixed(1)} s at most`,
      failures: unexpectedExits > 0 ? [`the service exited ${unexpectedExits} times`] : [],
    }
  },
})

async function killDatabase(testbed: Testbed, mode: (typeof killModes)[number]): Promise<void> {
  const { service, dataDir } = testbed
  if (mode === 'starting service') {
    await service.kill()
    service.start()
    await sleepBetween(200, 1_000)
  }
  const server = findPostmaster(dataDir)
  if (server === undefined) return
  switch (mode) {
    case 'postmaster':
      return signalAll([server], 'SIGKILL')
    case 'stopped':
      return signalAll([server], 'SIGINT')
    case 'with the service':
      signalAll(processTree(server), 'SIGKILL')
      await service.kill()
      return service.start()
    default:
      return signalAll(processTree(server), 'SIGKILL')
  }
}

/**
 * Waits until the service is ready after a kill. Readiness can take some time to fail, so the function waits
 * before its first check.
 */
async function waitUntilReadyAgain({ service }: Testbed): Promise<void> {
  await sleep(300)
  await service.waitUntilReady()
}
