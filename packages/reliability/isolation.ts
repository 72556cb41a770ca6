/**
 * `node packages/reliability/isolation.ts` measures the effect of bad endpoints on healthy ones. Of 1,000
 * endpoints, some hang, send their response byte by byte, refuse connections, or respond after five seconds.
 * One endpoint that hangs has a million deliveries waiting. Each result is compared with the same endpoints
 * in the same run, before the others turn bad.
 *
 * BENCH_SHAPES names workloads as way:bad:accounts:workers, `two-accounts`, `filters` and
 * `million`, separated by commas.
 */
import { measureHostileFilters } from './isolation/hostile-filters.ts'
import { measureMillionBacklog } from './isolation/million-backlog.ts'
import { measureTwoAccounts, measureWorkload, type Workload } from './isolation/workload.ts'
import { startScript, terminate } from './support/instance.ts'
import { withSenderTestbed } from './support/sender-testbed.ts'

const defaultWorkloads = [
  ...[1, 10, 100, 500, 900].map((bad) => `hang:${bad}:10:1`),
  ...['drip', 'refuse', 'slow'].flatMap((behaviour) => [
    `${behaviour}:500:10:1`,
    `${behaviour}:900:10:1`,
  ]),
  ...['hang', 'slow'].map((behaviour) => `${behaviour}:500:1:1`),
  ...['hang', 'slow'].map((behaviour) => `${behaviour}:900:1:1`),
  ...['hang', 'slow'].map((behaviour) => `${behaviour}:500:10:3`),
  'hang:900:10:3',
  'two-accounts',
  'filters',
  'million',
]
const selected = (process.env.BENCH_SHAPES ?? defaultWorkloads.join()).split(',')

await withSenderTestbed(async ({ server }) => {
  console.log(
    '| bad, of 1,000 | accounts | workers | before: rate, p50, p95, max | first 2 s (rate, p95 to before) | then | all well again | backlog | in flight | workers’ CPU, memory |',
  )
  for (const name of selected.filter((name) => name !== 'million')) {
    const { child, line } = await startScript(
      'packages/reliability/isolation/receiver.ts',
      process.env,
    )
    const ports = line.split(' ').map(Number)
    if (name === 'filters') await measureHostileFilters(server.url, ports)
    else if (name === 'two-accounts') await measureTwoAccounts(server.url, ports)
    else await measureWorkload(server.url, ports, parseWorkload(name))
    await terminate(child)
  }
})
if (selected.includes('million')) await measureMillionBacklog()

function parseWorkload(name: string): Workload {
  const [behaviour, bad, accounts, workers] = name.split(':')
  return {
    behaviour: behaviour as Workload['behaviour'],
    bad: Number(bad),
    accounts: accounts === '1' ? 1 : 10,
    workers: Number(workers ?? 1),
  }
}
