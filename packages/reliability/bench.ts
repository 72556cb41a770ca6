/**
 * `npm run bench`: the four figures that everybody asks for first; `npm run bench -- NAME …` those that are named, and
 * `npm run bench -- all` everything that packages/reliability/README.md tells. One after the other, each in a process of its own.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const defaultBenchmarks = ['deliveries', 'api', 'latency']
const allBenchmarks = [
  ...defaultBenchmarks,
  'peers',
  'end-to-end',
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
    `There is no ${unknownNames.join(', ')}. There are: ${allBenchmarks.join(', ')}, and all.`,
  )
  process.exit(2)
}
const selected = names.includes('all')
  ? allBenchmarks
  : names.length > 0
    ? names
    : defaultBenchmarks

for (const script of selected) {
  console.log(`\n${script}`)
  const child = spawn(process.execPath, [`packages/reliability/${script}.ts`], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
