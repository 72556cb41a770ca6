/**
 * `node packages/reliability/latency.ts` measures the latency from commit to receiver with little other load.
 * The arrival of the API response approximates the commit (it is a little later). The receipt is the time at
 * which the receiver has read the body.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBenchInstance } from './support/instance.ts'

const giftCount = Number(process.env.BENCH_GIFTS ?? 300)
const intervalMs = 50 // in milliseconds

const received = new Map<string, number>()
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const now = performance.now()
  response.end()
  const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id: string }
  if (!received.has(id)) received.set(id, now)
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
const address = receiver.address()
const port = typeof address === 'object' && address !== null ? address.port : 0

const instance = await createBenchInstance()
try {
  await measure()
} finally {
  receiver.close()
  receiver.closeAllConnections()
  await instance.remove()
}

async function measure(): Promise<void> {
  const { account_id, token, base, cli } = instance
  const url = `http://127.0.0.1:${port}/`
  const eventFlags = ['--events', 'gift_request_created']
  await cli('endpoints', 'create', '--account', account_id, '--url', url, ...eventFlags)
  const { data } = (await cli('campaigns', 'list', '--account', account_id)) as {
    data: { id: string; state: string; invitation_method: string }[]
  }
  const campaign = data.find(
    (each) => each.state === 'available' && each.invitation_method === 'email',
  )
  await instance.serve('api,web,worker')
  const latencies: number[] = []
  for (let n = 0; n < giftCount + 20; n++) {
    const response = await fetch(`${base}/api/gift_requests`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'service-api-version': '2026-05',
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        campaign_id: campaign?.id,
        recipient: { first_name: 'Ada', last_name: 'Larkin', email: `ada.${n}@example.com` },
      }),
    })
    const committedAt = performance.now()
    const { id } = (await response.json()) as { id: string }
    while (!received.has(id) && performance.now() - committedAt < 5_000) await sleep(1)
    if (n >= 20)
      latencies.push(Math.max(0, (received.get(id) ?? Number.POSITIVE_INFINITY) - committedAt))
    await sleep(intervalMs)
  }
  latencies.sort((a, b) => a - b)
  const percentile = (part: number) =>
    (latencies[Math.floor(latencies.length * part)] ?? Number.NaN).toFixed(1)
  console.log(
    `commit to receipt, ${giftCount} gift requests one by one: p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms, at most ${percentile(0.9999)} ms`,
  )
}
