/**
 * Creates the rows of a batch in one transaction, as the API does. Prints the
 * number of rows with each result:
 *
 *   node test/reliability/batch-rows-process.ts '{"url", "account_id", "rows"}'
 */
import { newestRowFormat } from '#contract'
import * as gifting from '#gifting'
import { inTransaction } from '#platform/postgres/database'
import { openProcessDatabase } from '#test/test-database'

const { url, account_id, rows } = JSON.parse(process.argv[2] ?? '{}')
const db = openProcessDatabase({ url, maxConnections: 2, name: 'batch of rows' })
const results = await inTransaction(db, account_id, (ctx) =>
  gifting.createEach(ctx, rows, newestRowFormat, false),
)
const count = (wanted: string) => results.filter(({ status }) => status === wanted).length
process.stdout.write(
  JSON.stringify({ created: count('created'), duplicate: count('duplicate'), total: rows.length }),
)
await db.pool.end()
process.exit(0)
