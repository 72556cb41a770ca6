import {
  type GuardedResponse,
  type OutboundRules,
  RequestFailure,
  sendGuardedRequest,
} from '#platform/http-client/guarded-request'
import { decodeText, decompress } from './decode-body.ts'

/** Why a page could not be read. */
export type PageProblem =
  | Exclude<RequestFailure['code'], 'too_large'>
  | 'refused'
  | 'not_a_page'
  | 'too_many_redirects'

/** A text of a website with the URL at which it was read, or the reason why it was not. */
export type ReadResult = { url: string; text: string } | { problem: PageProblem }

/** What to read, within a deadline that several requests can share. */
export interface ReadOptions {
  rules: OutboundRules
  signal: AbortSignal
  accept: string
  /** The content types that are read. */
  types: RegExp
}

/** The bytes that are read at most, on the wire and again after decompression. The rest of the page is left out. */
const maxBytes = 1_000_000
const maxRedirects = 3
const timeoutMs = 10_000

/** Reads a text. Each connection, also after a redirect, goes to an address that the rules allow. */
export async function readText(address: string, options: ReadOptions): Promise<ReadResult> {
  let url = toSecureUrl(address, options.rules)
  try {
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const response = await request(url, options)
      const { location } = response.headers
      if (response.status < 300 || response.status > 399 || location === undefined)
        return await toResult(response, url, options)
      if (!URL.canParse(location, url)) return { problem: 'refused' }
      const target = new URL(location, url)
      if (!/^https?:$/.test(target.protocol)) return { problem: 'refused' }
      url = toSecureUrl(target.href, options.rules)
    }
    return { problem: 'too_many_redirects' }
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error
    return { problem: error.code === 'too_large' ? 'not_a_page' : error.code }
  }
}

/** Changes http to https, unless the rules allow all ports, as in development. */
export function toSecureUrl(address: string, { ports }: OutboundRules): string {
  const url = new URL(address)
  if (ports !== undefined && url.protocol === 'http:') url.protocol = 'https:'
  url.username = ''
  url.password = ''
  url.hash = ''
  return url.href
}

const request = (url: string, { rules, signal, accept }: ReadOptions) =>
  sendGuardedRequest(url, {
    method: 'GET',
    headers: {
      ...{ accept, 'accept-encoding': 'gzip, br', 'accept-language': 'en, *;q=0.5' },
      'user-agent': 'Mozilla/5.0 (compatible; Bestow)',
    },
    ...{ ...rules, timeoutMs, signal, maxBytes, cutsBody: true },
    readsBody: (status) => status === 200,
  })

async function toResult(
  { status, headers, body }: GuardedResponse,
  url: string,
  { types }: ReadOptions,
): Promise<ReadResult> {
  if (status !== 200) return { problem: 'refused' }
  const type = headers['content-type'] ?? ''
  if (!types.test(type)) return { problem: 'not_a_page' }
  const content = await decompress(body, headers['content-encoding'], maxBytes)
  return content === undefined
    ? { problem: 'not_a_page' }
    : { url, text: decodeText(content, type) }
}
