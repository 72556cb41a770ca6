/**
 * Functions that create signed deliveries for the tests of your receiver. The deliveries have the same format
 * as those of the service.
 */
import { fixtures } from './generated/fixtures.ts'
import type { AttentionEventType, EventType } from './generated/operations.ts'
import { type ApiVersion, mediaTypes, newestVersion } from './generated/versions.ts'
import { computeSignature, toHex, validateSecrets } from './signature.ts'

export { fixtures }

export interface DeliveryOptions {
  /** The signing secret of the endpoint. */
  secret: string
  /** The type of the event. The default is `gift_request_created`. */
  type?: EventType | AttentionEventType | undefined
  /** The payload version. The default is the newest version. */
  version?: ApiVersion | undefined
  /** The body of the delivery: an object, or the exact text. The default is an example of the event. */
  body?: object | string | undefined
  /** The event id. To simulate a duplicate, use the same id twice. */
  eventId?: string | undefined
  /** The time of the attempt. If the time is more than five minutes ago, the delivery is stale. */
  sentAt?: Date | undefined
  /** The previous secret. It also signs the delivery, as after a rotation. */
  previousSecret?: string | undefined
  /** If true, the delivery also has the Standard Webhooks headers. */
  standard?: boolean | undefined
}

/** A webhook request in the format of the service. */
export interface TestDelivery {
  method: 'POST'
  headers: Record<string, string>
  body: string
}

/** Creates a signed delivery. Example: `fetch(url, await signedDelivery({ secret }))`. */
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
