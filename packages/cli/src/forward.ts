import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** The result of a delivery to a local server. */
export interface ForwardResult {
  ok: boolean
  status: number | null
  /**
   * The code of a failure that occurred before a status arrived. The attempt log of the service uses the same
   * codes.
   */
  error: string | null
  ms: number
}

const timeouts = { connectMs: 5_000, responseMs: 15_000 }

/**
 * Sends a delivery in the same way as the service: with the same bytes and HTTP/1.1. The status decides about
 * success, and the body of the response is not read.
 */
export function forward(
  url: URL,
  headers: readonly (readonly [string, string])[],
  body: string,
  signal?: AbortSignal,
): Promise<ForwardResult> {
  const startedAt = performance.now()
  const bytes = Buffer.from(body)
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    const settle = (status: number | null, error: string | null) => {
      clearTimeout(timer)
      const ms = Math.round(performance.now() - startedAt)
      const ok = status !== null && status >= 200 && status < 300
      resolve({ ok, status, error, ms })
    }
    const startRequest = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = startRequest(url, {
      method: 'POST',
      agent: false,
      rejectUnauthorized: false, // a local server may use a certificate that it signed itself
      headers: { ...Object.fromEntries(headers), 'Content-Length': bytes.length },
      ...(signal === undefined ? {} : { signal }),
    })
    const fail = (code: string) => {
      settle(null, code)
      request.destroy()
    }
    timer = setTimeout(() => fail('connect_timeout'), timeouts.connectMs)
    request.on('socket', (socket) =>
      socket.once('connect', () => {
        clearTimeout(timer)
        timer = setTimeout(() => fail('response_timeout'), timeouts.responseMs)
      }),
    )
    request.on('response', (response) => {
      settle(response.statusCode ?? 0, null)
      response.resume()
      response.once('error', () => {})
    })
    request.on('error', (error) => settle(null, toErrorCode(error)))
    request.end(bytes)
  })
}

function toErrorCode(error: Error & { code?: string }): string {
  const { code = '' } = error
  if (code === 'ECONNREFUSED') return 'connect_refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns_failed'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'reset'
  if (code.startsWith('HPE_')) return 'bad_response'
  if (/^(ERR_TLS|ERR_SSL|EPROTO|DEPTH_ZERO|SELF_SIGNED)/.test(code)) return 'tls_failed'
  if (error.name === 'AbortError') return 'stopped'
  return 'connect_failed'
}

/** Returns a hint for the developer. Returns undefined if the delivery succeeded. */
export function buildHint({ status, error }: ForwardResult, url: URL): string | undefined {
  if (error !== null) return errorHints(url)[error] ?? `The request failed: ${error}.`
  if (status === null || (status >= 200 && status < 300)) return undefined
  if (status === 401 || status === 403)
    return 'Your app rejects the delivery. Check that it uses the secret above and verifies the raw bytes of the body. `bestow webhook verify` explains signatures.'
  if (status === 404 || status === 405) return `Your app has no POST ${url.pathname}.`
  if (status >= 300 && status < 400)
    return 'Redirects are not followed; a real delivery would fail here.'
  if (status === 400 || status === 415)
    return 'Your app rejects this body. Read the raw bytes, before any parser.'
  if (status >= 500) return 'Your app failed; see its log. The service would retry a real delivery.'
  return 'Only a 2xx status counts as accepted.'
}

const errorHints = (url: URL): Readonly<Record<string, string>> => ({
  connect_refused: `No server listens at ${url.host}. Is your app running?`,
  connect_timeout: `${url.host} did not accept the connection within 5 seconds.`,
  response_timeout:
    'Your app accepted the connection but sent no status within 15 seconds. Respond first, then process the event.',
  dns_failed: `The name ${url.hostname} does not resolve.`,
  reset: 'Your app closed the connection without a response.',
  tls_failed: 'TLS failed. Does this port use HTTPS?',
  bad_response: 'The response is not HTTP.',
})
