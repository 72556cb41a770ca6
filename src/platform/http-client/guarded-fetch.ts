import { type OutboundRules, RequestFailure, sendGuardedRequest } from './guarded-request.ts'
import { getPort } from './ssrf.ts'

/** The rules of a fetch function. */
export interface GuardedFetchOptions extends OutboundRules {
  /** The allowed ports. Undefined if all ports are allowed. */
  ports?: readonly number[] | undefined
  /** The maximum time from the start of a request to the last byte of its response, in milliseconds. */
  timeoutMs: number
  /** The maximum size of a response body. */
  maxBytes: number
}

/** The part of a fetch call that OAuth libraries use. */
interface FetchInit {
  method: string
  headers: Record<string, string>
  body?: unknown
  signal?: AbortSignal | undefined
}

/** The statuses whose `Response` has no body. */
const statusesWithoutBody: readonly number[] = [204, 205, 304]

/**
 * Creates a function with the signature of `fetch`, for libraries that have no HTTP client of their own.
 * Requests go through the address guard, follow no redirects, and reject with `RequestFailure`.
 */
export function createGuardedFetch({ ports, ...options }: GuardedFetchOptions) {
  return async (text: string, init: FetchInit): Promise<Response> => {
    const { method, headers, body, signal } = init
    if (method !== 'GET' && method !== 'POST') throw new Error(`no requests with ${method}`)
    if (ports !== undefined && !ports.includes(getPort(new URL(text))))
      throw new RequestFailure('address_refused')
    const response = await sendGuardedRequest(text, {
      ...options,
      method,
      headers,
      ...(body !== undefined && body !== null && { body: Buffer.from(String(body)) }),
      ...(signal !== undefined && { signal }),
    })
    return toResponse(response)
  }
}

function toResponse({
  status,
  headers,
  body,
}: Awaited<ReturnType<typeof sendGuardedRequest>>): Response {
  if (status < 200 || status > 599) throw new RequestFailure('connection_failed')
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  )
  const content = statusesWithoutBody.includes(status) ? null : new Uint8Array(body)
  return new Response(content, { status, headers: pairs })
}
