import type { KeyObject } from 'node:crypto'
import { findVersion, type Versions } from '#contract'
import type { HttpClient, HttpResult } from '#platform/http-client/http-client'
import { toCloudEvent } from '../publishers/cloud-event.ts'
import type { PublishErrorCode } from '../publishers/destination.ts'
import type { Publishers } from '../publishers/publishers.ts'
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
  publishers: Publishers
  origin: string
  versions: Versions
  now: () => Date
  retryDelaysMs: readonly number[]
  worker: string
}

/** What an attempt has come to, over HTTP or with a broker. */
type SendResult = Omit<HttpResult, 'error'> & { error?: HttpResult['error'] | PublishErrorCode }

/**
 * Sends the request of a claimed delivery, or publishes its event. Returns the result to save, and the signal for the concurrency
 * limits.
 */
export async function makeAttempt(
  context: AttemptContext,
  claimed: ClaimedDelivery,
  destination: Destination,
  token: string,
): Promise<{ result: AttemptResult; signal: EndpointSignal }> {
  const { account_id, id, row_ctid, attempt: number, body } = claimed
  const releases_next = destination.ordered
  const base = { account_id, id, row_ctid, token, number, delay_ms: 0, releases_next }
  // The service cannot send a delivery whose endpoint is deleted or whose body is erased.
  if (claimed.deleted || body === null)
    return { result: { ...base, verdict: 'abandoned', attempt: null }, signal: 'none' }

  const started_at = context.now()
  const send = destination.publisher === undefined ? post : publish
  const sent = await send(context, claimed, destination, body, started_at)
  const delayMs = sent.ok ? undefined : retryDelayMs(number, sent, context.retryDelaysMs)
  const result: AttemptResult = {
    ...base,
    verdict: sent.ok ? 'delivered' : delayMs === undefined ? 'abandoned' : 'retry',
    delay_ms: delayMs ?? 0,
    attempt: {
      started_at,
      duration_ms: sent.duration_ms,
      phase: sent.phase,
      dns_ms: toSmallint(sent.dns_ms),
      connect_ms: toSmallint(sent.connect_ms),
      tls_ms: toSmallint(sent.tls_ms),
      status: sent.status ?? null,
      error: sent.error ?? null,
      reason: sent.reason ?? null,
      detail: sent.detail ?? null,
      address: sent.error === 'address_refused' ? null : (sent.address ?? null),
      worker: context.worker,
    },
  }
  return { result, signal: toSignal(sent) }
}

function post(
  { httpClient, versions }: AttemptContext,
  claimed: ClaimedDelivery,
  destination: Destination,
  body: Buffer,
  started_at: Date,
): Promise<SendResult> {
  const contentType = getContentType(versions, claimed.payload_version)
  const headers = [
    ...buildHeaders(claimed, destination, body, started_at),
    'Content-Type',
    contentType,
    ...destination.headers,
  ]
  return httpClient.post(destination.url, body, headers, destination.tls)
}

/** Publishes the event with the connection of the endpoint. The broker's confirmation decides. */
async function publish(
  { publishers, origin, versions }: AttemptContext,
  claimed: ClaimedDelivery,
  { publisher }: Destination,
  body: Buffer,
): Promise<SendResult> {
  if (publisher === undefined) throw new Error('the endpoint has no connection')
  const contentType = getContentType(versions, claimed.payload_version)
  const startedAt = performance.now()
  const event = toCloudEvent(claimed, body, { origin, contentType })
  const failure = await publishers.publish({ ...claimed, ...publisher }, event)
  const duration_ms = Math.round(performance.now() - startedAt)
  if (failure === undefined) return { ok: true, phase: 'status', duration_ms }
  const { code: error, detail } = failure
  const phase = phaseOf[error] ?? 'sent'
  return { ok: false, error, phase, duration_ms, ...(detail && { detail: detail.slice(0, 500) }) }
}

/** The phase that ends with an error of a connection to a broker. Other errors follow the sending. */
const phaseOf: Readonly<Record<string, HttpResult['phase']>> = {
  dns_failed: 'dns',
  address_refused: 'dns',
  port_refused: 'dns',
  connect_refused: 'connect',
  connect_timeout: 'connect',
  connect_failed: 'connect',
  proxy_failed: 'connect',
  connection_unusable: 'dns',
  tls_failed: 'tls',
  sign_in_refused: 'status',
  not_accepted: 'status',
  not_routed: 'status',
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
const toSignal = ({ phase, error }: SendResult): EndpointSignal =>
  phase === 'status' ? 'responded' : error === 'proxy_failed' ? 'none' : 'unreachable'
