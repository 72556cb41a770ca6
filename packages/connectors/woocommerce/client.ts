import type { OutboundRules } from '#platform/http-client/guarded-request'
import {
  type JsonReply,
  maxListBytes,
  member,
  requestJson,
  textOf,
} from '#platform/http-client/json-request'
import * as patiently from '#platform/http-client/read-patiently'

export interface WooCommerceOptions {
  /** The address of the shop, without a slash at the end. */
  url: string
  consumer_key: string
  consumer_secret: string
  /** Signs the webhooks of the shop. */
  webhook_secret: string
  /** The slug of the category whose products are read; empty for all that are published. */
  category: string
  outbound: OutboundRules
  timeoutMs?: number
  /** The longest wait that the shop may ask for, in milliseconds. */
  maxWaitMs?: number
}

/** Sends a request to version 3 of the REST API, through the address guard. Never throws. No SDK: it has a client of its own. */
export const send = (
  { url, consumer_key, consumer_secret, outbound, timeoutMs = 20_000 }: WooCommerceOptions,
  path: string,
  {
    body,
    signal,
    maxBytes,
  }: { body?: object; signal?: AbortSignal | undefined; maxBytes?: number } = {},
): Promise<JsonReply> =>
  requestJson(`${url}/wp-json/wc/v3${path}`, {
    headers: {
      authorization: `Basic ${Buffer.from(`${consumer_key}:${consumer_secret}`).toString('base64')}`,
    },
    ...{ body, outbound, timeoutMs, signal, ...(maxBytes && { maxBytes }) },
  })

/** Reads, and waits when the shop asks for it. */
export const readPatiently = (
  options: WooCommerceOptions,
  path: string,
  signal: AbortSignal,
): Promise<JsonReply> =>
  patiently.readPatiently(() => send(options, path, { signal, maxBytes: maxListBytes }), {
    signal,
    maxWaitMs: options.maxWaitMs,
  })

export interface Listing {
  items: readonly unknown[]
  /** How many items there are on all pages. */
  total: number
}

/** Returns a list of WordPress, which states how many there are. Anything else is no list: undefined. */
export function toListing(reply: JsonReply): Listing | undefined {
  if (!reply.ok || reply.status !== 200 || !Array.isArray(reply.body)) return undefined
  const total = reply.headers['x-wp-total']
  if (typeof total !== 'string' || !/^\d{1,9}$/.test(total)) return undefined
  return { items: reply.body, total: Number(total) }
}

/** Says why a reply is not what was expected, without credentials. */
export function describe(reply: JsonReply): string {
  if (!reply.ok)
    return failureReasons[reply.code] ?? `The request to the shop failed: ${reply.code}.`
  const message = textOf(member(reply.body, 'message'), 500)
  const code = textOf(member(reply.body, 'code'), 100)
  if (reply.status === 200) return 'The response of the shop is not one of WooCommerce.'
  return `The shop responded with ${reply.status}${code === undefined ? '' : ` (${code})`}${message === undefined ? '.' : `: ${message}`}`
}

const failureReasons: Readonly<Record<string, string>> = {
  address_refused: 'The address of the shop is not allowed.',
  port_refused: 'The port of the shop is not allowed.',
  dns_failed: 'The host name of the shop does not exist.',
  timeout: 'The shop did not respond in time.',
  too_large: 'The response of the shop is too large.',
  connection_failed: 'The connection to the shop failed.',
}

/** Returns the id of an object of the API as text. */
export function idOf(value: unknown): string | undefined {
  const id = member(value, 'id')
  const text = typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : id
  return typeof text === 'string' && /^[\w-]{1,100}$/.test(text) ? text : undefined
}

/** Returns a value of the `meta_data` of an object. */
export const metaOf = (value: unknown, key: string): unknown => {
  const list = member(value, 'meta_data')
  const found = Array.isArray(list) ? list.find((each) => member(each, 'key') === key) : undefined
  return member(found, 'value')
}
