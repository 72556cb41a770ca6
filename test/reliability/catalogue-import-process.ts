/**
 * Imports a catalogue file in one transaction, as the admin API does. Prints the number of changes:
 *
 *   node test/reliability/catalogue-import-process.ts '{"url", "account_id", "file"}'
 */
import { readFileSync } from 'node:fs'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { inTransaction } from '#platform/postgres/database'
import { openProcessDatabase } from '#test/test-database'

const { url, account_id, file } = JSON.parse(process.argv[2] ?? '{}')
const db = openProcessDatabase({ url, maxConnections: 2, name: 'catalogue import' })
const { changes, errors } = await inTransaction(db, account_id, (ctx) =>
  campaigns.importCatalogue(ctx, catalogue.parseCsvFile(readFileSync(file)), undefined),
)
process.stdout.write(`${JSON.stringify({ changes: changes.length, errors: errors.length })}\n`)
await db.pool.end()
process.exit(0)
