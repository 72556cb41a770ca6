import { type EventType, eventTypes } from './generated/operations.ts'
import {
  type ApiVersion,
  type NewestVersion,
  newestVersion,
  type WebhookBodiesBy,
} from './generated/versions.ts'
import { decodeBase64, decodeHex, hasValidSignature, validateSecrets } from './signature.ts'
import { WebhookError } from './webhook-error.ts'

/** The exact bytes of a request's body, or the text they stand for. */
export type RawBody = string | Uint8Array | ArrayBuffer

/** Headers as fetch, Node, Express and Fastify have them. Names are found in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Remembers events that were handled. A `Set` of strings is one; a table with a unique column is a better
 * one. Keep ids for two days or more.
 */
export interface DedupStore {
  has(id: string): boolean | Promise<boolean>
  add(id: string): unknown
}

export interface ConstructEventOptions<V extends ApiVersion = NewestVersion> {
  /** The signing secret, or several: during a rotation, the new one and the old one. */
  secrets: string | readonly string[]
  /** How many seconds a delivery may be away from your clock. 300 unless you say otherwise. */
  tolerance?: number | undefined
  /** Asked whether the event was handled; the answer is `isDuplicate`. Nothing is added to it here. */
  seen?: DedupStore | undefined
  /** The payload versions that you take. The newest one unless you say otherwise. */
  versions?: readonly V[] | undefined
  /** Your clock, in milliseconds. */
  now?: (() => number) | undefined
}

type EventBody<
  V extends ApiVersion,
  Type extends EventType,
> = Type extends `gift_request_${infer Status}`
  ? V extends '2026-05'
    ? WebhookBodiesBy[V][Type] & { status: Status extends 'created' ? 'submitted' : Status }
    : WebhookBodiesBy[V][Type]
  : never

/** A genuine delivery. Branch on `type`; new types may come, so pass over what you do not know. */
export type WebhookEvent<V extends ApiVersion = NewestVersion> = V extends ApiVersion
  ? {
      [Type in EventType]: {
        /** The same at each attempt: how you know a duplicate. */
        id: string
        type: Type
        /** The payload version. */
        version: V
        /** The body: the gift request as it was when this happened. */
        data: EventBody<V, Type>
        /** When this attempt left. */
        sentAt: Date
        /** Whether `seen` knows it. */
        isDuplicate: boolean
      }
    }[EventType]
  : never

/**
 * Verifies a delivery and answers what it tells. Throws a `WebhookError`, whose `fault` says what is
 * wrong and whose `status` is what to answer.
 *
 * The signature is looked at before the time, so that only a genuine delivery can be called stale.
 */
export async function constructEvent<V extends ApiVersion = NewestVersion>(
  rawBody: RawBody,
  headers: WebhookHeaders,
  options: ConstructEventOptions<V>,
): Promise<WebhookEvent<V>> {
  const secrets = validateSecrets(options.secrets)
  const body = toBytes(rawBody)
  const { id, timestamp, prefix, signatures } = parseEnvelope((name) => getHeader(headers, name))
  if (!(await hasValidSignature(secrets, signatures, prefix, body)))
    throw new WebhookError(
      'bad_signature',
      'No signing secret matches. Is it the secret of this endpoint, and is the body untouched?',
    )
  const sentAt = parseSentAt(timestamp, options)
  const data = parseBody(body)
  const version = resolveVersion(
    getHeader(headers, 'service-webhook-api-version'),
    data,
    options.versions,
  )
  const type = resolveEventType(getHeader(headers, 'service-webhook-event-type'), data)
  const isDuplicate = (await options.seen?.has(id)) ?? false
  return { id, type, version, data, sentAt, isDuplicate } as unknown as WebhookEvent<V>
}

interface DeliveryEnvelope {
  id: string
  timestamp: string
  /** What is signed in front of the body. */
  prefix: string
  signatures: Array<Uint8Array<ArrayBuffer>>
}

const maxSignatures = 5

