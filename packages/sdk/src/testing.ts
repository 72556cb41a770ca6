/**
 * For the tests of your receiver: deliveries as the service makes them, signed with your secret.
 */
import { fixtures } from './generated/fixtures.ts'
import type { EventType } from './generated/operations.ts'
import { type ApiVersion, mediaTypes, newestVersion } from './generated/versions.ts'
import { computeSignature, toHex, validateSecrets } from './signature.ts'

export { fixtures }

export interface DeliveryOptions {
  /** The signing secret of the endpoint. */
  secret: string
  /** `gift_request_created` unless you say otherwise. */
  type?: EventType | undefined
  /** The payload version. The newest one unless you say otherwise. */
  version?: ApiVersion | undefined
  /** The body: an object, or the exact text. An example of the event unless you say otherwise. */
  body?: object | string | undefined
  /** Give the same one twice for a duplicate. */
  eventId?: string | undefined
  /** When it leaves. Set it back by more than five minutes for a stale one. */
  sentAt?: Date | undefined
  /** As after a rotation: the secret before, which signs too. */
  previousSecret?: string | undefined
  /** Also the headers of Standard Webhooks. */
  standard?: boolean | undefined
}

/** A request as the service would send it. */
export interface TestDelivery {
  method: 'POST'
  headers: Record<string, string>
  body: string
}

/** Makes a delivery: `fetch(url, await signedDelivery({ secret }))`. */
export async function signedDelivery(options: DeliveryOptions): Promise<TestDelivery> {
  const { secret, type = 'gift_request_created', version = newestVersion, previousSecret } = options
  const { body: payload = fixtures[version][type], eventId = crypto.randomUUID() } = options
  validateSecrets(secret)
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const bytes = new TextEncoder().encode(body)
  const timestamp = Math.floor((options.sentAt?.getTime() ?? Date.now()) / 1000)
  const sign = async (key: string) => toHex(await computeSignature(key, `${timestamp}.`, bytes))
  const headers: Record<string, string> = {
    'content-type': mediaTypes[version],
    'service-webhook-signature': await sign(secret),
    'service-webhook-dispatch-timestamp': String(timestamp),
    'service-webhook-event-id': eventId,
    'service-webhook-event-type': type,
    'service-webhook-api-version': version,
  }
  if (previousSecret !== undefined)
    headers['service-webhook-signature-previous'] = await sign(previousSecret)
  if (options.standard === true) {
    const mac = await computeSignature(secret, `${eventId}.${timestamp}.`, bytes)
    headers['webhook-id'] = eventId
    headers['webhook-timestamp'] = String(timestamp)
    headers['webhook-signature'] = `v1,${btoa(String.fromCharCode(...mac))}`
  }
  return { method: 'POST', headers, body }
}
