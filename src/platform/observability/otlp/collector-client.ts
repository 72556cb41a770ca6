/** The operator's collector. */
export interface CollectorOptions {
  /** The base URL of the collector, without a trailing slash. */
  url: string
  headers: Readonly<Record<string, string>>
}

/** The result of one request to the collector. */
export type ExportResult =
  /** `rejected` is the number of records or points that the collector did not accept. */
  | { isSent: true; rejected: number }
  | { isSent: false; isRetryable: boolean; problem: string; retryAfterMs: number }

export type ExportPath = '/v1/logs' | '/v1/metrics'

const retryableStatuses = [429, 502, 503, 504] // https://opentelemetry.io/docs/specs/otlp/#retryable-response-codes
const maxRetryAfterMs = 300_000
const maxResponseBytes = 65_536

/**
 * Sends one request. The signal can end it at any point, even while a response arrives slowly. Never throws.
 */
export async function sendToCollector(
  { url, headers }: CollectorOptions,
  path: ExportPath,
  request: object,
  signal: AbortSignal,
): Promise<ExportResult> {
  try {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(request),
      redirect: 'manual', // does not follow redirects, because the headers are for this collector only
      signal,
    })
    const text = await readLimited(response).catch(() => '') // the status already says whether the collector has the data
    if (response.ok) return { isSent: true, rejected: parseRejected(text) }
    return {
      isSent: false,
      isRetryable: retryableStatuses.includes(response.status),
      problem: `status ${response.status}`,
      retryAfterMs: parseRetryAfter(response.headers.get('retry-after')),
    }
  } catch (error) {
    return { isSent: false, isRetryable: true, problem: describeProblem(error), retryAfterMs: 0 }
  }
}

async function readLimited({ body }: Response): Promise<string> {
  if (body === null) return ''
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxResponseBytes) return '' // returning leaves the loop, which closes the connection
  }
  return Buffer.concat(chunks).toString()
}

/**
 * Returns how many records the collector rejected. The collector may accept a
 * request in part (partial success).
 */
function parseRejected(text: string): number {
  try {
    const { partialSuccess } = JSON.parse(text)
    const { rejectedLogRecords, rejectedDataPoints } = partialSuccess ?? {}
    const rejected = Number(rejectedLogRecords ?? rejectedDataPoints ?? 0)
    return Number.isSafeInteger(rejected) && rejected > 0 ? rejected : 0
  } catch {
    return 0
  }
}

function parseRetryAfter(text: string | null): number {
  const ms = /^\d{1,6}$/.test(text ?? '') ? Number(text) * 1_000 : 0
  return Math.min(ms, maxRetryAfterMs)
}

/** Returns the code or the name of an error. Never returns its message, which could contain the URL. */
function describeProblem(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no response in time'
  const { code, name } = (error.cause ?? error) as { code?: string; name?: string }
  return code ?? name ?? error.name
}
