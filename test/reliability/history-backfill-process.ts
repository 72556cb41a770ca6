/**
 * Copies a history table to its partitions, as a worker does:
 *
 *   node test/reliability/history-backfill-process.ts '{"url", "table"}'
 */
import { runBackfill } from '#platform/postgres/history-partitions'
import { openProcessDatabase } from '#test/test-database'

const { url, table } = JSON.parse(process.argv[2] ?? '{}')
const db = openProcessDatabase({ url, maxConnections: 1, name: 'backfill' })
process.stdout.write(await runBackfill(db, table))
await db.pool.end()
process.exit(0)
