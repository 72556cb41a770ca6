import type { OutboundRules } from '#platform/http-client/guarded-request'
import { type JsonReply, maxListBytes, requestJson } from '#platform/http-client/json-request'

export interface RunaOptions {
  /** The origin of the API: https://api.runa.io, or that of the playground. */
  url: string
  api_key: string
  /** The currency of the balance that pays for the orders. */
  balance: string
  outbound: OutboundRules
  timeoutMs?: number
}

const apiVersion = '2024-02-05'

/** Sends a request to version 2 of the API, through the address guard. Never throws. */
export const send = (
  { url, api_key, outbound, timeoutMs = 30_000 }: RunaOptions,
  path: string,
  order?: { key: string; body: object },
  signal?: AbortSignal,
): Promise<JsonReply> =>
  requestJson(`${url.replace(/\/+$/, '')}/v2${path}`, {
    headers: {
      'x-api-key': api_key,
      'x-api-version': apiVersion,
      ...(order && { 'x-idempotency-key': order.key, 'x-execution-mode': 'sync' }),
    },
    ...{ body: order?.body, signal, outbound, timeoutMs, maxBytes: maxListBytes },
  })
