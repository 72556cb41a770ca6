import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from 'typebox'
import type { TestResult } from '#connections'
import { compileValidator } from '#contract'
import {
  type CancelResult,
  type Carrier,
  type CarrierMessage,
  maxUrlLength,
  type ParsedMessage,
  type PlaceResult,
  publicUrlPattern,
  type ShipmentRequest,
} from '#fulfilment'
import {
  type OutboundRules,
  RequestFailure,
  sendGuardedRequest,
} from '#platform/http-client/guarded-request'

export interface ExamplePostOptions {
  token: string
  /** The secret with which the service signs its webhooks. */
  webhook_secret: string
  outbound: OutboundRules
  /** A URL that replaces the base URL of the service. */
  url?: string
  /** The timeout of a request in milliseconds. */
  timeoutMs?: number
}

const defaultUrl = 'https://api.example.com/v1'
const maxResponseBytes = 64 * 1024

const text = Type.String({ minLength: 1, maxLength: 200 })
const url = Type.String({ maxLength: maxUrlLength, pattern: publicUrlPattern })
const Parcel = Type.Object({ id: text, tracking_code: text, tracking_url: url, label_url: url })
const Event = Type.Object({
  parcel_id: text,
  scans: Type.Array(Type.Object({ id: text, at: Type.String({ format: 'date-time' }) }), {
    maxItems: 200,
  }),
})
const isParcel = compileValidator(Parcel)
const isEvent = compileValidator(Event)

export function createExamplePost(options: ExamplePostOptions): Carrier {
  return {
    name: 'example-post',
    packedHere: true,
    async place(request) {
      const response = await send(options, 'POST', '/parcels', toParcel(request))
      return 'kind' in response ? response : toPlaceResult(response)
    },
    async cancel(carrier_ref): Promise<CancelResult> {
      const path = `/parcels/${encodeURIComponent(carrier_ref)}/cancel`
      const response = await send(options, 'POST', path, {})
      if ('kind' in response) return response
      if (response.status === 200) return { kind: 'cancelled' }
      if (response.status === 409) return { kind: 'too_late', reason: 'The parcel has left.' }
      return unreachable(`Example Post responded with ${response.status}.`)
    },
    inbox: {
      key: inboxKey(options.webhook_secret),
      parse: async (message) => parse(message, options),
    },
  }
}

/** Reads the account of the token. */
export async function testExamplePost(options: ExamplePostOptions): Promise<TestResult> {
  const tried = `GET ${options.url ?? defaultUrl}/account`
  const response = await send(options, 'GET', '/account')
  if ('kind' in response) return { ok: false, tried, answer: response.reason }
  return response.status === 200
    ? { ok: true, tried, answer: '200' }
    : { ok: false, tried, answer: `Example Post responded with ${response.status}.` }
}

/** Derives the URL of the inbox from the secret, so that no one can guess the URL without the secret. */
const inboxKey = (secret: string) =>
  createHmac('sha256', secret).update('the URL of the inbox').digest('base64url').slice(0, 24)

/** Returns the body of an order. The service ships one parcel for a reference, however often it receives it. */
const toParcel = ({ reference, address, lines }: ShipmentRequest) => ({
  reference,
  address,
  items: lines.map(({ name, quantity }) => ({ name, quantity })),
})

interface JsonResponse {
  status: number
  body: unknown
}

async function send(
  { url: base = defaultUrl, token, outbound, timeoutMs = 20_000 }: ExamplePostOptions,
  method: 'GET' | 'POST',
  path: string,
  content?: object,
): Promise<JsonResponse | ReturnType<typeof unreachable>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  try {
    const { status, body } = await sendGuardedRequest(base + path, {
      ...{ method, headers, timeoutMs, maxBytes: maxResponseBytes },
      ...(content && { body: Buffer.from(JSON.stringify(content)) }),
      ...outbound,
    })
    return { status, body: parseJson(body) }
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error
    return unreachable(`Example Post could not be reached (${error.code}).`)
  }
}

const unreachable = (reason: string) => ({ kind: 'unreachable', reason }) as const

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

function toPlaceResult({ status, body }: JsonResponse): PlaceResult {
  if (status === 422)
    return {
      kind: 'refused',
      reason: 'Example Post rejected the parcel.',
      remedy: 'Correct the address, then retry.',
    }
  if (status !== 200 && status !== 201) return unreachable(`Example Post responded with ${status}.`)
  if (isParcel(body).length > 0) return unreachable('The response of Example Post is not valid.')
  const { id, tracking_code, tracking_url, label_url } = body as Static<typeof Parcel>
  return {
    kind: 'placed',
    label: {
      carrier_ref: id,
      carrier_name: 'Example Post',
      ...{ tracking_code, tracking_url, label_url },
      estimated_at: null,
    },
  }
}

/** Verifies a message by the HMAC of its bytes, in constant time, and reads it. */
function parse(
  { headers, body }: CarrierMessage,
  { webhook_secret }: ExamplePostOptions,
): ParsedMessage {
  const expected = createHmac('sha256', webhook_secret).update(body).digest()
  const received = Buffer.from(String(headers['x-signature'] ?? ''), 'base64')
  if (received.length !== expected.length || !timingSafeEqual(received, expected))
    return { kind: 'forged' }
  const event = parseJson(body)
  const [problem] = isEvent(event)
  if (problem !== undefined)
    return { kind: 'invalid', problem: `${problem.param} ${problem.message}`.trim() }
  const { parcel_id, scans } = event as Static<typeof Event>
  return {
    kind: 'tracking',
    tracking: {
      carrier: 'example-post',
      carrier_ref: parcel_id,
      scans: scans.map(({ id, at }) => ({
        message_id: id,
        state: 'in_transit',
        occurred_at: new Date(at),
        description: 'In transit',
        location: null,
      })),
    },
  }
}
