import {
  type OutboundRules,
  RequestFailure,
  sendGuardedRequest,
} from '#platform/http-client/guarded-request'
import { pictureLimits } from './pictures.ts'

export interface DownloadOptions extends OutboundRules {
  /** The allowed ports; undefined for any. With a list, only https is allowed. */
  ports: readonly number[] | undefined
  timeoutMs?: number
}

/** The bytes of a picture, or the problem as a fragment that follows the field name. */
export type DownloadResult = { content: Buffer } | { problem: string }

const maxRedirects = 3
const defaultTimeoutMs = 10_000

/**
 * Loads a picture from another server. Every connection, also after a redirect, goes to an address that is allowed for
 * webhooks. Size and time are bounded; the caller detects the type by the content.
 */
export async function downloadPicture(
  address: string,
  options: DownloadOptions,
): Promise<DownloadResult> {
  const { timeoutMs = defaultTimeoutMs } = options
  const signal = AbortSignal.timeout(timeoutMs) // over all redirects
  let url = address
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const problem = findUrlProblem(url, options)
    if (problem !== undefined) return { problem }
    const result = await request(url, options, signal)
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

const { maxBytes } = pictureLimits

async function request(
  url: string,
  options: DownloadOptions,
  signal: AbortSignal,
): Promise<Response> {
  try {
    const { status, headers, body } = await sendGuardedRequest(url, {
      method: 'GET',
      headers: { accept: 'image/png, image/jpeg, image/webp' },
      ...{
        allowPrivate: options.allowPrivate,
        proxy: options.proxy,
        timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
        signal,
        maxBytes,
      },
      readsBody: (code) => code === 200,
    })
    if (status >= 300 && status < 400 && headers.location !== undefined)
      return { location: headers.location }
    if (status !== 200) return { problem: `cannot be loaded: its server returned ${status}` }
    return body.length === 0 ? { problem: 'is an empty file' } : { content: body }
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error
    return { problem: failureProblems[error.code] }
  }
}

const failureProblems: Readonly<Record<RequestFailure['code'], string>> = {
  port_refused: 'has a port to which this installation sends no requests',
  address_refused: 'points to a private address',
  dns_failed: 'names a host that does not exist',
  timeout: 'cannot be loaded in time',
  too_large: `is larger than ${maxBytes / 1_000} KB; use a smaller picture`,
  connection_failed: 'cannot be loaded: its server does not respond',
}
