import { connectAsSuperuser } from './reconcile.ts'
import { randomGiftCounts, type Scenario, sleepBetween, type Testbed } from './scenario-runner.ts'

export interface KillOptions {
  kills: number
  name?: string
  /**
   * Whether to wait until the leases of killed processes expire. In fast runs it is false: the leases end at
   * once instead of after a minute.
   */
  waitForLeases?: boolean
}

/**
 * Kills the service at random times, one in each part of the load, and restarts it immediately on the same
 * data. After every third kill, kills the service again within its first second.
 */
export const kills = ({
  kills: count,
  name = 'kills',
  waitForLeases = true,
}: KillOptions): Scenario => ({
  name,
  boundsDuplicates: true,
  async run(testbed) {
    const { service, load } = testbed
    for (const [round, giftCount] of randomGiftCounts(count, testbed.gifts).entries()) {
      await load.reached(giftCount)
      await sleepBetween(0, 150)
      await service.kill()
      service.start()
      if (round % 3 !== 1) continue
      await sleepBetween(100, 1_000)
      await service.kill()
      service.start()
    }
    if (!waitForLeases) await expireLeases(testbed)
    await service.waitUntilReady()
    const { kills, unexpectedExits } = service.counts
    return {
      summary: `${kills} kills of the service`,
      failures: unexpectedExits > 0 ? [`the service exited ${unexpectedExits} times`] : [],
    }
  },
})

/** Ends all leases in the database, because their owner is dead. */
export async function expireLeases({ service, attach }: Testbed): Promise<void> {
  await service.kill()
  const database = await attach()
  const client = await connectAsSuperuser(database.superuserUrl)
  await client.query('update webhooks.lease set expires_at = now()')
  await client.end()
  service.start()
  await service.waitUntilReady()
  await database.detach()
}
