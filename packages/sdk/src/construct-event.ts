import { type AttentionEventType, type EventType, eventTypes } from './generated/operations.ts'
import {
  type ApiVersion,
  type NewestVersion,
  newestVersion,
  type WebhookBodiesBy,
} from './generated/versions.ts'
import { hasValidKeySignature, splitKeys } from './public-key.ts'
import { decodeBase64, decodeHex, hasValidSignature, validateSecrets } from './signature.ts'
import { WebhookError } from './webhook-error.ts'

/** The exact bytes of a request body, or the text of these bytes. */
export type RawBody = string | Uint8Array | ArrayBuffer

/** The headers of a request in fetch, Node, Express or Fastify. The names of headers are case-insensitive. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * A store for the ids of processed events. A `Set` of strings works. A database table with a unique column
 * also works after a restart. Store the ids for at least two days.
 */
export interface DedupStore {
  has(id: string): boolean | Promise<boolean>
  add(id: string): unknown
}

export interface ConstructEventOptions<V extends ApiVersion = NewestVersion> {
  /**
   * The signing secret, or several secrets: during a rotation, pass the new and the old secret. A public key
   * (`whpk_…`) verifies the Ed25519 signature instead, so that the receiver needs no secret.
   */
  secrets: string | readonly string[]
  /**
   * The maximum difference in seconds between the timestamp of the delivery and your clock. The default is
   * 300.
   */
  tolerance?: number | undefined
  /** The store that decides `isDuplicate`. `constructEvent` reads the store and adds nothing. */
  seen?: DedupStore | undefined
  /** The payload versions that you accept. The default is the newest version. */
  versions?: readonly V[] | undefined
  /** A function that returns the time of your clock in milliseconds. */
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

interface EventOf<V extends ApiVersion, Type, Data> {
  /**
   * The id of the event. All attempts to deliver an event have the same id, so you can use it to detect
   * duplicates.
   */
  id: string
  type: Type
  /** The version of the payload. */
  version: V
  /** The body of the event: the gift request, or the item that needs attention, at the time of the event. */
  data: Data
  /** The time at which this attempt was sent. */
  sentAt: Date
  /** True if the store `seen` contains the id of this event. */
  isDuplicate: boolean
}

/**
 * A verified delivery. Use `type` to decide what to do, and ignore unknown types: later versions can add
 * types.
 */
export type WebhookEvent<V extends ApiVersion = NewestVersion> = V extends ApiVersion
  ? { [Type in EventType]: EventOf<V, Type, EventBody<V, Type>> }[EventType]
  : never

/**
 * A verified delivery about something that needs attention. Only endpoints with `receives_attention` get
 * these deliveries.
 */
export type AttentionEvent<V extends ApiVersion = NewestVersion> = V extends ApiVersion
  ? { [Type in AttentionEventType]: EventOf<V, Type, WebhookBodiesBy[V][Type]> }[AttentionEventType]
  : never

/**
 * Verifies a delivery and returns its event. Throws a `WebhookError`: `reason` is the cause, and `status` is
 * the HTTP status for your response.
 *
 * The function verifies the signature before the timestamp. So it reports only a genuine delivery as stale.
 */
export async function constructEvent<
  V extends ApiVersion = NewestVersion,
  A extends boolean = false,
>(
  rawBody: RawBody,
  headers: WebhookHeaders,
  options: ConstructEventOptions<V> & {
    /** If true, the type of the result includes the events about what needs attention. */
    attention?: A
  },
): Promise<WebhookEvent<V> | (A extends true ? AttentionEvent<V> : never)> {
  const keys = splitKeys(validateSecrets(options.secrets))
  const body = toBytes(rawBody)
  const { id, timestamp } = await verifyEnvelope(keys, (name) => getHeader(headers, name), body)
  const sentAt = parseSentAt(timestamp, options)
  const data = parseBody(body)
  const version = resolveVersion(
    getHeader(headers, 'service-webhook-api-version'),
    data,
    options.versions,
  )
  const type = resolveEventType(getHeader(headers, 'service-webhook-event-type'), data)
  const isDuplicate = (await options.seen?.has(id)) ?? false
  return { id, type, version, data, sentAt, isDuplicate } as never
}

/**
 * @deprecated Use `constructEvent`.
 * @alias
 */
export const unwrap: typeof constructEvent = constructEvent
/** @deprecated Use `ConstructEventOptions`. */
export type UnwrapOptions<V extends ApiVersion = NewestVersion> = ConstructEventOptions<V>
/** @deprecated Use `DedupStore`. */
export type SeenStore = DedupStore

/** Returns the signed envelope of a delivery after one of the public keys or secrets has verified it. */
async function verifyEnvelope(
  { secrets, publicKeys }: ReturnType<typeof splitKeys>,
  header: (name: string) => string | undefined,
  body: Uint8Array,
): Promise<DeliveryEnvelope> {
  if (
    publicKeys.length > 0 &&
    (secrets.length === 0 || header('webhook-signature') !== undefined)
  ) {
    const envelope = parseStandardEnvelope(header, 'v1a,')
    const { prefix, signatures } = envelope
    if (await hasValidKeySignature(publicKeys, signatures, prefix, body)) return envelope
  }
  if (secrets.length > 0) {
    const envelope = parseEnvelope(header)
    const { prefix, signatures } = envelope
    if (await hasValidSignature(secrets, signatures, prefix, body)) return envelope
  }
  throw new WebhookError(
    'bad_signature',
    'No signing secret matches. Check that the secret belongs to this endpoint and that the body is unchanged.',
  )
}

interface DeliveryEnvelope {
  id: string
  timestamp: string
  /** The text that the signature covers before the body. */
  prefix: string
  signatures: Array<Uint8Array<ArrayBuffer>>
}

const maxSignatures = 5

/**
 * Reads the Bestow headers of a delivery. If a gateway passes only the Standard Webhooks headers, the
 * function reads those.
 */
function parseEnvelope(header: (name: string) => string | undefined): DeliveryEnvelope {
  if (
    header('service-webhook-signature') === undefined &&
    header('webhook-signature') !== undefined
  )
    return parseStandardEnvelope(header, 'v1,')
  const candidates = [
    requireHeader(header, 'service-webhook-signature'),
    header('service-webhook-signature-previous'),
  ]
  const timestamp = requireHeader(header, 'service-webhook-dispatch-timestamp')
  return {
    id: requireHeader(header, 'service-webhook-event-id'),
    timestamp,
    prefix: `${timestamp}.`,
    signatures: candidates.flatMap((each) => decodeHex(each ?? '')),
  }
}

/**
 * Reads the Standard Webhooks headers with the signatures of one scheme: `v1,` for HMAC or `v1a,` for
 * Ed25519.
 */
function parseStandardEnvelope(
  header: (name: string) => string | undefined,
  scheme: 'v1,' | 'v1a,',
): DeliveryEnvelope {
  const id = requireHeader(header, 'webhook-id')
  const timestamp = requireHeader(header, 'webhook-timestamp')
  // A rotation sends two signatures of each scheme. To verify a signature, the code reads the whole body. So
  // the number of signatures is limited.
  const signatures = requireHeader(header, 'webhook-signature')
    .split(' ')
    .filter((each) => each.startsWith(scheme))
    .slice(0, maxSignatures)
    .flatMap((each) => decodeBase64(each.slice(scheme.length)))
  return { id, timestamp, prefix: `${id}.${timestamp}.`, signatures }
}

function requireHeader(header: (name: string) => string | undefined, name: string): string {
  const value = header(name)
  if (value !== undefined && value !== '') return value
  throw new WebhookError('missing_header', `The header ${name} is missing.`)
}

function parseSentAt(
  timestamp: string,
  { tolerance = 300, now = Date.now }: Pick<ConstructEventOptions, 'tolerance' | 'now'>,
): Date {
  // The header contains whole seconds. `Number` would also accept fractions, spaces and exponents.
  const seconds = /^[0-9]{1,11}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  const [sentAt, receivedAt] = [new Date(seconds * 1000), new Date(now())]
  const skewSeconds = Math.abs(receivedAt.getTime() - sentAt.getTime()) / 1000
  if (skewSeconds <= tolerance) return sentAt
  const sentAtText = Number.isNaN(skewSeconds) ? timestamp : sentAt.toISOString()
  throw new WebhookError(
    'stale',
    `The delivery was sent at ${sentAtText}, and the local time is ${receivedAt.toISOString()}: a difference of more than ${tolerance} s.`,
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
    `The endpoint sends payload version ${version}, but the accepted versions are ${versions.join(', ')}.`,
  )
}

interface AnyEventBody extends AnyAttributes {
  data?: { attributes?: AnyAttributes & { state?: unknown } }
}

interface AnyAttributes {
  status?: unknown
  /** The kind of problem that needs a person, such as `parcel_lost`. Only the bodies of attention events have this member. */
  kind?: unknown
  cleared_at?: unknown
}

/**
 * Returns the type of an event, and throws if the header with the type does not match the body. The signature
 * covers the body but not this header.
 */
function resolveEventType(headerType: string | undefined, data: AnyEventBody): string {
  const status = data.status ?? data.data?.attributes?.state
  const { kind, cleared_at } = data.data?.attributes ?? data
  const bodyType =
    kind === undefined
      ? `gift_request_${status === 'submitted' ? 'created' : status}`
      : `attention.${cleared_at == null ? kind : 'cleared'}`
  const type = headerType ?? bodyType
  const isKnown = (eventTypes as readonly string[]).includes(type) || type.startsWith('attention.')
  if (type === bodyType || !isKnown) return type
  throw new WebhookError(
    'contradiction',
    `The header names the event ${type}, but the body has the status ${String(status)}.`,
  )
}

function parseBody(body: Uint8Array): AnyEventBody {
  const data = parseJson(new TextDecoder().decode(body))
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data
  throw new WebhookError(
    'contradiction',
    'The body has a valid signature, but is not a JSON object.',
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toBytes(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  // `instanceof` fails for an ArrayBuffer from another realm, so the code compares the tag of the object.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]')
    return new Uint8Array(body as ArrayBuffer)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  throw new WebhookError(
    'body_was_parsed',
    `The body is of type ${body === null ? 'null' : typeof body}, so it was parsed. Pass the raw bytes, before any JSON middleware.`,
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
