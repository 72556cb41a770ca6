import type { Credentials } from './credentials.ts'
import type { DeprecationWarner } from './deprecation.ts'
import { type BestowError, ConnectionError, isBestowError, TimeoutError } from './errors.ts'
import { parseError } from './parse-error.ts'
import { computeDelayMs, isRetryable, parseRetryAfter, sleep } from './retry.ts'

/** What may be set for all requests, and again for one. */
export interface RequestTimeouts {
  /** How often a request is sent again when that may help. 2 unless you say otherwise. */
  maxRetries?: number | undefined
  /** Milliseconds for everything: all tries, and the waits between them. 30,000 unless you say otherwise. */
  timeout?: number | undefined
  /** Milliseconds for each try. 10,000 unless you say otherwise. */
  attemptTimeout?: number | undefined
}

/** What a hook is told of. It holds no token. */
export interface AttemptInfo {
  method: string
  url: string
  /** 1 for the first try. */
  attempt: number
  idempotencyKey: string | undefined
}

export interface Hooks {
  /** Called before each try. */
  onRequest?: ((info: AttemptInfo) => void) | undefined
  /** Called after each try that was answered. */
  onResponse?:
    | ((info: AttemptInfo & { status: number; requestId: string | undefined; ms: number }) => void)
    | undefined
}

/** How requests leave. */
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
 * Sends a request, again if need be, and answers what came back. The same bytes and the same
 * idempotency key go out each time, so that the service does it once. Throws whatever is not a 2xx.
 */
export async function send(
  settings: TransportSettings,
  request: OutgoingRequest,
  options: RequestTimeouts & { signal?: AbortSignal | undefined },
): Promise<IncomingResponse> {
  const timeouts = { ...settings.timeouts, ...omitUndefined(options) }
  const deadline = performance.now() + timeouts.timeout
  let tokenRenewals = 0 // a token that was refused is renewed once, and that is no retry
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

/** One try within its time. A failure that a retry may mend is answered; anything else is thrown. */
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
    // A fetch that does not heed its signal must not hold us either.
    return await Promise.race([fetchOnce(settings, request, attempt, controller.signal), aborted])
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    if (isBestowError(cause)) throw cause
    const { idempotencyKey } = request
    const target = `${request.method} ${request.url}`
    if (controller.signal.aborted)
      return new TimeoutError(`No answer in ${Math.round(timeoutMs)} ms: ${target}`, {
        idempotencyKey,
      })
    return new ConnectionError(`No connection, or it broke: ${target}`, { idempotencyKey, cause })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', forwardAbort)
  }
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
    redirect: 'manual', // elsewhere, our token is nobody's business
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
  if (status === 304) return new ConnectionError('Nothing has changed.', { status })
  const location = headers.get('location') ?? 'somewhere else'
  return new ConnectionError(`${url} redirects to ${location}. Set baseUrl to where the API is.`, {
    status,
  })
}
