/**
 * Runs the fulfilment loops, which order codes at suppliers, until the process is killed:
 *
 *   node test/reliability/code-purchases-process.ts '{"url", "key"}'
 */
import { setTimeout } from 'node:timers/promises'
import * as fulfilment from '#fulfilment'
import { supplierShipping } from '#test/code-source-fixture'
import { openProcessDatabase } from '#test/test-database'

const { url, key } = JSON.parse(process.argv[2] ?? '{}')
const db = openProcessDatabase({ url, key, maxConnections: 12, name: 'purchases' })
db.pool.on('error', () => {}) // ignores errors of connections that the test terminates

for (;;) {
  // A terminated connection rolls back one transaction. The next round repeats it.
  await fulfilment.runOnce(db, supplierShipping).catch(() => undefined)
  await fulfilment.fillDigitalBackorders(db).catch(() => undefined)
  await setTimeout(20)
}
