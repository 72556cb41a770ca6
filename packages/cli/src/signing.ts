import { createHmac } from 'node:crypto'
import type { CliContext } from './context.ts'
import type { RawFeedEvent } from './feed-event.ts'
import { getMachineKey } from './paths.ts'
import type { Service } from './service.ts'

/** Computes HMAC-SHA256 over `{timestamp}.{body}`, in lower-case hex. */
export const computeSignature = (
  secret: string,
  timestamp: number | string,
  body: string | Buffer,
): string => createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')

/**
 * Builds the headers of a delivery. Their order and spelling are the same as in a delivery of the service.
 */
export function buildHeaders(
  event: RawFeedEvent,
  secret: string,
  now: Date,
): readonly (readonly [string, string])[] {
  const timestamp = Math.floor(now.getTime() / 1000)
  return [
    ['Service-Webhook-Signature', computeSignature(secret, timestamp, event.body)],
    ['Service-Webhook-Dispatch-Timestamp', String(timestamp)],
    ['Service-Webhook-Event-Id', event.id],
    ['Service-Webhook-Event-Type', event.type],
    ['Service-Webhook-API-Version', event.payload_version],
    ['Content-Type', event.content_type],
  ]
}

/**
 * Returns a text that identifies the account. The API has no account id, so the text contains the oldest
 * campaign: campaigns can be archived but never deleted. If the account has no campaign, the text contains
 * the token.
 */
export async function accountFingerprint({ client, url, token }: Service): Promise<string> {
  const { data } = await client.campaigns.list({ order: 'asc', limit: 1 })
  return `${url} ${data[0]?.id ?? token}`
}

/** Derives a secret that is always the same for this machine and account, and different for all others. */
export const deriveSecret = (context: CliContext, fingerprint: string): string =>
  `svc-whsec-${createHmac('sha256', getMachineKey(context)).update(`listen ${fingerprint}`).digest('base64url')}`
