import * as webhooks from '#webhooks'

const secret = 'svc-whsec-0123456789012345678901234567890123456789012'

/**
 * The request of one delivery, for a pool of undici. Whatever is held against the engine sends exactly this. A plain
 * function that only makes the request: a ceiling shall not pay for being shared.
 */
export function buildSignedRequest(path: string, event_id: string, body: Buffer) {
  const timestamp = Math.floor(Date.now() / 1000)
  return {
    method: 'POST',
    path,
    body,
    headers: {
      'Service-Webhook-Signature': webhooks.computeSignature(secret, timestamp, body),
      'Service-Webhook-Dispatch-Timestamp': String(timestamp),
      'Service-Webhook-Event-Id': event_id,
      'Service-Webhook-Event-Type': 'gift_request_created',
      'Service-Webhook-API-Version': '2026-05',
      'Content-Type': 'application/json',
    },
  } as const
}
