import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { EgressProxy } from './proxy.ts'
import { type AddressRules, getPort } from './ssrf.ts'
import { createSsrfAgent } from './ssrf-agent.ts'

/*
 * Requests whose response body matters, such as requests to a carrier. Webhook requests ignore
 * the body and use http-client.ts.
 */

/** The addresses that a request may reach, and the way to them. */
export interface OutboundRules extends AddressRules {
  /** The proxy for connections to public addresses. */
  proxy?: EgressProxy | undefined
  /** The allowed ports. Undefined if all ports are allowed. */
  ports?: readonly number[] | undefined
}

export interface GuardedRequestOptions extends OutboundRules {
  method: 'GET' | 'POST' | 'PROPFIND' | 'REPORT'
  headers: Readonly<Record<string, string>>
  body?: Buffer
  /** The maximum time from the start of the request to the last byte of the response, in milliseconds. */
  timeoutMs: number
  /** A signal that also ends the request. Several requests can share it as a common deadline. */
  signal?: AbortSignal
  /**
   * Returns whether to read the body of a response with this status. If not, the body is empty. The default
   * reads the body of every response.
   */
  readsBody?: (status: number) => boolean
  /** The maximum size of the response body. */
  maxBytes: number
  /** Whether a longer body is cut at `maxBytes`. By default, the request fails with `too_large`. */
  cutsBody?: boolean
}

export interface GuardedResponse {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

type RequestFailureCode =
  | 'address_refused'
  | 'port_refused'
  | 'dns_failed'
  | 'timeout'
  | 'too_large'
  | 'connection_failed'

/** The error of a request that got no complete response. */
export class RequestFailure extends Error {
  readonly code: RequestFailureCode

  constructor(code: RequestFailureCode) {
    super(code)
    this.name = 'RequestFailure'
    this.code = code
  }
}

/**
 * Sends one request through the address guard. Follows no redirects. Throws `RequestFailure` unless the whole
 * response arrives within the limits.
 */
export async function sendGuardedRequest(
  text: string,
  options: GuardedRequestOptions,
): Promise<GuardedResponse> {
  const { method, headers, body, allowPrivate, allowedNetworks, proxy, timeoutMs } = options
  const { readsBody = () => true } = options
  const url = new URL(text)
  if (options.ports?.includes(getPort(url)) === false) throw new RequestFailure('port_refused')
  const isPlain = url.protocol === 'http:'
  const agent = createSsrfAgent(isPlain ? 'http:' : 'https:', {
    allowPrivate,
    allowedNetworks,
    proxy,
    resolveTimeoutMs: timeoutMs,
  })
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal])
  const length = body === undefined ? {} : { 'content-length': String(body.length) }
  const send = isPlain ? requestHttp : requestHttps
  const request = send(url, { method, agent, signal, headers: { ...headers, ...length } })
  try {
    request.end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const { statusCode: status = 0, headers: responseHeaders } = response
    const isRead = readsBody(status)
    const content = isRead ? await readBounded(response, options) : Buffer.alloc(0)
    return { status, headers: responseHeaders, body: content }
  } catch (error) {
    if (error instanceof RequestFailure) throw error
    throw new RequestFailure(signal.aborted ? 'timeout' : toFailureCode(error))
  } finally {
    request.destroy()
    agent.destroy()
  }
}

async function readBounded(
  response: IncomingMessage,
  { maxBytes, cutsBody = false }: Pick<GuardedRequestOptions, 'maxBytes' | 'cutsBody'>,
): Promise<Buffer> {
  if (!cutsBody && Number(response.headers['content-length'] ?? 0) > maxBytes)
    throw new RequestFailure('too_large')
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes && !cutsBody) throw new RequestFailure('too_large')
    chunks.push(chunk)
    if (bytes >= maxBytes && cutsBody) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

/**
 * Returns the failure code of an error. The address guard reports its reasons as messages of ordinary errors.
 */
function toFailureCode(error: unknown): RequestFailureCode {
  const message = error instanceof Error ? error.message : ''
  return message === 'address_refused' || message === 'dns_failed' ? message : 'connection_failed'
}
