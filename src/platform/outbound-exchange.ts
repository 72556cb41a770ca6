import { type Dispatcher, errors } from 'undici'
import type { Phase, Word } from './outbound-connect.ts'
import type { Line } from './outbound-lines.ts'

export interface Request {
  path: string
  headers: string[]
  body: Buffer
}

export interface Answer {
  ok: boolean
  status?: number
  error?: Word
  phase: Phase
  retry_after?: number
}

/** A response that is longer, or takes longer to end, costs its connection. */
const tolerated = { bytes: 4_096, ms: 250 } as const

/** Sends one request and judges by the status line of the final response alone. */
export function exchange(line: Line, request: Request, limit: number): Promise<Answer> {
  return new Promise((resolve) => {
    let isAnswered = false
    let bytes = 0
    let timer = setTimeout(() => fail('response_timeout'), limit)

    function fail(error: Word) {
      clearTimeout(timer)
      line.drop()
      if (!isAnswered) resolve({ ok: false, error, phase: 'sent' })
      isAnswered = true
    }

    line.client.dispatch(
      { method: 'POST', ...request },
      {
        onRequestStart() {}, // the library insists on it
        onResponseStart(_controller, status, headers) {
          if (status < 200) return // interim responses prove nothing and earn no time
          clearTimeout(timer)
          isAnswered = true
          resolve(judge(status, headers))
          timer = setTimeout(line.drop, tolerated.ms)
        },
        onResponseData(_controller, chunk) {
          bytes += chunk.length
          if (bytes > tolerated.bytes) fail('bad_response')
        },
        onResponseEnd() {
          clearTimeout(timer)
          line.release()
        },
        onResponseError(_controller, error) {
          fail(wordFor(error))
        },
      },
    )
  })
}

function judge(status: number, headers: Dispatcher.ResponseData['headers']): Answer {
  const phase = 'status'
  if (status < 300) return { ok: true, status, phase }
  if (status < 400) return { ok: false, status, phase, error: 'redirect' }
  const retry_after =
    status === 429 || status === 503 ? secondsOf(headers['retry-after']) : undefined
  return {
    ok: false,
    status,
    phase,
    error: 'http_status',
    ...(retry_after === undefined ? {} : { retry_after }),
  }
}

/** Seconds, or a date (RFC 9110 §10.2.3); nonsense is nothing. */
function secondsOf(header: string | string[] | undefined): number | undefined {
  const text = Array.isArray(header) ? header[0] : header
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const seconds = (Date.parse(text) - Date.now()) / 1000
  return seconds > 0 ? Math.ceil(seconds) : undefined
}

function wordFor(error: Error): Word {
  const isNotHttp =
    error instanceof errors.HTTPParserError ||
    error instanceof errors.HeadersOverflowError ||
    /upgrade/.test(error.message)
  return isNotHttp ? 'bad_response' : 'reset'
}
