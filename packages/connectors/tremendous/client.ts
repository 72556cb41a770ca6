import type { OutboundRules } from '#platform/http-client/guarded-request'
import { type JsonReply, requestJson } from '#platform/http-client/json-request'

export interface TremendousOptions {
  /** The origin of the API: https://www.tremendous.com, or that of the sandbox. */
  url: string
  api_key: string
  /** What pays for the orders: `balance`, or the id of a funding source. */
  funding_source: string
  outbound: OutboundRules
  timeoutMs?: number
}

/** The list of products has no pages, and a page of orders has up to 500. */
const maxBytes = 4_000_000

/** Sends a request to version 2 of the API, through the address guard. Never throws. */
export const send = (
  { url, api_key, outbound, timeoutMs = 20_000 }: TremendousOptions,
  path: string,
  body?: object,
  signal?: AbortSignal,
): Promise<JsonReply> =>
  requestJson(`${url.replace(/\/+$/, '')}/api/v2${path}`, {
    headers: { authorization: `Bearer ${api_key}` },
    ...{ body, signal, outbound, timeoutMs, maxBytes },
  })
