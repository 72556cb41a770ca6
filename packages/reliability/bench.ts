/**
 * `npm run bench` runs the four main measurements. `npm run bench -- NAME …` runs the named ones. `npm run
 * bench -- all` runs all measurements of packages/reliability/README.md. The measurements run one after
 * another, each in its own process. A signal ends the current measurement and its services.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const defaultBenchmarks = ['deliveries', 'api', 'latency']
const allBenchmarks = [
  ...defaultBenchmarks,
  'peers',
  'end-to-end',
  'life',
  'isolation',
  'many-endpoints',
  'retries',
  'memory',
  'growth',
]

const names = process.argv.slice(2)
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
  const child = spawn(process.execPath, [`packages/reliability/${script}.ts`], { stdio: 'inherit' })
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
