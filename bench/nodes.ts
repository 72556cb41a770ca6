/**
 * `node bench/nodes.ts [workers] [apis] [pooler] [sizes]`: several processes of the service on one database. How much
 * more they do than one, what it costs, and whether they work behind PgBouncer. bench/README.md has the figures.
 */
import { apis } from './nodes/apis.ts'
import { pooler } from './nodes/pooler.ts'
import { sizes } from './nodes/sizes.ts'
import { workers } from './nodes/workers.ts'

const parts = { workers, apis, pooler, sizes }
const wanted = process.argv.slice(2)

for (const [name, part] of Object.entries(parts))
  if (wanted.length === 0 || wanted.includes(name)) await part()
