/**
 * Imports a catalogue file in one transaction, as the admin API does, and prints the number of changes:
 *
 *   node test/reliability/catalogue-import-process.ts '{"url", "account_id", "file"}'
 */
import { readFileSync } from 'node:fs'
import * as campaigns from '#campaigns'
import { versions } from '#contract'
import { createCipher, parseKeyring } from '#platform/crypto/encryption'
import { systemClock } from '#platform/lib/clock'
import { createLruCache } from '#platform/lib/lru-cache'
import { inTransaction, openDatabase } from '#platform/postgres/database'

const { url, account_id, file } = JSON.parse(process.argv[2] ?? '{}')
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
  name: 'catalogue import',
})
const { changes, errors } = await inTransaction(db, account_id, (ctx) =>
  campaigns.importCatalogue(ctx, readFileSync(file), undefined),
)
process.stdout.write(`${JSON.stringify({ changes: changes.length, errors: errors.length })}\n`)
await db.pool.end()
process.exit(0)
