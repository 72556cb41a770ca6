/**
 * `node packages/reliability/nodes.ts [workers] [apis] [pooler] [sizes]` runs several processes of the
 * service on one database. It measures their additional throughput, its cost, and their correctness behind
 * PgBouncer. packages/reliability/README.md has the results.
 */
import { measureApis } from './nodes/apis.ts'
import { measurePooler } from './nodes/pooler.ts'
import { measureStorageCost } from './nodes/storage-cost.ts'
import { measureWorkers } from './nodes/workers.ts'

const benchmarks = {
  workers: measureWorkers,
  apis: measureApis,
  pooler: measurePooler,
  sizes: measureStorageCost,
}
const selected = process.argv.slice(2)

for (const [name, part] of Object.entries(benchmarks))
  if (selected.length === 0 || selected.includes(name)) await part()
