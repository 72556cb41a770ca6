/**
 * `node bench/memory.ts`: the memory of one node, all roles in one process, through everything that the other
 * scripts do to it, one after the other. Resident memory is looked at ten times a second.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { newId } from '#platform/ids'
import { flood } from './support/flood.ts'
import { end, startScript } from './support/instance.ts'
import { setStage } from './support/stage.ts'

const count = Number(process.env.BENCH_WAITING ?? 1_000_000)
const seconds = Number(process.env.BENCH_SECONDS ?? 20)

const receiver = await startScript('bench/support/receiver.ts', process.env)
const stage = await setStage(5)
const medians: number[] = []
try {
  await phase('usual', () => stage.pace(seconds, 20))
  for (let n = 1; n <= 3; n++)
    await phase(`creates and deliveries, as many as it can, ${n}`, create)
  const [hanging = ''] = await stage.endpoints([stage.hangingUrl])
  await phase(`${count} deliveries waiting on an endpoint that hangs`, async () => {
    await flood(stage, { endpoint_ids: [hanging], count })
    await stage.pace(seconds, 20)
  })
  const urls = Array.from({ length: 200 }, (_, n) => `http://127.0.0.1:${receiver.line}/hook/${n}`)
  const endpoint_ids = await stage.endpoints(urls)
  await stage.sql(
    `update webhooks.endpoint set events = '{gift_request_cancelled}' where id = any ($1)`,
    [endpoint_ids],
  )
  await stage.sql(
    'truncate webhooks.delivery_queue, webhooks.event, webhooks.event_body, webhooks.delivery',
  )
  await phase(`${count} retries due at once`, async () => {
    await flood(stage, { endpoint_ids, count, due: { at: new Date(), attempts: 4 } })
    while ((await left()) > 0) await stage.pace(5, 10)
  })
  await phase('usual', () => stage.pace(seconds, 20))
} finally {
  await stage.close()
  await end(receiver.child)
}

async function phase(name: string, act: () => Promise<unknown>): Promise<void> {
  stage.memory.look()
  await act()
  const { median, most } = stage.memory.look()
  medians.push(median)
  console.log(
    `${median.toFixed(0).padStart(4)} MB, at most ${most.toFixed(0).padStart(4)}   ${name}`,
  )
}

async function create(): Promise<void> {
  const { base, headers, bodyOf } = stage.api
  const { non2xx, errors } = await autocannon({
    url: new URL(base).origin,
    connections: 32,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/api/gift_requests',
        headers,
        setupRequest: (request) => ({ ...request, body: bodyOf(`${newId()}@example.com`) }),
      },
    ],
  })
  if (non2xx + errors > 0) throw new Error(`${non2xx} answers were not 2xx, ${errors} failed`)
  while ((await left()) > 0) await sleep(200)
}

async function left(): Promise<number> {
  const [row] = await stage.sql<{ left: string }>(
    `select count(*) as left from webhooks.delivery_queue q join webhooks.endpoint e on e.id = q.endpoint_id
      where e.url <> $1`,
    [stage.hangingUrl],
  )
  return Number(row?.left)
}
