import { createHmac } from 'node:crypto'
import type { CliContext } from './context.ts'
import type { RawFeedEvent } from './feed-event.ts'
import { getMachineKey } from './paths.ts'
import type { Service } from './service.ts'

/** Lower-case hex of HMAC-SHA256 over `{timestamp}.{body}`. */
export const computeSignature = (
  secret: string,
  timestamp: number | string,
  body: string | Buffer,
): string => createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')

/** The headers that the service sends with a delivery of this event, in its order and spelling. */
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
 * What tells this account from others: its oldest campaign, as the API has no name for an account, and
 * campaigns are archived and never deleted. Without one there is nothing to hear of yet.
 */
export async function accountFingerprint({ client, url, token }: Service): Promise<string> {
  const { data } = await client.campaigns.list({ order: 'asc', limit: 1 })
  return `${url} ${data[0]?.id ?? token}`
}

/** The same for this machine and this account each time, and for nobody else. */
export const deriveSecret = (context: CliContext, fingerprint: string): string =>
  `svc-whsec-${createHmac('sha256', getMachineKey(context)).update(`listen ${fingerprint}`).digest('base64url')}`
