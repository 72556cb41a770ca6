import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { terminate } from '#reliability/support/instance'
import { expireLeases } from './kills.ts'
import { measureLatencies, p95 } from './latencies.ts'
import { connectAsSuperuser } from './reconcile.ts'
import type { Scenario, Testbed } from './scenario-runner.ts'
import { addEndpoint, startReceiver } from './test-deployment.ts'

const failedShare = 0.9 // the part of the load whose deliveries one endpoint abandons; the rest is live traffic
const liveRestMs = 60 // milliseconds between two requests of a client, first and later

/**
 * Replays thousands of abandoned deliveries of an endpoint. Kills the replay command in the middle and runs
 * it again. Also kills the service. A second endpoint of the account accepts everything, and its deliveries
 * are the live traffic.
 */
export const replay = (): Scenario => ({
  name: 'replay',
  loadFactor: 9,
  maxRequestsPerEvent: 10, // allows five requests of each of the two deliveries
  deployment: { retryDelays: '10ms,20ms,30ms,40ms' },
  async run(testbed) {
    const { load, gifts, receiver, service, env, account_id, attach } = testbed
    const since = new Date().toISOString()
    const liveReceiver = await startReceiver(env)
    await addEndpoint(env, account_id, liveReceiver)
    await receiver.configure('mode', 'fails')
    await load.reached(gifts * failedShare)
    load.setRest('paused')
    const database = await attach()
    const client = await connectAsSuperuser(database.superuserUrl)
    await waitUntil(() => isIdle(client))
    await receiver.configure('mode', 'well')
    const startedAt = Date.now()
    load.setRest(liveRestMs)
    await load.reached(gifts * (failedShare + 0.03))
    const abandonedCount = await countDeliveries(client, 'abandoned_at is not null')

    const replayStartedAt = Date.now()
    const firstCommand = startRecovery(testbed, since)
    await waitUntil(
      async () => (await countDeliveries(client, 'replay_of is not null')) > abandonedCount * 0.25,
    )
    firstCommand.kill('SIGKILL')
    const replayedAtKill = await countDeliveries(client, 'replay_of is not null')
    const secondCommand = startRecovery(testbed, since)
    await waitUntil(async () => (await receiver.counts()).events > abandonedCount * 0.4)
    const killedAt = Date.now()
    await service.kill()
    service.start()
    await service.waitUntilReady()
    const [code] =
      secondCommand.exitCode === null ? await once(secondCommand, 'exit') : [secondCommand.exitCode]
    await expireLeases(testbed) // so that the scenario does not wait for a minute
    const duplicateReplays = await countDuplicateReplays(client)
    const replayedCount = await countDeliveries(client, 'replay_of is not null')
    await load.done
    const latencies = await measureLatencies(testbed, liveReceiver)
    const during = p95(latencies, replayStartedAt, killedAt)
    await client.end()
    await database.detach()
    await terminate(liveReceiver.child)
    return {
      summary: `${abandonedCount} abandoned and resent, the command killed after ${replayedAtKill}, the service once; p95 elsewhere ${p95(latencies, startedAt, replayStartedAt)} ms before, ${during} ms during the replay`,
      failures: [
        ...(code === 0 ? [] : [`the second command ended with exit code ${code}`]),
        ...(replayedCount === abandonedCount
          ? []
          : [`${replayedCount} of ${abandonedCount} were resent`]),
        ...(duplicateReplays > 0 ? [`${duplicateReplays} were resent twice`] : []),
      ],
    }
  },
})

/** Starts the operator's command that replays the deliveries. */
function startRecovery({ env, endpoint_id }: Testbed, since: string) {
  const args = ['src/app/main.ts', 'endpoints', 'recover', '--id', endpoint_id, '--since', since]
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

type Client = Awaited<ReturnType<typeof connectAsSuperuser>>

async function countDeliveries(client: Client, condition: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int from webhooks.delivery where ${condition}`,
  )
  return rows[0]?.count ?? 0
}

async function countDuplicateReplays(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int from (select from webhooks.delivery where replay_of is not null
      group by replay_of having count(*) > 1) twice`,
  )
  return rows[0]?.count ?? 0
}

/** Returns whether every link is created and no delivery waits. Deliveries that failed were abandoned. */
async function isIdle(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ busy: boolean }>(
    `select exists (select from webhooks.delivery_queue)
         or exists (select from gifting.gift_request where state = 'created') as busy`,
  )
  return rows[0]?.busy === false
}

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 4_000; attempt++) {
    if (await condition()) return
    await sleep(50)
  }
  throw new Error('timeout: the condition was never true')
}
