import { connectAsSuperuser } from './reconcile.ts'
import { randomGiftCounts, type Scenario, sleepBetween, type Testbed } from './scenario-runner.ts'

export interface KillOptions {
  kills: number
  name?: string
  /** False for those in a hurry: what the dead had in flight is given back without the wait of a minute. */
  waitForLeases?: boolean
}

/**
 * The service is killed at random moments, one in each part of the load, and started again at once on
 * the same data. Every third time it is killed once more within its first second.
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
      failures: unexpectedExits > 0 ? [`the service ended by itself ${unexpectedExits} times`] : [],
    }
  },
})

/** Whoever holds a lease is dead at this moment; the clock of the database shall say so too. */
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
