import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { end } from '#bench/support/instance'
import { addEndpoint, startReceiver } from './installation.ts'
import { endLeases } from './kills.ts'
import { latenciesOf, p95 } from './latencies.ts'
import type { Scenario, Stage } from './stage.ts'
import { connect } from './truth.ts'

const share = 0.9 // of the load is given up by the one endpoint; the rest is live traffic
const liveRest = 60 // milliseconds between two requests of a client, then

/**
 * An endpoint has given up thousands of deliveries, and is sent all of them again. The command that
 * begins them is killed in the middle and given again, and so is the service. A second endpoint of the
 * same account takes everything as it comes; its deliveries are the live traffic.
 */
export const replay = (): Scenario => ({
  name: 'replay',
  times: 9,
  mostRequests: 10, // five of each delivery
  installation: { retryDelays: '10ms,20ms,30ms,40ms' },
  async trouble(stage) {
    const { load, gifts, receiver, service, env, account_id, attach } = stage
    const since = new Date().toISOString()
    const live = await startReceiver(env)
    await addEndpoint(env, account_id, live)
    await receiver.tell('mood', 'fails')
    await load.reached(gifts * share)
    load.pace('held')
    const database = await attach()
    const client = await connect(database.superuserUrl)
    await until(() => isQuiet(client))
    await receiver.tell('mood', 'well')
    const began = Date.now()
    load.pace(liveRest)
    await load.reached(gifts * (share + 0.03))
    const givenUp = await count(client, 'abandoned_at is not null')

    const from = Date.now()
    const first = recover(stage, since)
    await until(async () => (await count(client, 'replay_of is not null')) > givenUp * 0.25)
    first.kill('SIGKILL')
    const half = await count(client, 'replay_of is not null')
    const again = recover(stage, since)
    await until(async () => (await receiver.counts()).events > givenUp * 0.4)
    const killed = Date.now()
    await service.kill()
    service.start()
    await service.ready()
    const [code] = again.exitCode === null ? await once(again, 'exit') : [again.exitCode]
    await endLeases(stage) // rather than wait for a minute
    const twice = await repeated(client)
    const replayed = await count(client, 'replay_of is not null')
    await load.done
    const latencies = await latenciesOf(stage, live)
    const during = p95(latencies, from, killed)
    await client.end()
    await database.detach()
    await end(live.child)
    return {
      words: `${givenUp} given up and sent again, the command killed after ${half}, the service once; p95 elsewhere ${p95(latencies, began, from)} ms before, ${during} ms meanwhile`,
      complaints: [
        ...(code === 0 ? [] : [`the second command ended with exit code ${code}`]),
        ...(replayed === givenUp ? [] : [`${replayed} of ${givenUp} were sent again`]),
        ...(twice > 0 ? [`${twice} were sent again twice`] : []),
      ],
    }
  },
})

/** As the operator does. */
function recover({ env, endpoint_id }: Stage, since: string) {
  const args = ['src/cli.ts', 'endpoints', 'recover', '--id', endpoint_id, '--since', since]
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

type Client = Awaited<ReturnType<typeof connect>>

async function count(client: Client, which: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int from webhooks.delivery where ${which}`,
  )
  return rows[0]?.count ?? 0
}

async function repeated(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int from (select from webhooks.delivery where replay_of is not null
      group by replay_of having count(*) > 1) twice`,
  )
  return rows[0]?.count ?? 0
}

/** Every link is made, and nothing waits: what fails has been given up. */
async function isQuiet(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ busy: boolean }>(
    `select exists (select from webhooks.delivery_queue)
         or exists (select from gifting.gift_request where state = 'created') as busy`,
  )
  return rows[0]?.busy === false
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < 4_000; looks++) {
    if (await isTrue()) return
    await sleep(50)
  }
  throw new Error('this never came true')
}
