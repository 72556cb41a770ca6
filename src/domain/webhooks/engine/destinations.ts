import type { Cipher } from '#platform/crypto/encryption'
import type { LruCache } from '#platform/lib/lru-cache'
import type { TxContext } from '#platform/postgres/database'
import { secretContext } from '../endpoints/endpoints.ts'
import { describeSigningError } from './signing-errors.ts'

/** What it takes to send to an endpoint, as it was in one generation. */
export interface Destination {
  url: string
  standard_webhooks: boolean
  secrets: SigningSecrets
}

/** Why nothing can be signed for an endpoint. */
export interface Unsignable {
  signing_error: string
}

interface SigningSecrets {
  current: string
  /** Also signs, until then. */
  previous?: { secret: string; until: Date }
}

interface EndpointSecretRow {
  id: string
  generation: number
  url: string
  standard_webhooks: boolean
  secret: Buffer
  previous_secret: Buffer | null
  previous_until: Date | null
}

/**
 * The destinations of what was claimed. Each is read once for each generation of its endpoint and kept; a claim
 * tells the generation, so what changed is read again at once.
 */
export async function getDestinations(
  ctx: TxContext,
  claimed: readonly { endpoint_id: string; generation: number }[],
  cache: LruCache,
): Promise<Map<string, Destination | Unsignable>> {
  const { cipher } = ctx.deployment
  const destinations = new Map<string, Destination | Unsignable>()
  const missing = new Set<string>()
  for (const { endpoint_id, generation } of claimed) {
    if (destinations.has(endpoint_id)) continue
    const cached = cache.get(cacheKey(endpoint_id, generation)) as Destination | undefined
    if (cached === undefined) missing.add(endpoint_id)
    else destinations.set(endpoint_id, cached)
  }
  if (missing.size === 0) return destinations
  const rows = await ctx.query<EndpointSecretRow>(
    `select id, generation, url, standard_webhooks, secret, previous_secret, previous_until
       from webhooks.endpoint where id = any ($1)`,
    [[...missing]],
  )
  for (const row of rows) {
    // What is kept must not hold on to the whole packet that it came in.
    const secret = Buffer.from(row.secret)
    const destination = decryptDestination({ ...row, secret }, cipher)
    if (!('signing_error' in destination)) cache.set(cacheKey(row.id, row.generation), destination)
    destinations.set(row.id, destination)
  }
  return destinations
}

const cacheKey = (endpoint_id: string, generation: number) => `${endpoint_id} ${generation}`

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

/** Without the secret before it, the current one signs alone. */
function canDecrypt(encrypted: Buffer, decrypt: (encrypted: Buffer) => string): boolean {
  try {
    decrypt(encrypted)
    return true
  } catch {
    return false
  }
}
