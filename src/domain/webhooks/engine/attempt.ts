import type { KeyObject } from 'node:crypto'
import { findVersion, type Versions } from '#contract'
import type { HttpClient, HttpResult } from '#platform/http-client/http-client'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import type { Destination } from './destinations.ts'
import type { EndpointSignal } from './endpoint-window.ts'
import { computeEd25519Signature } from './key-pair.ts'
import { retryDelayMs } from './retry-schedule.ts'
import type { AttemptResult } from './settle.ts'
import { computeSignature, computeStandardSignature } from './signing.ts'

type EventIdentity = Pick<ClaimedDelivery, 'event_id' | 'event_type' | 'payload_version'>

export interface AttemptContext {
  httpClient: HttpClient
  versions: Versions
  now: () => Date
  retryDelaysMs: readonly number[]
  worker: string
}

/**
 * Sends the request of a claimed delivery. Returns the result to save, and the signal for the concurrency
 * limits.
 */
export async function makeAttempt(
  context: AttemptContext,
  claimed: ClaimedDelivery,
  destination: Destination,
  token: string,
): Promise<{ result: AttemptResult; signal: EndpointSignal }> {
  const { account_id, id, row_ctid, attempt: number, body } = claimed
  const base = { account_id, id, row_ctid, token, number, delay_ms: 0 }
  // The service cannot send a delivery whose endpoint is deleted or whose body is erased.
  if (claimed.deleted || body === null)
    return { result: { ...base, verdict: 'abandoned', attempt: null }, signal: 'none' }

  const started_at = context.now()
  const contentType = getContentType(context.versions, claimed.payload_version)
  const headers = [
    ...buildHeaders(claimed, destination, body, started_at),
    'Content-Type',
    contentType,
    ...destination.headers,
  ]
  const { url, tls } = destination
  const httpResult = await context.httpClient.post(url, body, headers, tls)
  const delayMs = httpResult.ok
    ? undefined
    : retryDelayMs(number, httpResult, context.retryDelaysMs)
  const result: AttemptResult = {
    ...base,
    verdict: httpResult.ok ? 'delivered' : delayMs === undefined ? 'abandoned' : 'retry',
    delay_ms: delayMs ?? 0,
    attempt: {
      started_at,
      duration_ms: httpResult.duration_ms,
      phase: httpResult.phase,
      dns_ms: toSmallint(httpResult.dns_ms),
      connect_ms: toSmallint(httpResult.connect_ms),
      tls_ms: toSmallint(httpResult.tls_ms),
      status: httpResult.status ?? null,
      error: httpResult.error ?? null,
      reason: httpResult.reason ?? null,
      detail: httpResult.detail ?? null,
      address: httpResult.error === 'address_refused' ? null : (httpResult.address ?? null),
      worker: context.worker,
    },
  }
  return { result, signal: toSignal(httpResult) }
}

/**
 * Builds the headers of interface §6.4. Signs each attempt with the secrets that are active at the time
 * `now`.
 */
export function buildHeaders(
  { event_id, event_type, payload_version }: EventIdentity,
  { standard_webhooks, secrets, signingKeys }: Destination,
  body: Buffer,
  now: Date,
): string[] {
  const timestamp = Math.floor(now.getTime() / 1000)
  const { current, previous } = secrets
  const activeSecrets =
    previous !== undefined && now < previous.until ? [current, previous.secret] : [current]
  // biome-ignore format: one header per line
  const headers = [
    'Service-Webhook-Signature', computeSignature(current, timestamp, body),
    'Service-Webhook-Dispatch-Timestamp', String(timestamp),
    'Service-Webhook-Event-Id', event_id,
    'Service-Webhook-Event-Type', event_type,
    'Service-Webhook-API-Version', payload_version,
  ]
  for (const each of activeSecrets.slice(1))
    headers.push('Service-Webhook-Signature-Previous', computeSignature(each, timestamp, body))
  if (standard_webhooks || signingKeys !== undefined) {
    const signatures = [
      ...activeSecrets.map((each) => computeStandardSignature(each, event_id, timestamp, body)),
      ...getActiveKeys(signingKeys, now).map((key) =>
        computeEd25519Signature(key, event_id, timestamp, body),
      ),
    ]
    headers.push('webhook-id', event_id)
    headers.push('webhook-timestamp', String(timestamp))
    headers.push('webhook-signature', signatures.join(' '))
  }
  return headers
}

function getActiveKeys(keys: Destination['signingKeys'], now: Date): KeyObject[] {
  if (keys === undefined) return []
  const { current, previous } = keys
  return previous !== undefined && now < previous.until ? [current, previous.key] : [current]
}

const toSmallint = (ms: number | undefined): number | null =>
  ms === undefined ? null : Math.min(ms, 32_767)

/**
 * Returns the content type of a version. Returns JSON for a version that only newer service processes know.
 */
const getContentType = (versions: Versions, name: string): string =>
  findVersion(versions, name)?.contentType ?? 'application/json'

/**
 * Converts the result of a request to a signal about the endpoint. A failure of the operator's proxy is no
 * information about the endpoint.
 */
const toSignal = ({ phase, error }: HttpResult): EndpointSignal =>
  phase === 'status' ? 'responded' : error === 'proxy_failed' ? 'none' : 'unreachable'
