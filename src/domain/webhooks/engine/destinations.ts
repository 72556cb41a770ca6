import type { Cipher } from '#platform/crypto/encryption'
import type { LruCache } from '#platform/lib/lru-cache'
import type { TxContext } from '#platform/postgres/database'
import { secretContext } from './signing.ts'
import { describeSigningError } from './signing-errors.ts'

/** The settings for requests to an endpoint, in one config version. */
export interface Destination {
  url: string
  standard_webhooks: boolean
  secrets: SigningSecrets
}

/** The reason why requests to an endpoint cannot be signed. */
export interface Unsignable {
  signing_error: string
}

interface SigningSecrets {
  current: string
  /** The previous secret, which also signs until this time. */
  previous?: { secret: string; until: Date }
}

interface EndpointSecretRow {
  id: string
  config_version: number
  url: string
  standard_webhooks: boolean
  secret: Buffer
  previous_secret: Buffer | null
  previous_until: Date | null
}

/**
 * Returns the destinations of claimed deliveries by endpoint id. The cache key contains the config
 * version of the endpoint, which every claim returns, so a change takes effect at once.
 */
export async function getDestinations(
  ctx: TxContext,
  claimed: readonly { endpoint_id: string; config_version: number }[],
  cache: LruCache,
): Promise<Map<string, Destination | Unsignable>> {
  const { cipher } = ctx.deployment
  const destinations = new Map<string, Destination | Unsignable>()
  const missing = new Set<string>()
  for (const { endpoint_id, config_version } of claimed) {
    if (destinations.has(endpoint_id)) continue
    const cached = cache.get(cacheKey(endpoint_id, config_version)) as Destination | undefined
    if (cached === undefined) missing.add(endpoint_id)
    else destinations.set(endpoint_id, cached)
  }
  if (missing.size === 0) return destinations
  const rows = await ctx.query<EndpointSecretRow>(
    `select id, config_version, url, standard_webhooks, secret, previous_secret, previous_until
       from webhooks.endpoint where id = any ($1)`,
    [[...missing]],
  )
  for (const row of rows) {
    // A cached buffer must not keep the whole network packet in memory.
    const secret = Buffer.from(row.secret)
    const destination = decryptDestination({ ...row, secret }, cipher)
    if (!('signing_error' in destination))
      cache.set(cacheKey(row.id, row.config_version), destination)
    destinations.set(row.id, destination)
  }
  return destinations
}

const cacheKey = (endpoint_id: string, config_version: number) => `${endpoint_id} ${config_version}`

function decryptDestination(row: EndpointSecretRow, cipher: Cipher): Destination | Unsignable {
  const { id, url, standard_webhooks, previous_secret, previous_until } = row
  const decrypt = (encrypted: Buffer) => cipher.decrypt(encrypted, secretContext(id))
  try {
    const secrets: SigningSecrets = { current: decrypt(row.secret) }
    if (previous_secret !== null && previous_until !== null && canDecrypt(previous_secret, decrypt))
      secrets.previous = { secret: decrypt(previous_secret), until: previous_until }
    return { url, standard_webhooks, secrets }
  } catch (error) {
    return { signing_error: describeSigningError(error) }
  }
}

/** Returns whether the secret decrypts. If the previous secret does not, the current one signs alone. */
function canDecrypt(encrypted: Buffer, decrypt: (encrypted: Buffer) => string): boolean {
  try {
    decrypt(encrypted)
    return true
  } catch {
    return false
  }
}
