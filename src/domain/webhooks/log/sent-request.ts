import { createHash } from 'node:crypto'
import { findVersion } from '#contract'
import { buildUserAgent } from '#platform/http-client/http-client'
import type { TxContext } from '#platform/postgres/database'
import * as store from '../endpoints/endpoint-store.ts'
import { buildHeaders } from '../engine/attempt.ts'
import { getDestinations } from '../engine/destinations.ts'
import type { LoggedDelivery } from './delivery-log.ts'
import * as log from './delivery-log-store.ts'

/** What an attempt sent, or the next one would. */
export interface SentRequest {
  url: string
  /** In the order in which they are written. */
  headers: (readonly [name: string, value: string])[]
  body: string
  bytes: number
  sha256: string
  /** The moment it is dated with. */
  at: Date
  /** False when URL, switches or secret may have been others then: these are the ones of today. */
  is_exact: boolean
}

/**
 * The request of an attempt, made again from what it was made of: the bytes are stored, the time is in
 * the log, the secret signs the same. Undefined once the body is gone, or the endpoint.
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
      ['Content-Length', String(body.length)],
    ],
    body: body.toString('utf8'),
    bytes: body.length,
    sha256: createHash('sha256').update(body).digest('hex'),
    at: started_at,
    is_exact: unchanged_since <= started_at,
  }
}
