/**
 * `node bench/isolation.ts`: what endpoints that respond notice of those that do not. Of 1,000 endpoints, some hang, send their
 * response byte by byte, refuse connections, or respond after five seconds; and one that hangs has a million deliveries waiting.
 * Each figure is compared with the same endpoints in the same run, before the others turn bad.
 *
 * BENCH_SHAPES names shapes as way:bad:accounts:workers, `two-accounts` and `million`, separated by commas.
 */
import { measureMillion } from './isolation/million.ts'
import { measureShape, measureTwoAccounts, type Shape } from './isolation/shapes.ts'
import { end, startScript } from './support/instance.ts'
import { withServer } from './support/server.ts'

const usual = [
  ...[1, 10, 100, 500, 900].map((bad) => `hang:${bad}:10:1`),
  ...['drip', 'refuse', 'slow'].flatMap((way) => [`${way}:500:10:1`, `${way}:900:10:1`]),
  ...['hang', 'slow'].map((way) => `${way}:500:1:1`),
  ...['hang', 'slow'].map((way) => `${way}:900:1:1`),
  ...['hang', 'slow'].map((way) => `${way}:500:10:3`),
  'hang:900:10:3',
  'two-accounts',
  'million',
]
const wanted = (process.env.BENCH_SHAPES ?? usual.join()).split(',')

await withServer(async ({ server }) => {
  console.log(
    '| bad, of 1,000 | accounts | workers | before: rate, p50, p95, max | first 2 s (rate, p95 to before) | then | all well again | backlog | in flight | workers’ CPU, memory |',
  )
  for (const name of wanted.filter((name) => name !== 'million')) {
    const { child, line } = await startScript('bench/isolation/receiver.ts', process.env)
    const ports = line.split(' ').map(Number)
    if (name === 'two-accounts') await measureTwoAccounts(server.url, ports)
    else await measureShape(server.url, ports, shapeOf(name))
    await end(child)
  }
})
if (wanted.includes('million')) await measureMillion()

function shapeOf(name: string): Shape {
  const [way, bad, accounts, workers] = name.split(':')
  return {
    way: way as Shape['way'],
    bad: Number(bad),
    accounts: accounts === '1' ? 1 : 10,
    workers: Number(workers ?? 1),
  }
}
