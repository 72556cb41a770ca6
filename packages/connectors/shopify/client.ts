import { setTimeout as sleep } from 'node:timers/promises'
import type { OutboundRules } from '#platform/http-client/guarded-request'
import {
  type JsonReply,
  listOf,
  maxListBytes,
  member,
  requestJson,
  textOf,
} from '#platform/http-client/json-request'

export interface ShopifyOptions {
  /** The address of the shop, such as https://larkfield.myshopify.com. */
  url: string
  client_id: string
  client_secret: string
  /** Signs the webhooks of the shop. */
  webhook_secret: string
  /** The tag of the products that are read; empty for all that are active. */
  tag: string
  outbound: OutboundRules
  timeoutMs?: number
  /** The longest wait that the shop may ask for, in milliseconds. */
  maxWaitMs?: number
}

/** The result of a GraphQL request. GraphQL states errors with the status 200. */
type GraphReply =
  | { ok: true; data: unknown; bytes: number }
  | { ok: false; reason: string; waitMs?: number }

interface RequestLimits {
  signal?: AbortSignal
  maxBytes?: number
}

/** Sends requests to one shop. No function throws. No SDK: two requests are all that is needed. */
export interface ShopifyClient {
  send(query: string, variables: object, limits?: RequestLimits): Promise<GraphReply>
  /** Waits when the shop asks for it. */
  sendPatiently(query: string, variables: object, signal: AbortSignal): Promise<GraphReply>
}

const version = '2026-07'
const maxAttempts = 8
const defaultWaitMs = 2_000

/** Creates a client that gets one access token, with its first request. A token is valid for a day. */
export function createClient(options: ShopifyOptions): ShopifyClient {
  const { client_id, client_secret, outbound, timeoutMs = 20_000, maxWaitMs = 60_000 } = options
  const url = options.url.replace(/\/+$/, '')
  let token: string | undefined

  async function authorize(signal?: AbortSignal): Promise<GraphReply | undefined> {
    const reply = await requestJson(`${url}/admin/oauth/access_token`, {
      ...{ outbound, timeoutMs, signal },
      body: { client_id, client_secret, grant_type: 'client_credentials' },
    })
    if (!reply.ok) return { ok: false, reason: failureReasons[reply.code] ?? reply.code }
    token = reply.status === 200 ? textOf(member(reply.body, 'access_token'), 1_000) : undefined
    if (token !== undefined) return undefined
    return { ok: false, reason: `The shop gave no access token (status ${reply.status}).` }
  }

  const send: ShopifyClient['send'] = async (query, variables, limits = {}) => {
    const failure = token === undefined ? await authorize(limits.signal) : undefined
    if (failure !== undefined) return failure
    const reply = await requestJson(`${url}/admin/api/${version}/graphql.json`, {
      headers: { 'x-shopify-access-token': token ?? '' },
      ...{ body: { query, variables }, outbound, timeoutMs, ...limits },
    })
    if (!reply.ok) return { ok: false, reason: failureReasons[reply.code] ?? reply.code }
    return toGraphReply(reply)
  }

  return {
    send,
    async sendPatiently(query, variables, signal) {
      for (let attempt = 1; ; attempt += 1) {
        const reply = await send(query, variables, { signal, maxBytes: maxListBytes })
        const isOver = reply.ok || reply.waitMs === undefined || attempt === maxAttempts
        if (isOver || signal.aborted) return reply
        const waitMs = Math.min(reply.waitMs ?? 0, maxWaitMs)
        await sleep(waitMs, undefined, { signal }).catch(() => undefined)
      }
    },
  }
}

function toGraphReply({
  status,
  headers,
  body,
  bytes,
}: Extract<JsonReply, { ok: true }>): GraphReply {
  if (status === 429 || status === 503) {
    const seconds = Number(headers['retry-after'])
    const waitMs = seconds > 0 ? seconds * 1_000 : defaultWaitMs
    return { ok: false, reason: `The shop asks to wait (status ${status}).`, waitMs }
  }
  if (status !== 200) return { ok: false, reason: `The shop responded with ${status}.` }
  const errors = listOf(member(body, 'errors'), 5)
  if (errors.some((each) => member(member(each, 'extensions'), 'code') === 'THROTTLED'))
    return { ok: false, reason: 'The shop asks to wait.', waitMs: toWaitMs(body) }
  const data = member(body, 'data')
  const messages = errors.flatMap((each) => textOf(member(each, 'message'), 300) ?? [])
  if (member(body, 'errors') !== undefined)
    return { ok: false, reason: `The shop responded with an error: ${messages.join(' ')}` }
  if (typeof data !== 'object' || data === null)
    return { ok: false, reason: 'The response of the shop is not one of Shopify.' }
  return { ok: true, data, bytes }
}

/** Returns how long it takes until the shop has the points that the query needs. */
function toWaitMs(body: unknown): number {
  const cost = member(member(body, 'extensions'), 'cost')
  const status = member(cost, 'throttleStatus')
  const missing =
    Number(member(cost, 'requestedQueryCost')) - Number(member(status, 'currentlyAvailable'))
  const seconds = missing / Number(member(status, 'restoreRate'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : defaultWaitMs
}

const failureReasons: Readonly<Record<string, string>> = {
  address_refused: 'The address of the shop is not allowed.',
  port_refused: 'The port of the shop is not allowed.',
  dns_failed: 'The host name of the shop does not exist.',
  timeout: 'The shop did not respond in time.',
  too_large: 'The response of the shop is too large.',
  connection_failed: 'The connection to the shop failed.',
}

/** Returns the last part of a global id such as gid://shopify/Order/123. */
export function idOf(value: unknown, type: string): string | undefined {
  const id = textOf(member(value, 'id'), 200)
  const prefix = `gid://shopify/${type}/`
  const last = id?.startsWith(prefix) ? id.slice(prefix.length) : undefined
  return last !== undefined && /^[\w-]{1,100}$/.test(last) ? last : undefined
}

export const toGlobalId = (type: string, id: string): string => `gid://shopify/${type}/${id}`

/** Returns the nodes of a connection; undefined if the value is none. */
export function nodesOf(value: unknown): readonly unknown[] | undefined {
  const nodes = member(value, 'nodes')
  return Array.isArray(nodes) ? nodes : undefined
}

/** Quotes a value of a search, so that it ends nowhere else. */
export const quote = (text: string): string => `"${text.replace(/[\\"]/g, (each) => `\\${each}`)}"`
