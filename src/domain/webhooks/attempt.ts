import { payloadVersions } from '#contract'
import type { Sealer } from '#platform/installation'
import type { Kept } from '#platform/kept'
import type { Outbound, Outcome } from '#platform/outbound'
import type { Claimed } from './claim.ts'
import { sealedFor } from './endpoints.ts'
import { delayAfter } from './retry.ts'
import type { Result } from './settle.ts'
import { signature, standardSignature } from './sign.ts'
import type { Sign } from './slots.ts'

export interface AttemptContext {
  outbound: Outbound
  sealer: Sealer
  kept: Kept
  now: () => Date
  delays: readonly number[]
  worker: string
}

/** Makes the attempt that was claimed, and answers what becomes of the delivery. */
export async function attempt(
  context: AttemptContext,
  claimed: Claimed,
  token: string,
): Promise<{ result: Result; sign: Sign }> {
  const { account_id, id, place, attempt: number, body } = claimed
  const base = { account_id, id, place, token, number, delay_ms: 0 }
  // Nothing can be sent to an endpoint that was deleted, or of a body that was erased.
  if (claimed.deleted || body === null)
    return { result: { ...base, verdict: 'abandoned', attempt: null }, sign: 'none' }

  const started_at = context.now()
  const headers = headersFor(context, claimed, body, started_at)
  const outcome = await context.outbound.post(claimed.url, body, headers)
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
  context: AttemptContext,
  claimed: Claimed,
  body: Buffer,
  now: Date,
): string[] {
  const { event_id, event_type, payload_version, previous_secret, previous_until } = claimed
  const timestamp = Math.floor(now.getTime() / 1000)
  const secret = open(context, claimed, 'current', claimed.secret)
  const previous =
    previous_secret !== null && previous_until !== null && now < previous_until
      ? open(context, claimed, 'previous', previous_secret)
      : undefined
  // biome-ignore format: a header a line
  const headers = [
    'Service-Webhook-Signature', signature(secret, timestamp, body),
    'Service-Webhook-Dispatch-Timestamp', String(timestamp),
    'Service-Webhook-Event-Id', event_id,
    'Service-Webhook-Event-Type', event_type,
    'Service-Webhook-API-Version', payload_version,
    'Content-Type', payloadVersions[payload_version].contentType,
  ]
  if (previous !== undefined)
    headers.push('Service-Webhook-Signature-Previous', signature(previous, timestamp, body))
  if (claimed.standard_webhooks) {
    const secrets = previous === undefined ? [secret] : [secret, previous]
    const signatures = secrets.map((each) => standardSignature(each, event_id, timestamp, body))
    headers.push('webhook-id', event_id)
    headers.push('webhook-timestamp', String(timestamp))
    headers.push('webhook-signature', signatures.join(' '))
  }
  return headers
}

/** Secrets are opened once for each generation of an endpoint. */
function open(
  { sealer, kept }: AttemptContext,
  { endpoint_id, generation }: Claimed,
  which: string,
  sealed: Buffer,
): string {
  const key = `webhook secret ${endpoint_id} ${generation} ${which}`
  const known = kept.get(key)
  if (typeof known === 'string') return known
  const secret = sealer.open(sealed, sealedFor(endpoint_id))
  kept.set(key, secret)
  return secret
}

const signOf = ({ phase }: Outcome): Sign => (phase === 'status' ? 'answered' : 'unreachable')
