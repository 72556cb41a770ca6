/**
 * `npm run bench` runs the four main measurements. `npm run bench -- NAME …` runs the named ones. `npm run
 * bench -- all` runs all measurements of packages/reliability/README.md. With `--quick`, the rounds are few and short: about three
 * minutes for the main measurements, and a wider spread. The measurements run one after
 * another, each in its own process. A signal ends the current measurement and its services.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const defaultBenchmarks = ['deliveries', 'api', 'latency', 'end-to-end']
const allBenchmarks = [
  ...defaultBenchmarks,
  'peers',
  'life',
  'isolation',
  'many-endpoints',
  'retries',
  'memory',
  'growth',
]

/** The settings of `--quick`. */
const quickEnv = {
  BENCH_ROUNDS: '3',
  BENCH_SECONDS: '1',
  BENCH_DELIVERIES: '15000',
  BENCH_GIFTS: '100',
}
/** The warm-up of each measurement with `--quick`, in its unit. */
const quickWarmUps: Readonly<Record<string, string>> = { deliveries: '10000', api: '5' }

const args = process.argv.slice(2)
const isQuick = args.includes('--quick')
const names = args.filter((name) => name !== '--quick')
const unknownNames = names.filter((name) => name !== 'all' && !allBenchmarks.includes(name))
if (unknownNames.length > 0) {
  console.error(
    `There is no benchmark ${unknownNames.join(', ')}. The benchmarks are ${allBenchmarks.join(', ')}, and all.`,
  )
  process.exit(2)
}
const selected = names.includes('all')
  ? allBenchmarks
  : names.length > 0
    ? names
    : defaultBenchmarks

let isEnding = false
for (const script of selected) {
  console.log(`\n${script}`)
  const warmUp = quickWarmUps[script]
  const settings = isQuick ? { ...quickEnv, ...(warmUp && { BENCH_WARM_UP: warmUp }) } : {}
  const child = spawn(process.execPath, [`packages/reliability/${script}.ts`], {
    stdio: 'inherit',
    env: { ...settings, ...process.env },
  })
  const forward = (signal: NodeJS.Signals) => {
    child.kill(signal)
    isEnding = true
  }
  process.on('SIGINT', forward).on('SIGTERM', forward)
  const [code] = await once(child, 'exit')
  process.off('SIGINT', forward).off('SIGTERM', forward)
  if (code !== 0) process.exitCode = 1
  if (isEnding) break
}
