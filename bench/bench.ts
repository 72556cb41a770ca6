/**
 * `npm run bench`: the four figures that everybody asks for first; `npm run bench -- NAME …` those that are named, and
 * `npm run bench -- all` everything that bench/README.md tells. One after the other, each in a process of its own.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const first = ['deliveries', 'api', 'latency']
const all = [
  ...first,
  'peers',
  'end-to-end',
  'isolation',
  'many-endpoints',
  'retries',
  'memory',
  'growth',
]

const names = process.argv.slice(2)
const unknown = names.filter((name) => name !== 'all' && !all.includes(name))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There are: ${all.join(', ')}, and all.`)
  process.exit(2)
}
const wanted = names.includes('all') ? all : names.length > 0 ? names : first

for (const script of wanted) {
  console.log(`\n${script}`)
  const child = spawn(process.execPath, [`bench/${script}.ts`], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
