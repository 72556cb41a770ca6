import type { Ageing } from './ageing.ts'
import type { Credentials } from './credentials.ts'
import { type BestowError, ConnectionError, isBestowError, TimeoutError } from './errors.ts'
import { errorOf } from './refusal.ts'
import { isPassing, pause, retryAfterIn, waitBefore } from './retry.ts'

/** What may be set for all requests, and again for one. */
export interface Patience {
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
export interface Sender extends Hooks {
  fetch: typeof fetch
  credentials: Credentials
  patience: Required<{ [Each in keyof Patience]: number }>
  ageing: Ageing
}

export interface Outgoing {
  method: string
  url: string
  headers: Record<string, string>
  body: string | undefined
  idempotencyKey: string | undefined
}

export interface Incoming {
  response: Response
  text: string
  attempts: number
}

/**
 * Sends a request, again if need be, and answers what came back. The same bytes and the same
 * idempotency key go out each time, so that the service does it once. Throws whatever is not a 2xx.
 */
export async function send(
  sender: Sender,
  request: Outgoing,
  options: Patience & { signal?: AbortSignal | undefined },
): Promise<Incoming> {
  const patience = { ...sender.patience, ...definedOnly(options) }
  const deadline = performance.now() + patience.timeout
  let renewed = 0 // a token that was refused is renewed once, and that is no retry
  for (let attempt = 1; ; attempt++) {
    const began = performance.now()
    const left = deadline - began
    const ms = Math.max(0, Math.min(patience.attemptTimeout, left))
    const result = await tryOnce(sender, request, { attempt, ms, signal: options.signal })
    if (!isBestowError(result)) return result
    result.attempts = attempt
    if (result.status === 401 && renewed === 0 && sender.credentials.renew(began)) {
      renewed = 1
      continue
    }
    const wait = waitBefore(attempt - renewed, result.retryAfterMs, Math.random())
    const isOver = attempt - renewed > patience.maxRetries || performance.now() + wait >= deadline
    if (isOver || !isPassing(result)) throw result
    await pause(wait, options.signal)
  }
}

const definedOnly = ({ maxRetries, timeout, attemptTimeout }: Patience) =>
  Object.fromEntries(
    Object.entries({ maxRetries, timeout, attemptTimeout }).filter(
      ([, value]) => value !== undefined,
    ),
  )

interface Try {
  attempt: number
  ms: number
  signal: AbortSignal | undefined
}

/** One try within its time. A failure that a retry may mend is answered; anything else is thrown. */
async function tryOnce(
  sender: Sender,
  request: Outgoing,
  { attempt, ms, signal }: Try,
): Promise<Incoming | BestowError> {
  signal?.throwIfAborted()
  const stop = new AbortController()
  const isOver = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason))
  })
  const follow = () => stop.abort(signal?.reason)
  const timer = setTimeout(() => stop.abort(), ms)
  signal?.addEventListener('abort', follow, { once: true })
  try {
    // A fetch that does not heed its signal must not hold us either.
    return await Promise.race([exchange(sender, request, attempt, stop.signal), isOver])
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    if (isBestowError(cause)) throw cause
    const { idempotencyKey } = request
    const where = `${request.method} ${request.url}`
    if (stop.signal.aborted)
      return new TimeoutError(`No answer in ${Math.round(ms)} ms: ${where}`, { idempotencyKey })
    return new ConnectionError(`No connection, or it broke: ${where}`, { idempotencyKey, cause })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', follow)
  }
}

async function exchange(
  sender: Sender,
  { method, url, headers, body, idempotencyKey }: Outgoing,
  attempt: number,
  signal: AbortSignal,
): Promise<Incoming | BestowError> {
  const proof = await sender.credentials.headers()
  const info = { method, url, attempt, idempotencyKey }
  sender.onRequest?.(info)
  const start = performance.now()
  const response = await sender.fetch(url, {
    method,
    headers: { ...headers, ...proof },
    ...(body === undefined ? {} : { body }),
    redirect: 'manual', // elsewhere, our token is nobody's business
    signal,
  })
  const text = await response.text()
  const requestId = response.headers.get('request-id') ?? undefined
  sender.onResponse?.({
    ...info,
    status: response.status,
    requestId,
    ms: performance.now() - start,
  })
  sender.ageing.notice(response.headers)
  if (response.ok) return { response, text, attempts: attempt }
  const details = { requestId, idempotencyKey, retryAfterMs: retryAfterIn(response.headers) }
  if (response.status < 400) throw redirected(response, url)
  return errorOf(response.status, text, { ...details, hint: sender.credentials.hint })
}

function redirected(response: Response, url: string): BestowError {
  const { status, headers } = response
  if (status === 304) return new ConnectionError('Nothing has changed.', { status })
  const to = headers.get('location') ?? 'somewhere else'
  return new ConnectionError(`${url} redirects to ${to}. Set baseUrl to where the API is.`, {
    status,
  })
}
