import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { createSsrfAgent } from '#platform/http-client/ssrf-agent'
import { pictureLimits } from './pictures.ts'

export interface DownloadOptions {
  /** Whether private addresses are allowed, as in development. */
  allowPrivate: boolean
  /** The allowed ports; undefined for any. With a list, only https is allowed. */
  ports: readonly number[] | undefined
  timeoutMs?: number
}

/** The bytes of a picture, or the problem as a fragment that follows the field name. */
export type DownloadResult = { content: Buffer } | { problem: string }

const maxRedirects = 3

/**
 * Loads a picture from another server. Every connection, also after a redirect, goes to an address that is allowed for
 * webhooks. Size and time are bounded; the caller detects the type by the content.
 */
export async function downloadPicture(
  address: string,
  { timeoutMs = 10_000, ...options }: DownloadOptions,
): Promise<DownloadResult> {
  const signal = AbortSignal.timeout(timeoutMs)
  let url = address
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const problem = findUrlProblem(url, options)
    if (problem !== undefined) return { problem }
    const result = await request(new URL(url), options, signal)
    if (!('location' in result)) return result
    const target = URL.canParse(result.location, url) ? new URL(result.location, url) : undefined
    if (target === undefined) return { problem: 'redirects to an invalid address' }
    if (new URL(url).protocol === 'https:' && target.protocol !== 'https:')
      return { problem: 'redirects from https to another protocol' }
    url = target.href
  }
  return { problem: `redirects more than ${maxRedirects} times` }
}

function findUrlProblem(text: string, { ports }: DownloadOptions): string | undefined {
  if (!URL.canParse(text)) return 'must be an address such as https://example.com/mug.jpg'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://'
  if (url.username !== '' || url.password !== '')
    return 'must not contain a user name or a password'
  if (ports === undefined) return undefined
  if (url.protocol !== 'https:') return 'must begin with https://'
  return ports.includes(Number(url.port || 443)) ? undefined : `must use port ${ports.join(' or ')}`
}

type Response = DownloadResult | { location: string }

function request(url: URL, options: DownloadOptions, signal: AbortSignal): Promise<Response> {
  const protocol = url.protocol === 'http:' ? 'http:' : 'https:'
  const agent = createSsrfAgent(protocol, { ...options, resolveTimeoutMs: 5_000 })
  const get = protocol === 'http:' ? getHttp : getHttps
  const headers = { accept: 'image/png, image/jpeg, image/webp' }
  return new Promise<Response>((resolve) => {
    const clientRequest = get(url, { agent, headers, signal }, (response) => {
      void readResponse(response, signal).then((result) => {
        resolve(result)
        clientRequest.destroy()
      })
    })
    clientRequest.on('error', (error) => resolve({ problem: toProblem(error, signal) }))
  }).finally(() => agent.destroy())
}

async function readResponse(response: IncomingMessage, signal: AbortSignal): Promise<Response> {
  const { statusCode = 0, headers } = response
  if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined)
    return { location: headers.location }
  if (statusCode !== 200) return { problem: `cannot be loaded: its server returned ${statusCode}` }
  const { maxBytes } = pictureLimits
  const tooLarge = { problem: `is larger than ${maxBytes / 1_000} KB; use a smaller picture` }
  if (Number(headers['content-length'] ?? 0) > maxBytes) return tooLarge
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes) return tooLarge
      chunks.push(chunk)
    }
  } catch (error) {
    return { problem: toProblem(error as Error, signal) }
  }
  return bytes === 0 ? { problem: 'is an empty file' } : { content: Buffer.concat(chunks) }
}

function toProblem(error: Error, { aborted }: AbortSignal): string {
  if (aborted) return 'cannot be loaded in time'
  if (error.message === 'address_refused') return 'points to a private address'
  if (error.message === 'dns_failed') return 'names a host that does not exist'
  return 'cannot be loaded: its server does not respond'
}
