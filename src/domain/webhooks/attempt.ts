import { findVersion, type Versions } from '#contract'
import type { HttpClient, HttpResult } from '#platform/outbound'
import type { Claimed } from './claim.ts'
import type { Destination } from './destinations.ts'
import type { Sign } from './endpoint-window.ts'
import { delayAfter } from './retry.ts'
import type { Result } from './settle.ts'
import { signature, standardSignature } from './sign.ts'

type Told = Pick<Claimed, 'event_id' | 'event_type' | 'payload_version'>

export interface AttemptContext {
  outbound: HttpClient
  versions: Versions
  now: () => Date
  delays: readonly number[]
  worker: string
}

/** Makes the attempt that was claimed, and answers what becomes of the delivery. */
export async function attempt(
  context: AttemptContext,
  claimed: Claimed,
  destination: Destination,
  token: string,
): Promise<{ result: Result; sign: Sign }> {
  const { account_id, id, place, attempt: number, body } = claimed
  const base = { account_id, id, place, token, number, delay_ms: 0 }
  // Nothing can be sent to an endpoint that was deleted, or of a body that was erased.
  if (claimed.deleted || body === null)
    return { result: { ...base, verdict: 'abandoned', attempt: null }, sign: 'none' }

  const started_at = context.now()
  const type = typeOf(context.versions, claimed.payload_version)
  const headers = [...headersFor(claimed, destination, body, started_at), 'Content-Type', type]
  const outcome = await context.outbound.post(destination.url, body, headers)
  const delay = outcome.ok ? undefined : delayAfter(number, outcome, context.delays)
  const result: Result = {
    ...base,
    verdict: outcome.ok ? 'delivered' : delay === undefined ? 'abandoned' : 'again',
    delay_ms: delay ?? 0,
    attempt: {
      started_at,
      duration_ms: outcome.duration_ms,
      phase: outcome.phase,
      status: outcome.status ?? null,
      error: outcome.error ?? null,
      address: outcome.error === 'address_refused' ? null : (outcome.address ?? null),
      worker: context.worker,
    },
  }
  return { result, sign: signOf(outcome) }
}

/** The headers of interface §6.4, made afresh for each attempt with the secrets that hold now. */
export function headersFor(
  { event_id, event_type, payload_version }: Told,
  { standard_webhooks, secrets }: Destination,
  body: Buffer,
  now: Date,
): string[] {
  const timestamp = Math.floor(now.getTime() / 1000)
  const { current, previous } = secrets
  const both =
    previous !== undefined && now < previous.until ? [current, previous.secret] : [current]
  // biome-ignore format: a header a line
  const headers = [
    'Service-Webhook-Signature', signature(current, timestamp, body),
    'Service-Webhook-Dispatch-Timestamp', String(timestamp),
    'Service-Webhook-Event-Id', event_id,
    'Service-Webhook-Event-Type', event_type,
    'Service-Webhook-API-Version', payload_version,
  ]
  for (const each of both.slice(1))
    headers.push('Service-Webhook-Signature-Previous', signature(each, timestamp, body))
  if (standard_webhooks) {
    const signatures = both.map((each) => standardSignature(each, event_id, timestamp, body))
    headers.push('webhook-id', event_id)
    headers.push('webhook-timestamp', String(timestamp))
    headers.push('webhook-signature', signatures.join(' '))
  }
  return headers
}

/** A version that a node does not know is one that a newer node has recorded. */
const typeOf = (versions: Versions, name: string): string =>
  findVersion(versions, name)?.contentType ?? 'application/json'

const signOf = ({ phase }: HttpResult): Sign => (phase === 'status' ? 'answered' : 'unreachable')
