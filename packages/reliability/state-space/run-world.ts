/** Explores one world in a separate process: NAME SEED SECONDS WALKS PAIRS. Prints the report as JSON. */
import { exploreWorld } from './explore-world.ts'
import { createWorld } from './world.ts'
import { worlds } from './worlds.ts'

const [name = '', ...numbers] = process.argv.slice(2)
const [seed = 1, maxSeconds = 600, walks = 500, pairs = 500] = numbers.map(Number)
const spec = worlds[name]
if (spec === undefined) throw new Error(`no world ${name}: ${Object.keys(worlds).join(', ')}`)
const report = await exploreWorld(await createWorld(spec), {
  seed,
  maxSeconds,
  maxCheckSeconds: maxSeconds / 4,
  walks,
  pairs,
  onProgress: ({ nodes, edgeCount }, waiting) =>
    process.stderr.write(
      `  ${name}: ${nodes.size} states, ${waiting} to expand, ${edgeCount} actions\n`,
    ),
})
console.log(JSON.stringify(report))
