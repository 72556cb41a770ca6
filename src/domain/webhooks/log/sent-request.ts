import { createHash } from 'node:crypto'
import { findVersion } from '#contract'
import type { Deployment } from '#platform/deployment'
import { buildUserAgent } from '#platform/http-client/http-client'
import type { TxContext } from '#platform/postgres/database'
import { findDestination } from '../endpoints/find-destination.ts'
import { buildHeaders } from '../engine/attempt.ts'
import type { Destination } from '../engine/destinations.ts'
import { toCloudEvent, toHeaderPairs } from '../publishers/cloud-event.ts'
import type { LoggedDelivery } from './delivery-log.ts'
import * as log from './delivery-log-store.ts'

/** The request of an attempt, or of the next one. */
export interface SentRequest {
  url: string
  /** The headers in the order in which they were sent. */
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
  const found = await findDestination(ctx, endpoint_id)
  if (body === undefined || found === undefined || 'signing_error' in found.destination)
    return undefined
  const event = { account_id: ctx.account_id, event_id, event_type, payload_version }
  return {
    ...buildSentRequest(ctx.deployment, found.destination, event, body, started_at),
    is_exact: found.unchanged_since <= started_at,
  }
}

/** Builds the request that an attempt at this time sends. */
export function buildSentRequest(
  deployment: Deployment,
  destination: Destination,
  event: Pick<LoggedDelivery, 'event_id' | 'event_type' | 'payload_version'> & {
    account_id: string
  },
  body: Buffer,
  at: Date,
): Omit<SentRequest, 'is_exact'> {
  const contentType =
    findVersion(deployment.versions, event.payload_version)?.contentType ?? 'application/json'
  const content = {
    url: destination.url,
    body: body.toString('utf8'),
    bytes: body.length,
    sha256: createHash('sha256').update(body).digest('hex'),
    at,
  }
  if (destination.publisher !== undefined) {
    const { origin } = deployment
    const message = toCloudEvent(event, body, { origin, contentType })
    return { ...content, headers: toHeaderPairs(message, 'ce-') }
  }
  const headerList = buildHeaders(event, destination, body, at)
  const pairs = headerList.flatMap((name, index) =>
    index % 2 === 0 ? [[name, headerList[index + 1] ?? ''] as const] : [],
  )
  return {
    ...content,
    headers: [
      ['Host', new URL(destination.url).host],
      ['Connection', 'keep-alive'],
      ['User-Agent', buildUserAgent(deployment.origin)],
      ...pairs,
      ['Content-Type', contentType],
      ...hideValues(destination.headers),
      ['Content-Length', String(body.length)],
    ],
  }
}

/** Values of custom headers are secrets, so no page shows them. */
const hideValues = (headers: readonly string[]) =>
  headers.flatMap((name, index) => (index % 2 === 0 ? [[name, '(hidden)'] as const] : []))
