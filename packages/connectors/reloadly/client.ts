import type { OutboundRules } from '#platform/http-client/guarded-request'
import {
  type JsonReply,
  maxListBytes,
  member,
  requestJson,
  textOf,
} from '#platform/http-client/json-request'

export interface ReloadlyOptions {
  /** The origin of the gift card API: https://giftcards.reloadly.com, or that of the sandbox. */
  url: string
  client_id: string
  client_secret: string
  outbound: OutboundRules
  timeoutMs?: number
  /** The origin of the service that gives access tokens. */
  auth_url?: string
}

export interface ReloadlyClient {
  /** Sends a request to version 1 of the API, with an access token. Never throws. */
  send(path: string, body?: object, signal?: AbortSignal): Promise<JsonReply>
}

const defaultAuthUrl = 'https://auth.reloadly.com'
const accept = 'application/com.reloadly.giftcards-v1+json'

/** Creates a client that gets one access token, with its first request. */
export function createClient(options: ReloadlyOptions): ReloadlyClient {
  const { client_id, client_secret, outbound, timeoutMs = 15_000 } = options
  const url = options.url.replace(/\/+$/, '')
  let token: Promise<string | JsonReply> | undefined

  async function authorize(): Promise<string | JsonReply> {
    const reply = await requestJson(`${options.auth_url ?? defaultAuthUrl}/oauth/token`, {
      ...{ outbound, timeoutMs },
      body: { client_id, client_secret, grant_type: 'client_credentials', audience: url },
    })
    const text = reply.ok ? textOf(member(reply.body, 'access_token'), 10_000) : undefined
    if (text !== undefined && reply.ok && reply.status === 200) return text
    // A response without a token says nothing about the order.
    if (reply.ok && reply.status === 200) return { ...reply, status: 502 }
    return reply
  }

  return {
    async send(path, body, signal) {
      token ??= authorize()
      const authorized = await token
      if (typeof authorized !== 'string') return authorized
      return requestJson(`${url}${path}`, {
        headers: { accept, authorization: `Bearer ${authorized}` },
        ...{ body, signal, outbound, timeoutMs, maxBytes: maxListBytes },
      })
    },
  }
}
