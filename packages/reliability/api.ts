/**
 * `node packages/reliability/api.ts` measures the cost of the API. It compares the API with a minimal Fastify
 * that runs one statement per request on the same database. Both run as separate processes in alternating
 * rounds of two seconds, so that other load on the machine affects both. The result is the median of the
 * ratios of all rounds.
 */
import autocannon from 'autocannon'
import { newId } from '#platform/lib/ids'
import { baselineEnv, createGiftApiClient } from './support/api-client.ts'
import {
  createBenchInstance,
  formatRatios,
  median,
  startScript,
  terminate,
} from './support/instance.ts'
import { type CpuMeter, createCpuMeter } from './support/process-stats.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const rounds = Number(process.env.BENCH_ROUNDS ?? 11)
const connections = 32
/**
 * The warm-up in seconds. After it, the compilers and caches of both sides are in the
 * state of a long-running service.
 */
const warmUpSeconds = Number(process.env.BENCH_WARM_UP ?? 20)

const instance = await createBenchInstance()
try {
  await measure()
} finally {
  await instance.remove()
}

async function measure(): Promise<void> {
  const { account_id, base } = instance
  const { endpoint } = (await instance.cli(
    'endpoints',
    'create',
    '--account',
    account_id,
    '--url',
    'http://127.0.0.1:9/',
  )) as {
    endpoint: { id: string }
  }
  const apiClient = await createGiftApiClient(instance)
  const { headers, bodyFor } = apiClient
  const { pid = 0 } = await instance.serve('api')
  const sampleResponse = await fetch(`${base}/api/gift_requests`, {
    method: 'POST',
    headers,
    body: bodyFor('sample@example.com'),
  })
  const sampleBody = await sampleResponse.text()
  if (sampleResponse.status !== 201) throw new Error(sampleBody)
  const gift = JSON.parse(sampleBody) as { id: string }
  const env = baselineEnv(instance, apiClient, endpoint.id, sampleBody)
  const { child, line } = await startScript('packages/reliability/support/baseline.ts', env)
  const baselineUrl = `http://127.0.0.1:${line}`
  const post = {
    method: 'POST' as const,
    path: '/gift_requests',
    setupRequest: (request: autocannon.Request) => ({
      ...request,
      body: bodyFor(`${newId()}@example.com`),
    }),
  }
  const get = { method: 'GET' as const, path: `/gift_requests/${gift.id}` }
  const sides = () => ({
    baseline: { url: baselineUrl, cpu: createMeter('baseline', child.pid ?? 0) },
    service: { url: `${base}/api`, cpu: createMeter('service', pid) },
  })
  await compare('POST /gift_requests', sides(), headers, post)
  await compare('GET /gift_requests/{id}', sides(), headers, get)
  await terminate(child)
}

function createMeter(name: string, pid: number): CpuMeter {
  return createCpuMeter({ [name]: [pid], PostgreSQL: [instance.database.pid] })
}

type Side = 'baseline' | 'service'

async function compare(
  name: string,
  sides: Record<Side, { url: string; cpu: CpuMeter }>,
  headers: Record<string, string>,
  request: autocannon.Request,
): Promise<void> {
  const rates = { service: [] as number[], baseline: [] as number[] }
  for (let round = 0; round <= rounds; round++) {
    for (const side of ['baseline', 'service'] as const) {
      const { url, cpu } = sides[side]
      const endTurn = cpu.start()
      const { rate, count } = await run(
        url,
        headers,
        request,
        round === 0 ? warmUpSeconds : seconds,
      )
      if (round === 0) continue
      rates[side].push(rate)
      endTurn(count)
    }
  }
  const ratios = rates.service.map((rate, round) => rate / (rates.baseline[round] ?? Number.NaN))
  const rate = (side: Side) => median(rates[side]).toFixed(0).padStart(6)
  console.log(
    `${name.padEnd(26)} service ${rate('service')}/s   baseline ${rate('baseline')}/s   ${formatRatios(ratios)}`,
  )
  console.log(`CPU of a request: ${sides.service.cpu.format()}; ${sides.baseline.cpu.format()}`)
}

async function run(
  base: string,
  headers: Record<string, string>,
  request: autocannon.Request,
  duration: number,
): Promise<{ rate: number; count: number }> {
  const path = new URL(base).pathname.replace(/\/$/, '') + request.path
  const result = await autocannon({
    url: new URL(base).origin,
    connections,
    duration,
    requests: [{ ...request, path, headers }],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} responses were not 2xx, ${result.errors} failed`)
  return { rate: result.requests.average, count: result.requests.total }
}
