/** Signed deliveries for the tests of your receiver, in the format of the service. */
import { fixtures } from './generated/fixtures.ts'
import type { AttentionEventType, EventType } from './generated/operations.ts'
import { type ApiVersion, mediaTypes, newestVersion } from './generated/versions.ts'
import { computeSignature, toHex, validateSecrets } from './signature.ts'

export { fixtures }

export interface DeliveryOptions {
  /** The signing secret of the endpoint. */
  secret: string
  /** Default: `gift_request_created`. */
  type?: EventType | AttentionEventType | undefined
  /** The payload version. Default: the newest version. */
  version?: ApiVersion | undefined
  /** The body: an object, or the exact text. Default: an example of the event. */
  body?: object | string | undefined
  /** The event id. Use the same id twice for a duplicate. */
  eventId?: string | undefined
  /** The time of the attempt. A time more than five minutes ago makes the delivery stale. */
  sentAt?: Date | undefined
  /** The previous secret, which also signs, as after a rotation. */
  previousSecret?: string | undefined
  /** Also adds the Standard Webhooks headers. */
  standard?: boolean | undefined
}

/** A request in the format of the service. */
export interface TestDelivery {
  method: 'POST'
  headers: Record<string, string>
  body: string
}

/** Creates a delivery: `fetch(url, await signedDelivery({ secret }))`. */
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
