/**
 * `node packages/reliability/memory.ts` measures the memory of one node with all roles in one
 * process. The node gets the loads of the other scripts, one after another. The script samples
 * resident memory ten times per second.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { newId } from '#platform/lib/ids'
import { startScript, terminate } from './support/instance.ts'
import { seedDeliveries } from './support/seed-deliveries.ts'
import { startServiceHarness } from './support/service-harness.ts'

const waitingDeliveries = Number(process.env.BENCH_WAITING ?? 1_000_000)
const seconds = Number(process.env.BENCH_SECONDS ?? 20)

const receiver = await startScript('packages/reliability/support/receiver.ts', process.env)
const harness = await startServiceHarness(5)
const medians: number[] = []
try {
  await measurePhase('usual', () => harness.measureLatencies(seconds, 20))
  for (let n = 1; n <= 3; n++)
    await measurePhase(`creates and deliveries, as many as it can, ${n}`, createAtFullSpeed)
  const [hanging = ''] = await harness.createEndpoints([harness.hangingUrl])
  await measurePhase(
    `${waitingDeliveries} deliveries waiting on an endpoint that hangs`,
    async () => {
      await seedDeliveries(harness, { endpoint_ids: [hanging], count: waitingDeliveries })
      await harness.measureLatencies(seconds, 20)
    },
  )
  const urls = Array.from({ length: 200 }, (_, n) => `http://127.0.0.1:${receiver.line}/hook/${n}`)
  const endpoint_ids = await harness.createEndpoints(urls)
  await harness.sql(
    `update webhooks.endpoint set events = '{gift_request_cancelled}' where id = any ($1)`,
    [endpoint_ids],
  )
  await harness.sql(
    'truncate webhooks.delivery_queue, webhooks.event, webhooks.event_body, webhooks.delivery',
  )
  await measurePhase(`${waitingDeliveries} retries due at once`, async () => {
    await seedDeliveries(harness, {
      endpoint_ids,
      count: waitingDeliveries,
      due: { at: new Date(), attempts: 4 },
    })
    while ((await countRemaining()) > 0) await harness.measureLatencies(5, 10)
  })
  await measurePhase('usual', () => harness.measureLatencies(seconds, 20))
} finally {
  await harness.close()
  await terminate(receiver.child)
}

async function measurePhase(name: string, run: () => Promise<unknown>): Promise<void> {
  harness.memory.takeSample()
  await run()
  const { medianMb, maxMb } = harness.memory.takeSample()
  medians.push(medianMb)
  console.log(
    `${medianMb.toFixed(0).padStart(4)} MB, at most ${maxMb.toFixed(0).padStart(4)}   ${name}`,
  )
}

async function createAtFullSpeed(): Promise<void> {
  const { base, headers, buildBody } = harness.api
  const { non2xx, errors } = await autocannon({
    url: new URL(base).origin,
    connections: 32,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/api/gift_requests',
        headers,
        setupRequest: (request) => ({ ...request, body: buildBody(`${newId()}@example.com`) }),
      },
    ],
  })
  if (non2xx + errors > 0) throw new Error(`${non2xx} responses were not 2xx, ${errors} failed`)
  while ((await countRemaining()) > 0) await sleep(200)
}

async function countRemaining(): Promise<number> {
  const [row] = await harness.sql<{ left: string }>(
    `select count(*) as left from webhooks.delivery_queue q join webhooks.endpoint e on e.id = q.endpoint_id
      where e.url <> $1`,
    [harness.hangingUrl],
  )
  return Number(row?.left)
}
