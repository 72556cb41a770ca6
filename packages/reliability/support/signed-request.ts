import * as webhooks from '#webhooks'

const secret = 'svc-whsec-0123456789012345678901234567890123456789012'

/**
 * Builds the request of one delivery, for an undici pool. All implementations that are compared with
 * the engine send exactly this request. The function only builds the request, so that sharing it
 * adds no overhead to the baseline.
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
