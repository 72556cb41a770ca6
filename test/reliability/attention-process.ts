/**
 * Checks what needs attention in an account until nothing changes. Prints the number of changed items:
 *
 *   node test/reliability/attention-process.ts '{"url", "account_id"}'
 */
import * as attention from '#attention'
import { openProcessDatabase } from '#test/test-database'

const { url, account_id } = JSON.parse(process.argv[2] ?? '{}')
const db = openProcessDatabase({ url, maxConnections: 2, name: 'attention check' })
let changed = 0
for (let turn = 1; turn > 0; ) {
  turn = await attention.checkAccount(db, account_id)
  changed += turn
}
process.stdout.write(String(changed))
await db.pool.end()
process.exit(0)