/** Our own headers; where a gateway lets only those of Standard Webhooks through, these. */
function parseEnvelope(header: (name: string) => string | undefined): DeliveryEnvelope {
  const requireHeader = (name: string): string => {
    const value = header(name)
    if (value !== undefined && value !== '') return value
    throw new WebhookError('missing_header', `The header ${name} is missing.`)
  }
  if (
    header('service-webhook-signature') === undefined &&
    header('webhook-signature') !== undefined
  ) {
    const [id, timestamp] = [requireHeader('webhook-id'), requireHeader('webhook-timestamp')]
    // There are two during a rotation. Each costs a look at the whole body, so nobody may send hundreds.
    const candidates = requireHeader('webhook-signature').split(' ').slice(0, maxSignatures)
    const signatures = candidates.flatMap((each) =>
      /^v1,/.test(each) ? decodeBase64(each.slice(3)) : [],
    )
    return { id, timestamp, prefix: `${id}.${timestamp}.`, signatures }
  }
  const candidates = [
    requireHeader('service-webhook-signature'),
    header('service-webhook-signature-previous'),
  ]
  const timestamp = requireHeader('service-webhook-dispatch-timestamp')
  return {
    id: requireHeader('service-webhook-event-id'),
    timestamp,
    prefix: `${timestamp}.`,
    signatures: candidates.flatMap((each) => decodeHex(each ?? '')),
  }
}

function parseSentAt(
  timestamp: string,
  { tolerance = 300, now = Date.now }: Pick<ConstructEventOptions, 'tolerance' | 'now'>,
): Date {
  const [sentAt, receivedAt] = [new Date(Number(timestamp) * 1000), new Date(now())]
  const skewSeconds = Math.abs(receivedAt.getTime() - sentAt.getTime()) / 1000
  if (skewSeconds <= tolerance) return sentAt
  const sentAtText = Number.isNaN(skewSeconds) ? timestamp : sentAt.toISOString()
  throw new WebhookError(
    'stale',
    `The delivery was sent at ${sentAtText} and it is ${receivedAt.toISOString()} here: more than ${tolerance} s away.`,
    { sentAt, now: receivedAt },
  )
}

function resolveVersion(
  headerVersion: string | undefined,
  data: AnyEventBody,
  versions: readonly string[] = [newestVersion],
) {
  const version = headerVersion ?? ('jsonapi' in data ? '2025-10' : newestVersion)
  if (versions.includes(version)) return version
  throw new WebhookError(
    'other_version',
    `The endpoint sends payload version ${version}, and you take ${versions.join(', ')}.`,
  )
}

interface AnyEventBody {
  status?: unknown
  data?: { attributes?: { state?: unknown } }
}

/** The type travels in a header, which no signature covers: it must agree with the body, which one does. */
function resolveEventType(headerType: string | undefined, data: AnyEventBody): string {
  const status = data.status ?? data.data?.attributes?.state
  const bodyType = `gift_request_${status === 'submitted' ? 'created' : status}`
  const type = headerType ?? bodyType
  if (type === bodyType || !(eventTypes as readonly string[]).includes(type)) return type
  throw new WebhookError(
    'contradiction',
    `It is called ${type}, and its body says ${String(status)}.`,
  )
}

function parseBody(body: Uint8Array): AnyEventBody {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    throw new WebhookError('contradiction', 'The body is signed, and is not JSON.')
  }
}

function toBytes(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  // By its tag, because it may come from another realm.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]')
    return new Uint8Array(body as ArrayBuffer)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  throw new WebhookError(
    'body_was_parsed',
    `The body came as ${body === null ? 'null' : typeof body}: something has parsed it. Take the raw bytes, before any JSON middleware.`,
  )
}

function getHeader(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const record = headers as Readonly<Record<string, string | readonly string[] | undefined>>
  const key =
    name in record ? name : Object.keys(record).find((each) => each.toLowerCase() === name)
  const value = key === undefined ? undefined : record[key]
  return typeof value === 'string' || value === undefined ? value : value.join()
}
