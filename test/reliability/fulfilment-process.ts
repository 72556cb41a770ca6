/**
 * Places orders with EasyPost until the process is killed or no work is left:
 *
 *   node test/reliability/fulfilment-process.ts '{"url", "key", "easypost", "secret"}'
 */
import { shippingFromConfig } from '#app/shipping'
import { createShippingConfig, runOnce } from '#fulfilment'
import { openProcessDatabase } from '#test/test-database'

const { url, key, easypost, secret } = JSON.parse(process.argv[2] ?? '{}')
const db = openProcessDatabase({ url, key, maxConnections: 3, name: 'fulfilment' })
const { carriers } = shippingFromConfig({
  stage: 'staging',
  carrier: 'easypost',
  simulator: 'manual',
  easyPost: {
    api_key: 'EZTK_test',
    webhook_secret: secret,
    from: 'adr_home',
    ounces: 16,
    url: easypost,
    allowPrivate: true,
  },
})
const shippingConfig = createShippingConfig([...carriers.values()], {
  defaultCarrier: 'easypost',
  leaseMs: 1_500,
})

let batches = 0
while ((await runOnce(db, shippingConfig)) > 0)
  if (++batches > 1_000) throw new Error('more than 1,000 batches: the queue does not drain')
await db.pool.end()
process.exit(0)
