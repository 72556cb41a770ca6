/**
 * `node packages/reliability/end-to-end.ts` measures gift requests per second that are created over HTTP
 * and whose event has reached a receiver. It compares them with the same work in minimal code: a Fastify
 * without checks that writes the same rows, and a loop that takes, signs, POSTs and logs them. Both
 * sides run the API and the sender in separate processes on their own database, in turns. A turn ends
 * when the last event has arrived.
 *
 * The third side is a whole node in one process, which also creates a link and
 * an email for each gift request.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { newId } from '#platform/lib/ids'
import { baselineEnv, createGiftApiClient } from './support/api-client.ts'
import {
  type BenchInstance,
  createBenchInstance,
  formatRatios,
  median,
  startScript,
  terminate,
} from './support/instance.ts'
import { type CpuMeter, createCpuMeter } from './support/process-stats.ts'
import { seedAccounts } from './support/seed-accounts.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const seconds = Number(process.env.BENCH_SECONDS ?? 3)
const kinds = ['baseline', 'service', 'node'] as const
type Kind = (typeof kinds)[number]

const instances: BenchInstance[] = []
const children: Awaited<ReturnType<typeof startScript>>['child'][] = []
try {
  await measure()
} finally {
  await Promise.all(children.map(terminate))
  for (const instance of instances) await instance.remove()
}

async function start(script: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { child, line } = await startScript(`packages/reliability/support/${script}.ts`, env)
  children.push(child)
  return line
}

async function openInstance(): Promise<BenchInstance> {
  const instance = await createBenchInstance()
  instances.push(instance)
  return instance
}

async function measure(): Promise<void> {
  const receiver = `http://127.0.0.1:${await start('receiver', process.env)}/`
  const sides = {
    node: await startNode(await openInstance(), receiver),
    service: await startService(await openInstance(), receiver),
    baseline: await startBaseline(await openInstance(), receiver),
  }
  const rates: Record<Kind, number[]> = { baseline: [], service: [], node: [] }
  for (let round = 0; round <= rounds; round++) {
    for (const kind of kinds) {
      const endTurn = sides[kind].cpu.start()
      const duration = round === 0 ? 3 * seconds : seconds
      const { rate, count } = await measureTurn(receiver, sides[kind], duration)
      if (round === 0) continue
      rates[kind].push(rate)
      endTurn(count)
    }
  }
  const summary = kinds.map((kind) => `${kind} ${median(rates[kind]).toFixed(0)}/s`).join(', ')
  const ratioTo = (kind: Kind) =>
    formatRatios(rates[kind].map((rate, round) => rate / (rates.baseline[round] ?? Number.NaN)))
  console.log(
    `created and delivered: ${summary}; service to baseline: ${ratioTo('service')}; node to baseline: ${ratioTo('node')}`,
  )
  for (const kind of kinds) console.log(`CPU of each, ${kind}: ${sides[kind].cpu.format()}`)
}

interface BenchTarget {
  url: string
  headers: Record<string, string>
  bodyFor(email: string): string
  cpu: CpuMeter
}

function meter(name: string, { database }: BenchInstance, ...pids: (number | undefined)[]) {
  return createCpuMeter({ [name]: pids.map((pid) => pid ?? 0), PostgreSQL: [database.pid] })
}

async function startNode(instance: BenchInstance, receiver: string): Promise<BenchTarget> {
  const apiClient = await createGiftApiClient(instance)
  const to = ['--url', receiver, '--events', 'gift_request_created']
  await instance.cli('endpoints', 'create', '--account', instance.account_id, ...to)
  const { pid } = await instance.serve('api,worker')
  const cpu = meter('node', instance, pid)
  return { ...apiClient, cpu, url: `${instance.base}/api/gift_requests` }
}

async function startService(instance: BenchInstance, receiver: string): Promise<BenchTarget> {
  const apiClient = await createGiftApiClient(instance)
  const { pid } = await instance.serve('api')
  await createEndpoint(instance, receiver)
  await start('engine', {
    ...process.env,
    NODE_ENV: 'production',
    BENCH_URL: instance.database.url,
  })
  const cpu = meter('API and engine', instance, pid, children.at(-1)?.pid)
  return { ...apiClient, cpu, url: `${instance.base}/api/gift_requests` }
}

async function startBaseline(instance: BenchInstance, receiver: string): Promise<BenchTarget> {
  const apiClient = await createGiftApiClient(instance)
  const service = await instance.serve('api')
  const endpoint_id = await createEndpoint(instance, receiver)
  const sample = await fetch(`${instance.base}/api/gift_requests`, {
    method: 'POST',
    headers: apiClient.headers,
    body: apiClient.bodyFor('sample@example.com'),
  })
  const env = baselineEnv(instance, apiClient, endpoint_id, await sample.text())
  await terminate(service)
  const port = await start('baseline', env)
  await start('baseline-sender', { ...env, BENCH_TARGET: receiver })
  const cpu = meter('API and sender', instance, ...children.slice(-2).map(({ pid }) => pid))
  return { ...apiClient, cpu, url: `http://127.0.0.1:${port}/gift_requests` }
}

/**
 * Inserts an endpoint whose secret the engine of `engine.ts` can decrypt. The service has another key. It
 * would refuse to start with this secret, so it must be running already.
 */
async function createEndpoint(
  { database, account_id }: BenchInstance,
  receiver: string,
): Promise<string> {
  const seeded = await seedAccounts(database.url, receiver, { accounts: 0, endpoints: 0 })
  const id = await seeded.addEndpoint(account_id, receiver)
  await seeded.close()
  return id
}

/**
 * Creates gift requests for some seconds and waits for the last event. Returns the number of completed gift
 * requests, and their rate per second.
 */
async function measureTurn(
  receiver: string,
  { url, headers, bodyFor }: BenchTarget,
  duration: number,
) {
  const receivedCount = async () => Number(await (await fetch(receiver)).text())
  const before = await receivedCount()
  const startedAt = performance.now()
  const { non2xx, errors, ...result } = await autocannon({
    url: new URL(url).origin,
    connections: 32,
    duration,
    requests: [
      {
        method: 'POST',
        path: new URL(url).pathname,
        headers,
        setupRequest: (request) => ({ ...request, body: bodyFor(`${newId()}@example.com`) }),
      },
    ],
  })
  if (non2xx + errors > 0) throw new Error(`${non2xx} responses were not 2xx, ${errors} failed`)
  // Waits until no more events arrive, because requests in flight at the end also created gift requests,
  // without a counted response.
  let last = before
  let lastAt = performance.now()
  while (performance.now() - lastAt < 500 || last - before < result['2xx']) {
    await sleep(10)
    const now = await receivedCount()
    if (now > last) lastAt = performance.now()
    last = now
  }
  const count = last - before
  return { count, rate: (count / (lastAt - startedAt)) * 1000 }
}
