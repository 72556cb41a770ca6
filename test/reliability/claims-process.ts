/**
 * Redeems gifts with one variant, eight at a time, until the process is killed, or each gift is redeemed or
 * finds nothing in stock. Without a file, applies the timers of all accounts until no gift is due:
 *
 *   node test/reliability/claims-process.ts '{"url", "key", "account_id", "variant_id", "file"}'
 *
 * `file` has one gift request id per line. Prints one line for each gift, with its id and the outcome, or one
 * line for each timer.
 */
import { readFileSync } from 'node:fs'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { inTransaction } from '#platform/postgres/database'
import { openProcessDatabase } from '#test/test-database'

const { url, key, account_id, variant_id, file } = JSON.parse(process.argv[2] ?? '{}')
const db = openProcessDatabase({ url, key, maxConnections: 8, name: 'claims' })
db.pool.on('error', () => {}) // ignores errors of connections that the test terminates

/**
 * The maximum number of failures of one claim. More failures than terminated connections can explain mean
 * that the database is gone.
 */
const maxFailures = 200

async function claim(id: string): Promise<string> {
  for (let failures = 0; failures < maxFailures; failures++) {
    try {
      const redeem = () =>
        inTransaction(db, account_id, (ctx) =>
          gifting.redeem(ctx, id, { variant_ids: [variant_id] }),
        )
      return (await redeem())?.state ?? 'unknown'
    } catch (error) {
      if (error instanceof ApiError) return error.code
      // a terminated connection has either committed or rolled back the redemption, and both can be retried
    }
  }
  process.exit(1)
}

async function claimAll(ids: string[]): Promise<void> {
  for (let id = ids.pop(); id !== undefined; id = ids.pop())
    process.stdout.write(`${id} ${await claim(id)}\n`)
}

/** Applies timers until none is due. A terminated connection rolls back one transaction. */
async function applyTimers(): Promise<void> {
  for (let failures = 0; failures < maxFailures; ) {
    const count = await gifting.processDue(db).catch(() => undefined)
    if (count === undefined) failures += 1
    else if (count === 0) return
    else process.stdout.write('due\n'.repeat(count))
  }
  process.exit(1)
}

if (file === undefined) await applyTimers()
else {
  const ids = readFileSync(file, 'utf8').split('\n')
  await Promise.all(Array.from({ length: 8 }, () => claimAll(ids)))
}
await db.pool.end()
process.exit(0)
