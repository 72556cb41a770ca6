/**
 * `node bench/api.ts`: what the API costs over a bare Fastify that runs one statement a request on the
 * same database. Both run as processes of their own and take turns of two seconds, so that what else the
 * machine does hits both; the ratio of each round is taken, and its median told.
 */
import autocannon from 'autocannon'
import { newId } from '#platform/ids'
import { bareEnv, givingIn } from './support/giving.ts'
import { createInstance, end, median, spread, startScript } from './support/instance.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const rounds = Number(process.env.BENCH_ROUNDS ?? 11)
const connections = 32
/** Seconds before anything counts: compilers and caches of both sides settle as in a service that runs for days. */
const warmUp = Number(process.env.BENCH_WARM_UP ?? 20)

const instance = await createInstance()
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
  const giving = await givingIn(instance)
  const { headers, bodyFor } = giving
  await instance.serve('api')
  const sample = await fetch(`${base}/api/gift_requests`, {
    method: 'POST',
    headers,
    body: bodyFor('sample@example.com'),
  })
  const answer = await sample.text()
  if (sample.status !== 201) throw new Error(answer)
  const gift = JSON.parse(answer) as { id: string }
  const env = bareEnv(instance, giving, endpoint.id, answer)
  const { child, line } = await startScript('bench/support/bare.ts', env)
  const bare = `http://127.0.0.1:${line}`
  const post = {
    method: 'POST' as const,
    path: '/gift_requests',
    setupRequest: (request: autocannon.Request) => ({
      ...request,
      body: bodyFor(`${newId()}@example.com`),
    }),
  }
  const get = { method: 'GET' as const, path: `/gift_requests/${gift.id}` }
  await compare('POST /gift_requests', `${base}/api`, bare, headers, post)
  await compare('GET /gift_requests/{id}', `${base}/api`, bare, headers, get)
  await end(child)
}

async function compare(
  name: string,
  ours: string,
  bare: string,
  headers: Record<string, string>,
  request: autocannon.Request,
): Promise<void> {
  const figures = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round <= rounds; round++) {
    for (const [side, url] of [
      ['bare', bare],
      ['ours', ours],
    ] as const) {
      const rate = await run(url, headers, request, round === 0 ? warmUp : seconds)
      if (round > 0) figures[side].push(rate)
    }
  }
  const ratios = figures.ours.map((rate, round) => rate / (figures.bare[round] ?? Number.NaN))
  const rate = (side: 'ours' | 'bare') => median(figures[side]).toFixed(0).padStart(6)
  console.log(
    `${name.padEnd(26)} ours ${rate('ours')}/s   bare ${rate('bare')}/s   ${spread(ratios)}`,
  )
}

async function run(
  base: string,
  headers: Record<string, string>,
  request: autocannon.Request,
  duration: number,
): Promise<number> {
  const path = new URL(base).pathname.replace(/\/$/, '') + request.path
  const result = await autocannon({
    url: new URL(base).origin,
    connections,
    duration,
    requests: [{ ...request, path, headers }],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers were not 2xx, ${result.errors} failed`)
  return result.requests.average
}
