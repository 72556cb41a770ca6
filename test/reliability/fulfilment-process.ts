/**
 * A process that places orders with EasyPost until it is killed or nothing is left to do:
 *
 *   node test/reliability/fulfilment-process.ts '{"url", "key", "easypost", "secret"}'
 */
import { createShippingConfig, runOnce, shippingFromConfig } from '#fulfilment'
import { createCipher, parseKeyring } from '#platform/crypto/encryption'
import type { Deployment } from '#platform/deployment'
import { systemClock } from '#platform/lib/clock'
import { createLruCache } from '#platform/lib/lru-cache'
import { openDatabase } from '#platform/postgres/database'

const { url, key, easypost, secret } = JSON.parse(process.argv[2] ?? '{}')
const deployment: Deployment = {
  origin: 'http://localhost:3000',
  stage: 'staging',
  region: 'us',
  versions: {},
  cipher: createCipher(parseKeyring(key)),
  cache: createLruCache(10),
  notify: () => {},
}
const db = openDatabase({
  url,
  clock: systemClock,
  deployment: deployment,
  maxConnections: 3,
  name: 'shipper',
})
const known = shippingFromConfig({
  stage: 'staging',
  carrier: 'easypost',
  simulator: 'told',
  easyPost: {
    api_key: 'EZTK_test',
    webhook_secret: secret,
    from: 'adr_home',
    ounces: 16,
    url: easypost,
    allowPrivate: true,
  },
})
const shippingConfig = createShippingConfig([...known.carriers.values()], {
  defaultCarrier: 'easypost',
  leaseMs: 1_500,
})

while ((await runOnce(db, shippingConfig)) > 0);
await db.pool.end()
process.exit(0)
