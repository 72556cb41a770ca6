import type { OutboundRules } from '#platform/http-client/guarded-request'
import { member, requestJson, textOf } from '#platform/http-client/json-request'
import { PublishFailure } from '#webhooks'

/*
 * The client of HubSpot, `@hubspot/api-client`, has an HTTP client of its own with retries and a limiter, and generated
 * code for the whole API. Six requests through the address guard are less than its replacement parts.
 */

export interface HubSpotValues {
  url: string
  access_token: string
}

interface ClientLimits {
  outbound: OutboundRules
  timeoutMs: number
  signal?: AbortSignal
}

interface HubSpotReply {
  status: number
  body: unknown
}

export interface HubSpotClient {
  /** Sends a request: POST with a body, GET without. Rejects with `PublishFailure` if no response arrives. */
  send(path: string, body?: object): Promise<HubSpotReply>
}

const failures: Readonly<Record<string, PublishFailure['code']>> = {
  address_refused: 'address_refused',
  port_refused: 'port_refused',
  dns_failed: 'dns_failed',
  timeout: 'response_timeout',
  too_large: 'bad_response',
}

/** Creates a client of version 3 of the CRM API. */
export const createClient = (
  { url, access_token }: HubSpotValues,
  limits: ClientLimits,
): HubSpotClient => ({
  async send(path, body) {
    const reply = await requestJson(`${url}/crm/v3${path}`, {
      headers: { authorization: `Bearer ${access_token}` },
      ...{ body, ...limits },
    })
    if (!reply.ok) throw new PublishFailure(failures[reply.code] ?? 'connect_failed')
    const text = JSON.stringify(reply.body ?? null).replaceAll(access_token, '…')
    return { status: reply.status, body: JSON.parse(text) }
  },
})

/** Rejects every reply that is no success. The texts of HubSpot say what is missing, such as a scope. */
export function assertDone({ status, body }: HubSpotReply): void {
  if (status >= 200 && status <= 299) return
  const category = textOf(member(body, 'category'), 100)
  const message = textOf(member(body, 'message'), 2_000)?.slice(0, 200)
  const detail = [`http_${status}`, category, message].filter(Boolean).join(': ')
  if (status === 401) throw new PublishFailure('sign_in_refused', detail)
  throw new PublishFailure(
    'not_accepted',
    status === 429 ? `${detail} (the limit of HubSpot)` : detail,
  )
}
