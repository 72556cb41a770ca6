import { createHash, createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { TestResult } from '#connections'
import type { CancelResult, Carrier, CarrierMessage, ParsedMessage, PlaceResult } from '#fulfilment'
import {
  type GuardedResponse,
  type OutboundRules,
  RequestFailure,
  sendGuardedRequest,
} from '#platform/http-client/guarded-request'
import {
  parseAcceptedOrder,
  parseParcelUpdate,
  parseRejection,
  toLabel,
  toOrder,
  toTracking,
} from './http-carrier-messages.ts'

/*
 * The carrier for an external warehouse, such as a logistics company with a small adapter. Orders and
 * cancellations are signed requests to the URL of the warehouse, and tracking updates arrive at the signed
 * inbox. Both directions use the signatures of Standard Webhooks, for which libraries exist in most
 * languages. docs/warehouse.md describes the protocol.
 */

export interface HttpCarrierOptions {
  /** The base URL of the warehouse, without a trailing slash. */
  url: string
  /** The secret that signs the messages in both directions: `whsec_` and the key in base64. */
  secret: string
  outbound: OutboundRules
  /** The timeout of a request in milliseconds. */
  timeoutMs?: number
}

const name = 'http'
const maxResponseBytes = 64 * 1024

/**
 * The HTTP status for an order that a person must correct. A request that fails with any other status can
 * succeed later.
 */
const rejectedStatus = 422
/** The HTTP status for an order that has left the warehouse, so that it cannot be cancelled. */
const tooLateStatus = 409

export function createHttpCarrier(options: HttpCarrierOptions): Carrier {
  return {
    name,
    packedHere: false,
    async place(request) {
      const response = await send(options, '/orders', request.reference, toOrder(request))
      return 'kind' in response ? response : toPlaceResult(response)
    },
    async cancel(carrier_ref) {
      const path = `/orders/${encodeURIComponent(carrier_ref)}/cancel`
      const response = await send(options, path, `cancel ${carrier_ref}`, { order_id: carrier_ref })
      return 'kind' in response ? response : toCancelResult(response)
    },
    inbox: { key: inboxKey(options.secret), parse: async (message) => parse(message, options) },
  }
}

/**
 * Sends a signed message that asks for nothing. A warehouse that does not know this message responds with 404: it was
 * reached, and the secret remains unchecked.
 */
export async function testHttpCarrier(options: HttpCarrierOptions): Promise<TestResult> {
  const tried = `POST ${options.url}/ping`
  const response = await send(options, '/ping', `ping ${Date.now()}`, {})
  if ('kind' in response) return { ok: false, tried, answer: response.reason }
  const { status } = response
  if (unknownPathStatuses.includes(status))
    return {
      ok: true,
      tried,
      answer: `${status}, so the warehouse was reached. The secret was not checked.`,
    }
  return status >= 200 && status < 300
    ? { ok: true, tried, answer: String(status) }
    : { ok: false, tried, answer: `The warehouse responded with ${status}.` }
}

/** The statuses of a server that has no such path. */
const unknownPathStatuses: readonly number[] = [404, 405, 501]

/** Derives the URL of the inbox from the secret, so that no one can guess the URL without the secret. */
const inboxKey = (secret: string) =>
  createHmac('sha256', secret).update('the URL of the inbox').digest('base64url').slice(0, 24)

/**
 * Sends a signed request. All repetitions of a request have the same `key`, so that the warehouse executes it
 * only once.
 */
async function send(
  { url, secret, outbound, timeoutMs = 20_000 }: HttpCarrierOptions,
  path: string,
  key: string,
  content: object,
): Promise<GuardedResponse | { kind: 'unreachable'; reason: string }> {
  const body = Buffer.from(JSON.stringify(content))
  const id = createHash('sha256').update(key).digest('base64url')
  const sentAt = new Date()
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'idempotency-key': id,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
  }
  try {
    const limits = { ...outbound, timeoutMs, maxBytes: maxResponseBytes }
    return await sendGuardedRequest(url + path, { method: 'POST', headers, body, ...limits })
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error
    return unreachable(failureReasons[error.code])
  }
}

const unreachable = (reason: string) => ({ kind: 'unreachable', reason }) as const

const failureReasons: Readonly<Record<RequestFailure['code'], string>> = {
  port_refused: 'The port of the warehouse is not allowed.',
  address_refused: 'The address of the warehouse is not allowed.',
  dns_failed: 'The host name of the warehouse does not exist.',
  timeout: 'The warehouse did not respond in time.',
  too_large: 'The response of the warehouse is larger than 64 KiB.',
  connection_failed: 'The connection to the warehouse failed.',
}

function toPlaceResult({ status, body }: GuardedResponse): PlaceResult {
  if (status === 200 || status === 201) {
    const parsed = parseAcceptedOrder(parseJson(body))
    if ('problem' in parsed)
      return unreachable(`The response of the warehouse is not valid: ${parsed.problem}.`)
    return { kind: 'placed', label: toLabel(parsed.message) }
  }
  if (status !== rejectedStatus) return unreachable(`The warehouse responded with ${status}.`)
  const { reason, remedy } = readRejection(body)
  return {
    kind: 'refused',
    reason: reason ?? 'The warehouse rejected the order.',
    remedy: remedy ?? 'Correct the order, then retry.',
  }
}

function toCancelResult({ status, body }: GuardedResponse): CancelResult {
  if (status >= 200 && status < 300) return { kind: 'cancelled' }
  if (status !== tooLateStatus) return unreachable(`The warehouse responded with ${status}.`)
  return { kind: 'too_late', reason: readRejection(body).reason ?? 'The parcel has left.' }
}

function readRejection(body: Buffer): { reason?: string; remedy?: string } {
  const parsed = parseRejection(parseJson(body))
  return 'message' in parsed ? parsed.message : {}
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/**
 * Verifies and parses a message of the warehouse. A signature is invalid if its timestamp differs from the
 * clock by more than five minutes.
 */
function parse({ headers, body }: CarrierMessage, { secret }: HttpCarrierOptions): ParsedMessage {
  const read = (header: string) => String(headers[header] ?? '')
  try {
    const signed = {
      'webhook-id': read('webhook-id'),
      'webhook-timestamp': read('webhook-timestamp'),
      'webhook-signature': read('webhook-signature'),
    }
    new Webhook(secret).verify(body, signed, { jsonParse: false })
  } catch {
    return { kind: 'forged' }
  }
  const parsed = parseParcelUpdate(parseJson(body))
  if ('problem' in parsed) return { kind: 'invalid', problem: parsed.problem }
  return { kind: 'tracking', tracking: toTracking(name, parsed.message) }
}
