/**
 * Creates the rows of a batch in one transaction, as the API does, and prints how many have which result:
 *
 *   node test/reliability/batch-rows-process.ts '{"url", "account_id", "rows"}'
 */
import { newestRowFormat, versions } from '#contract'
import * as gifting from '#gifting'
import { createCipher, parseKeyring } from '#platform/crypto/encryption'
import { systemClock } from '#platform/lib/clock'
import { createLruCache } from '#platform/lib/lru-cache'
import { inTransaction, openDatabase } from '#platform/postgres/database'

const { url, account_id, rows } = JSON.parse(process.argv[2] ?? '{}')
const db = openDatabase({
  url,
  clock: systemClock,
  deployment: {
    origin: 'http://localhost:3000',
    stage: 'staging',
    region: 'us',
    versions,
    cipher: createCipher(parseKeyring('test:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk=')),
    cache: createLruCache(10),
    notify: () => {},
  },
  maxConnections: 2,
  name: 'batch of rows',
})
const results = await inTransaction(db, account_id, (ctx) =>
  gifting.createEach(ctx, rows, newestRowFormat, false),
)
const count = (wanted: string) => results.filter(({ status }) => status === wanted).length
process.stdout.write(
  JSON.stringify({ created: count('created'), duplicate: count('duplicate'), total: rows.length }),
)
await db.pool.end()
process.exit(0)
