import { createHash } from 'node:crypto'
import { findVersion } from '#contract'
import { buildUserAgent } from '#platform/http-client/http-client'
import type { TxContext } from '#platform/postgres/database'
import * as store from '../endpoints/endpoint-store.ts'
import { buildHeaders } from '../engine/attempt.ts'
import { getDestinations } from '../engine/destinations.ts'
import type { LoggedDelivery } from './delivery-log.ts'
import * as log from './delivery-log-store.ts'

/** The request of an attempt, or of the next one. */
export interface SentRequest {
  url: string
  /** In the order of transmission. */
  headers: (readonly [name: string, value: string])[]
  body: string
  bytes: number
  sha256: string
  /** The time in the signed timestamp. */
  at: Date
  /** False when the URL, the options or the secret have changed since: the request uses the current ones. */
  is_exact: boolean
}

/**
 * Reconstructs the request of an attempt from the stored bytes, the time in the log, and the current
 * secret. Returns undefined when the body or the endpoint was deleted.
 */
export async function reconstructRequest(
  ctx: TxContext,
  delivery: LoggedDelivery,
  started_at: Date,
): Promise<SentRequest | undefined> {
  const { endpoint_id, event_id, event_type, payload_version } = delivery
  const body = await log.findBody(ctx, event_id, payload_version)
  const endpoint = await store.getConfigVersion(ctx, endpoint_id)
  if (body === undefined || endpoint === undefined) return undefined
  const { config_version, unchanged_since } = endpoint
  const { cache } = ctx.deployment
  const destinations = await getDestinations(ctx, [{ endpoint_id, config_version }], cache)
  const destination = destinations.get(endpoint_id)
  if (destination === undefined || 'signing_error' in destination) return undefined
  const headerList = buildHeaders(
    { event_id, event_type, payload_version },
    destination,
    body,
    started_at,
  )
  const { deployment } = ctx
  const contentType =
    findVersion(deployment.versions, payload_version)?.contentType ?? 'application/json'
  const pairs = headerList.flatMap((name, index) =>
    index % 2 === 0 ? [[name, headerList[index + 1] ?? ''] as const] : [],
  )
  return {
    url: destination.url,
    headers: [
      ['Host', new URL(destination.url).host],
      ['Connection', 'keep-alive'],
      ['User-Agent', buildUserAgent(deployment.origin)],
      ...pairs,
      ['Content-Type', contentType],
      ...hideValues(destination.headers),
      ['Content-Length', String(body.length)],
    ],
    body: body.toString('utf8'),
    bytes: body.length,
    sha256: createHash('sha256').update(body).digest('hex'),
    at: started_at,
    is_exact: unchanged_since <= started_at,
  }
}

/** Values of custom headers are secrets, so no page shows them. */
const hideValues = (headers: readonly string[]) =>
  headers.flatMap((name, index) => (index % 2 === 0 ? [[name, '(hidden)'] as const] : []))
