import autocannon from 'autocannon'
import { median } from '#bench/support/instance'
import { bodyFor, type Holder, headersOf, holderIn } from './accounts.ts'
import { createPlace, type Node, type Place } from './place.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 3)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const connections = 32

/** `POST /gift_requests` a second with one and with two API processes, which take turns. */
export async function apis(): Promise<void> {
  const place = await createPlace()
  try {
    const nodes = await Promise.all([place.start('api'), place.start('api')])
    const holder = await holderIn(place, 'ash')
    await send(place, nodes, holder, 8) // warm
    const figures = new Map<number, Awaited<ReturnType<typeof send>>[]>()
    for (let round = 1; round <= rounds; round++)
      for (const count of [1, 2]) {
        const figure = await send(place, nodes.slice(0, count), holder, seconds)
        figures.set(count, [...(figures.get(count) ?? []), figure])
      }
    for (const [count, all] of figures) {
      const of = (name: 'rate' | 'api' | 'postgres') =>
        median(all.map((each) => each[name])).toFixed(0)
      console.log(
        `${count} of --roles api: ${of('rate')}/s  CPU a create: API ${of('api')} µs, PostgreSQL ${of('postgres')} µs`,
      )
    }
  } finally {
    await place.remove()
  }
}

async function send(place: Place, nodes: readonly Node[], holder: Holder, duration: number) {
  const cpu = () => ({
    api: nodes.reduce((sum, node) => sum + node.cpu(), 0),
    postgres: place.serverCpu(),
  })
  const before = cpu()
  const results = await Promise.all(
    nodes.map(({ base }) =>
      autocannon({
        url: base,
        connections: connections / nodes.length,
        duration,
        requests: [
          {
            method: 'POST',
            path: '/api/gift_requests',
            headers: headersOf(holder),
            setupRequest: (request) => ({ ...request, body: bodyFor(holder) }),
          },
        ],
      }),
    ),
  )
  const after = cpu()
  const count = results.reduce((sum, { requests }) => sum + requests.total, 0)
  const bad = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0)
  if (bad > 0) throw new Error(`${bad} requests failed`)
  return {
    rate: count / duration,
    api: (after.api - before.api) / count,
    postgres: (after.postgres - before.postgres) / count,
  }
}
