import { createHmac } from 'node:crypto'
import type { CliContext } from './context.ts'
import type { RawFeedEvent } from './feed-event.ts'
import { getMachineKey } from './paths.ts'
import type { Service } from './service.ts'

/** Returns lower-case hex of HMAC-SHA256 over `{timestamp}.{body}`. */
export const computeSignature = (
  secret: string,
  timestamp: number | string,
  body: string | Buffer,
): string => createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')

/** The delivery headers of the service for this event, in its order and spelling. */
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
 * Identifies the account: by its oldest campaign, because the API has no account id, and campaigns are
 * archived but never deleted. Without a campaign, by the token.
 */
export async function accountFingerprint({ client, url, token }: Service): Promise<string> {
  const { data } = await client.campaigns.list({ order: 'asc', limit: 1 })
  return `${url} ${data[0]?.id ?? token}`
}

/** A secret that is stable for this machine and account, and different for all others. */
export const deriveSecret = (context: CliContext, fingerprint: string): string =>
  `svc-whsec-${createHmac('sha256', getMachineKey(context)).update(`listen ${fingerprint}`).digest('base64url')}`
