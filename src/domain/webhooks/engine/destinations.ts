import type { KeyObject } from 'node:crypto'
import type { Cipher } from '#platform/crypto/encryption'
import type { TlsSettings } from '#platform/http-client/http-client'
import type { LruCache } from '#platform/lib/lru-cache'
import type { TxContext } from '#platform/postgres/database'
import { compileFilter, type EventFilter } from '../filters/event-filter.ts'
import { clientKeyContext, headersContext, parseHeaders } from './connection-secrets.ts'
import { parseSigningKey, signingKeyContext } from './key-pair.ts'
import { secretContext } from './signing.ts'

/** The settings for requests to an endpoint, in one config version. */
export interface Destination {
  url: string
  /** What publishes the events, for an endpoint without requests. */
  publisher: { connection_id: string; config_version: number } | undefined
  standard_webhooks: boolean
  secrets: SigningSecrets
  /** Custom headers: names and values alternate. */
  headers: readonly string[]
  /** The maximum number of attempts in a second; null: no limit. */
  max_per_second: number | null
  /** Undefined without asymmetric signatures. */
  signingKeys: SigningKeys | undefined
  /** Undefined for the public authorities, without a client certificate. */
  tls: TlsSettings | undefined
  /** Undefined for an endpoint that receives every event. */
  filter: EventFilter | undefined
  /** Whether an event waits until the earlier ones of its gift request have ended. */
  ordered: boolean
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

interface SigningKeys {
  current: KeyObject
  /** The previous key, which also signs until this time. */
  previous?: { key: KeyObject; until: Date }
}

/**
 * The number of destinations that one engine caches. With very many endpoints, claims still return to each of
 * them, and reading a destination costs a tenth of a delivery.
 */
export const maxCachedDestinations = 20_000

/** The columns of an endpoint that its requests need. */
export interface DestinationRow {
  id: string
  config_version: number
  url: string
  connection_id: string | null
  standard_webhooks: boolean
  secret: Buffer
  previous_secret: Buffer | null
  previous_until: Date | null
  headers: Buffer | null
  max_per_second: number | null
  signing_key: Buffer | null
  previous_signing_key: Buffer | null
  previous_key_until: Date | null
  ca: string | null
  client_certificate: string | null
  client_key: Buffer | null
  filter: string | null
  ordered: boolean
}

export const destinationColumns = `id, config_version, url, connection_id, standard_webhooks, secret, previous_secret, previous_until,
  headers, max_per_second, signing_key, previous_signing_key, previous_key_until, ca, client_certificate, client_key, filter, ordered`

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
  const rows = await ctx.query<DestinationRow>(
    `select ${destinationColumns}
       from webhooks.endpoint where id = any ($1)`,
    [[...missing]],
  )
  for (const row of rows) {
    const destination = decryptDestination(row, cipher)
    if (!('signing_error' in destination))
      cache.set(cacheKey(row.id, row.config_version), destination)
    destinations.set(row.id, destination)
  }
  return destinations
}

export const hasFilter = (destination: Destination | Unsignable | undefined): boolean =>
  destination !== undefined && 'filter' in destination && destination.filter !== undefined

const cacheKey = (endpoint_id: string, config_version: number) => `${endpoint_id} ${config_version}`

/** Decrypts what requests need, or returns why that is not possible. */
export function decryptDestination(row: DestinationRow, cipher: Cipher): Destination | Unsignable {
  const { id, url, connection_id, config_version, standard_webhooks, max_per_second } = row
  try {
    return {
      url,
      publisher: connection_id === null ? undefined : { connection_id, config_version },
      standard_webhooks,
      secrets: decryptSecrets(row, cipher),
      headers:
        row.headers === null
          ? []
          : parseHeaders(cipher.decrypt(row.headers, headersContext(id))).flat(),
      max_per_second,
      signingKeys: decryptSigningKeys(row, cipher),
      tls: decryptTls(row, cipher),
      filter: row.filter === null ? undefined : compileFilter(row.filter),
      ordered: row.ordered,
    }
  } catch (error) {
    return { signing_error: describeSigningError(error) }
  }
}

function decryptSecrets(row: DestinationRow, cipher: Cipher): SigningSecrets {
  const { previous_secret, previous_until } = row
  const decrypt = (encrypted: Buffer) => cipher.decrypt(encrypted, secretContext(row.id))
  const secrets: SigningSecrets = { current: decrypt(row.secret) }
  if (previous_secret !== null && previous_until !== null && succeeds(decrypt, previous_secret))
    secrets.previous = { secret: decrypt(previous_secret), until: previous_until }
  return secrets
}

function decryptSigningKeys(row: DestinationRow, cipher: Cipher): SigningKeys | undefined {
  const { signing_key, previous_signing_key, previous_key_until } = row
  if (signing_key === null) return undefined
  const decrypt = (encrypted: Buffer) =>
    parseSigningKey(cipher.decrypt(encrypted, signingKeyContext(row.id)))
  const keys: SigningKeys = { current: decrypt(signing_key) }
  if (
    previous_signing_key !== null &&
    previous_key_until !== null &&
    succeeds(decrypt, previous_signing_key)
  )
    keys.previous = { key: decrypt(previous_signing_key), until: previous_key_until }
  return keys
}

function decryptTls(row: DestinationRow, cipher: Cipher): TlsSettings | undefined {
  const { id, config_version, ca, client_certificate, client_key } = row
  if (ca === null && client_key === null) return undefined
  return {
    id: cacheKey(id, config_version),
    ...(ca !== null && { ca }),
    ...(client_certificate !== null && { cert: client_certificate }),
    ...(client_key !== null && { key: cipher.decrypt(client_key, clientKeyContext(id)) }),
  }
}

/** Returns whether a previous secret or key decrypts. If not, the current one signs alone. */
function succeeds(decrypt: (encrypted: Buffer) => unknown, encrypted: Buffer): boolean {
  try {
    decrypt(encrypted)
    return true
  } catch {
    return false
  }
}

/** Describes the error for the operator. The text never contains a secret. */
function describeSigningError(error: unknown): string {
  const { message } = error as Error
  return message.includes('BESTOW_SECRET_KEY')
    ? message
    : 'the stored secret is damaged: restore its row, or rotate the secret'
}
