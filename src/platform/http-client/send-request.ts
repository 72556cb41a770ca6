import type { PooledConnection } from './connection-pool.ts'
import type { HttpErrorCode, Phase } from './http-error-codes.ts'
import { createResponseParser, type ResponseHead } from './response-parser.ts'

export interface PostRequest {
  path: string
  host: string
  /** The names and values of the headers, in turn. */
  headers: readonly string[]
  body: Buffer
  /** Whether the connection can carry another request. */
  isKeepAlive: boolean
}

export interface ResponseResult {
  ok: boolean
  status?: number
  error?: HttpErrorCode
  phase: Phase
  retry_after?: number
}

/**
 * Why a connection carried no response. `closed`: the connection ended before the first byte of a response.
 * `early`: bytes arrived before the request was written, so they cannot be its response.
 */
export type UnusableConnection = 'closed' | 'early'

/** The milliseconds that a body has to end after the status. If it takes longer, the connection is closed. */
const bodyGraceMs = 250

/** The limits in milliseconds. */
interface ExchangeLimits {
  /** The maximum time until the status of the final response. */
  responseTimeoutMs: number
  /** The period after a fresh connection in which the client detects a receiver that sends first. */
  earlyDataWaitMs: number
}

/**
 * Sends one request. Only the status line of the final response decides the result. On a reused connection,
 * the event loop first checks the socket for pending bytes and for its end.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the event handlers share the state of one exchange (timers, parser and flags)
export function sendRequest(
  connection: PooledConnection,
  bytes: Buffer,
  { responseTimeoutMs, earlyDataWaitMs }: ExchangeLimits,
): Promise<ResponseResult | UnusableConnection> {
  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: the executor of the promise contains the whole exchange, as stated above
  return new Promise((resolve) => {
    const parser = createResponseParser()
    let isWritten = false
    let hasResult = false
    let earlyDataTimer: NodeJS.Timeout | undefined
    let timer = setTimeout(() => fail('response_timeout'), Math.max(0, responseTimeoutMs))

    function settle(result: ResponseResult | UnusableConnection) {
      if (hasResult) return
      hasResult = true
      clearTimeout(timer)
      clearTimeout(earlyDataTimer)
      resolve(result)
    }

    function fail(error: HttpErrorCode) {
      settle({ ok: false, error, phase: 'sent' })
      connection.destroy()
    }

    function onData(chunk: Buffer) {
      if (!isWritten) {
        settle('early')
        return connection.forbidReuse()
      }
      const progress = parser.feed(chunk)
      if (progress === 'head') return
      if (progress === 'bad') return fail('bad_response')
      const head = parser.head()
      const isFirst = !hasResult
      if (head !== undefined) settle(toResult(head))
      if (progress === 'body') {
        if (isFirst) timer = setTimeout(connection.destroy, bodyGraceMs)
        return
      }
      clearTimeout(timer)
      if (progress === 'extra') connection.forbidReuse()
      else if (progress === 'done' && isSuccess(head)) connection.release(head?.keepAliveMs)
      else connection.destroy()
    }

    function onClose() {
      clearTimeout(timer)
      const head = parser.finish()
      if (head !== undefined) settle(toResult(head))
      else settle(parser.isEmpty() ? 'closed' : { ok: false, error: 'reset', phase: 'sent' })
    }

    connection.attach({ onData, onClose })
    const write = () => {
      if (hasResult) return
      isWritten = true
      connection.socket.write(bytes)
    }
    const writeAfterPoll = () => setImmediate(write)
    if (connection.isReused) writeAfterPoll()
    else earlyDataTimer = setTimeout(writeAfterPoll, earlyDataWaitMs)
  })
}

/**
 * Returns whether the response is a success. Only a success leaves the connection open, because a second
 * response after a failure must never be read as the response to the next request.
 */
const isSuccess = (head: ResponseHead | undefined) => head !== undefined && head.status < 300

const forbiddenInHeader = /[^\t\x20-\x7e\x80-\xff]/

/**
 * Serializes headers unchanged. Throws for a header with a line break, which would be a bug in this service.
 */
export function serializeRequest({ path, host, headers, body, isKeepAlive }: PostRequest): Buffer {
  let head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: ${isKeepAlive ? 'keep-alive' : 'close'}\r\n`
  for (let index = 0; index < headers.length; index += 2) {
    const field = `${headers[index]}: ${headers[index + 1]}`
    if (forbiddenInHeader.test(field)) throw new Error(`not a header: ${JSON.stringify(field)}`)
    head += `${field}\r\n`
  }
  head += `content-length: ${body.length}\r\n\r\n`
  const bytes = Buffer.allocUnsafe(head.length + body.length)
  bytes.write(head, 'latin1')
  body.copy(bytes, head.length)
  return bytes
}

function toResult({ status, retry_after }: ResponseHead): ResponseResult {
  const phase = 'status'
  if (status < 300) return { ok: true, status, phase }
  if (status < 400) return { ok: false, status, phase, error: 'redirect' }
  const seconds = status === 429 || status === 503 ? parseRetryAfter(retry_after) : undefined
  return {
    ok: false,
    status,
    phase,
    error: 'http_status',
    ...(seconds === undefined ? {} : { retry_after: seconds }),
  }
}

/**
 * Parses the value of Retry-After: seconds or a date (RFC 9110 §10.2.3). Returns
 * undefined for an invalid value.
 */
function parseRetryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d+$/.test(text)) return Number(text)
  const seconds = (Date.parse(text) - Date.now()) / 1000
  return seconds > 0 ? Math.ceil(seconds) : undefined
}
