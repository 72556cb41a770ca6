import type { Credentials } from './credentials.ts'
import type { DeprecationWarner } from './deprecation.ts'
import { type BestowError, ConnectionError, isBestowError, TimeoutError } from './errors.ts'
import { parseError } from './parse-error.ts'
import { computeDelayMs, isRetryable, parseRetryAfter, sleep } from './retry.ts'

/** The default options of all requests. Each request can override them. */
export interface RequestTimeouts {
  /** The maximum number of retries. The default is 2. */
  maxRetries?: number | undefined
  /**
   * The total timeout in milliseconds, for all attempts and the delays between them. The default is 30,000.
   */
  timeout?: number | undefined
  /** The timeout of each attempt in milliseconds. The default is 10,000. */
  attemptTimeout?: number | undefined
}

/** The argument of the hooks. It contains no token. */
export interface AttemptInfo {
  method: string
  url: string
  /** The number of the attempt. The first attempt has the number 1. */
  attempt: number
  idempotencyKey: string | undefined
}

export interface Hooks {
  /** A function that the client calls before each attempt. */
  onRequest?: ((info: AttemptInfo) => void) | undefined
  /** A function that the client calls after each attempt that got a response. */
  onResponse?:
    | ((info: AttemptInfo & { status: number; requestId: string | undefined; ms: number }) => void)
    | undefined
}

/** The transport options of a request. */
export interface TransportSettings extends Hooks {
  fetch: typeof fetch
  credentials: Credentials
  timeouts: Required<{ [Each in keyof RequestTimeouts]: number }>
  deprecation: DeprecationWarner
}

export interface OutgoingRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: string | undefined
  idempotencyKey: string | undefined
}

export interface IncomingResponse {
  response: Response
  text: string
  attempts: number
}

/**
 * Sends a request with retries and returns the response. All attempts send the same bytes and the same
 * idempotency key, so that the service executes the request once. The function throws an error for every
 * status except 2xx.
 */
export async function send(
  settings: TransportSettings,
  request: OutgoingRequest,
  options: RequestTimeouts & { signal?: AbortSignal | undefined },
): Promise<IncomingResponse> {
  const timeouts = { ...settings.timeouts, ...omitUndefined(options) }
  const deadline = performance.now() + timeouts.timeout
  let tokenRenewals = 0 // a rejected token is renewed once, which does not count as a retry
  for (let attempt = 1; ; attempt++) {
    const startedAt = performance.now()
    const remainingMs = deadline - startedAt
    const timeoutMs = Math.max(0, Math.min(timeouts.attemptTimeout, remainingMs))
    const result = await sendAttempt(settings, request, {
      attempt,
      timeoutMs,
      signal: options.signal,
    })
    if (!isBestowError(result)) return result
    result.attempts = attempt
    if (result.status === 401 && tokenRenewals === 0 && settings.credentials.renew(startedAt)) {
      tokenRenewals = 1
      continue
    }
    const delayMs = computeDelayMs(attempt - tokenRenewals, result.retryAfterMs, Math.random())
    const isFinal =
      attempt - tokenRenewals > timeouts.maxRetries || performance.now() + delayMs >= deadline
    if (isFinal || !isRetryable(result)) throw result
    await sleep(delayMs, options.signal)
  }
}

const omitUndefined = ({ maxRetries, timeout, attemptTimeout }: RequestTimeouts) =>
  Object.fromEntries(
    Object.entries({ maxRetries, timeout, attemptTimeout }).filter(
      ([, value]) => value !== undefined,
    ),
  )

interface AttemptOptions {
  attempt: number
  timeoutMs: number
  signal: AbortSignal | undefined
}

/** Makes one attempt within its timeout. Returns a failure that allows a retry. Throws any other failure. */
async function sendAttempt(
  settings: TransportSettings,
  request: OutgoingRequest,
  { attempt, timeoutMs, signal }: AttemptOptions,
): Promise<IncomingResponse | BestowError> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const aborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason))
  })
  const forwardAbort = () => controller.abort(signal?.reason)
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  signal?.addEventListener('abort', forwardAbort, { once: true })
  try {
    // A `fetch` function of the caller may ignore its signal. The race ensures that the attempt still ends.
    return await Promise.race([fetchOnce(settings, request, attempt, controller.signal), aborted])
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    if (isBestowError(cause)) throw cause
    const { idempotencyKey } = request
    const target = `${request.method} ${request.url}`
    if (controller.signal.aborted)
      return new TimeoutError(`No response within ${Math.round(timeoutMs)} ms: ${target}`, {
        idempotencyKey,
      })
    return new ConnectionError(`The connection failed: ${target}${describeCause(cause)}`, {
      idempotencyKey,
      cause,
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', forwardAbort)
  }
}

const causes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at this address. Is the service running?',
  ENOTFOUND: 'the host name is unknown. Check the base URL.',
  EAI_AGAIN: 'the host name could not be resolved. Check the network.',
  ECONNRESET: 'the connection was closed before a response.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the port does not speak TLS. Check http:// and https://.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed.',
}

/** Returns the reason of a failed `fetch`. Most runtimes store the reason in the cause of the error. */
function describeCause(error: unknown): string {
  const { code, message } = ((error as { cause?: unknown } | null)?.cause ?? error ?? {}) as {
    code?: unknown
    message?: unknown
  }
  const reason = causes[String(code)] ?? [code, message].find((each) => typeof each === 'string')
  return reason === undefined || reason === '' ? '' : `: ${reason}`
}

async function fetchOnce(
  settings: TransportSettings,
  { method, url, headers, body, idempotencyKey }: OutgoingRequest,
  attempt: number,
  signal: AbortSignal,
): Promise<IncomingResponse | BestowError> {
  const authHeaders = await settings.credentials.headers()
  const info = { method, url, attempt, idempotencyKey }
  settings.onRequest?.(info)
  const startedAt = performance.now()
  const response = await settings.fetch(url, {
    method,
    headers: { ...headers, ...authHeaders },
    ...(body === undefined ? {} : { body }),
    redirect: 'manual', // another host must not receive the token
    signal,
  })
  const text = await response.text()
  const requestId = response.headers.get('request-id') ?? undefined
  settings.onResponse?.({
    ...info,
    status: response.status,
    requestId,
    ms: performance.now() - startedAt,
  })
  settings.deprecation.warnIfDeprecated(response.headers)
  if (response.ok) return { response, text, attempts: attempt }
  const details = { requestId, idempotencyKey, retryAfterMs: parseRetryAfter(response.headers) }
  if (response.status < 400) throw redirectError(response, url)
  return parseError(response.status, text, { ...details, hint: settings.credentials.hint })
}

function redirectError(response: Response, url: string): BestowError {
  const { status, headers } = response
  if (status === 304) return new ConnectionError('The resource has not changed.', { status })
  const location = headers.get('location') ?? 'another address'
  return new ConnectionError(
    `${url} redirects to ${location}. Set baseUrl to the address of the API.`,
    {
      status,
    },
  )
}
