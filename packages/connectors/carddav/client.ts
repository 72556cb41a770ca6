import { parse } from 'tldts'
import {
  type OutboundRules,
  RequestFailure,
  sendGuardedRequest,
} from '#platform/http-client/guarded-request'
import { type Multistatus, readMultistatus } from './multistatus.ts'

export interface CardDavOptions {
  url: string
  user: string
  password: string
  outbound: OutboundRules
  timeoutMs?: number
}

/** The server did not answer as the protocol says. The message is for a person and has no credential. */
export class DavError extends Error {
  readonly status: number | undefined
  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** Returns whether a response was larger than the limit. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof RequestFailure && error.code === 'too_large'

interface DavRequest {
  method: 'PROPFIND' | 'REPORT'
  depth: '0' | '1'
  body: string
  maxBytes?: number
}

export interface DavClient {
  /** Sends a request, and follows redirects. Returns the URL that answered. Throws DavError and RequestFailure. */
  send(url: URL, request: DavRequest): Promise<Multistatus & { url: URL }>
}

const defaultTimeoutMs = 30_000
const maxRedirects = 5
const maxRequests = 2_000
const maxTotalBytes = 300_000_000
const maxResponseBytes = 20_000_000

/**
 * Creates a client that sends the credentials over TLS, and to servers of the same registrable domain only: a redirect or a
 * link of the server cannot send them elsewhere. Local tests use http.
 */
export function createDavClient(options: CardDavOptions, signal?: AbortSignal): DavClient {
  const home = new URL(options.url)
  let requests = 0
  let bytes = 0

  async function sendOnce(
    url: URL,
    { method, depth, body, maxBytes = maxResponseBytes }: DavRequest,
  ) {
    if (!isSameSite(home, url)) throw new DavError('the server refers to another site')
    requests += 1
    if (requests > maxRequests || bytes > maxTotalBytes)
      throw new DavError('the server sends too much')
    const { user, password, outbound, timeoutMs = defaultTimeoutMs } = options
    const response = await sendGuardedRequest(url.href, {
      ...outbound,
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
        'content-type': 'application/xml; charset=utf-8',
        accept: 'application/xml, text/xml',
        depth,
      },
      body: Buffer.from(`<?xml version="1.0" encoding="utf-8"?>${body}`),
      timeoutMs,
      ...(signal && { signal }),
      maxBytes,
    })
    bytes += response.body.length
    return response
  }

  return {
    async send(start, request) {
      let url = start
      for (let hop = 0; hop <= maxRedirects; hop += 1) {
        const { status, headers, body } = await sendOnce(url, request)
        if (status >= 300 && status < 400) {
          url = resolve(headers.location ?? '', url)
          continue
        }
        if (status !== 207) throw new DavError(describeStatus(status), status)
        const found = readMultistatus(decode(body))
        if (found === undefined) throw new DavError('the server sends XML that cannot be read')
        return { ...found, url }
      }
      throw new DavError('the server redirects without end')
    },
  }
}

const decode = (body: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new DavError('the server sends XML that cannot be read')
  }
}

/** Resolves a reference of the server. Throws for one that is no URL. */
export function resolve(reference: string, base: URL): URL {
  if (!URL.canParse(reference, base.href) || reference === '')
    throw new DavError('the server refers to an address that is no URL')
  return new URL(reference, base)
}

function isSameSite(home: URL, url: URL): boolean {
  if (url.origin === home.origin) return true
  const domain = parse(home.hostname).domain
  return url.protocol === 'https:' && domain !== null && parse(url.hostname).domain === domain
}

function describeStatus(status: number): string {
  if (status === 401) return 'http_401: the server does not accept the user or the password'
  if (status === 404) return 'http_404: the server has no address book at this URL'
  return `http_${status}`
}
