import type { Phase, Word } from './outbound-connect.ts'
import type { Line } from './outbound-lines.ts'
import { createReader, type Head } from './outbound-response.ts'

export interface Request {
  path: string
  host: string
  /** Names and values in turn. */
  headers: readonly string[]
  body: Buffer
  /** Whether the connection may carry another request afterwards. */
  isKept: boolean
}

export interface Answer {
  ok: boolean
  status?: number
  error?: Word
  phase: Phase
  retry_after?: number
}

/**
 * Why a connection carried no response: it ended before a byte of one (`closed`), or bytes arrived before
 * the request was written, which cannot be its response (`early`).
 */
export type Unusable = 'closed' | 'early'

/** Milliseconds: a body that takes longer to end costs its connection. */
const tolerated = 250

/**
 * Milliseconds in which a receiver that speaks first is noticed on a fresh connection. Bytes that arrive
 * after the request look like its response, so a few of them are worth waiting for.
 */
const listening = 5

/**
 * Sends one request and judges by the status line of the final response alone. On a reused connection the
 * event loop first looks for bytes that wait in the socket, and for its end.
 */
export function exchange(line: Line, bytes: Buffer, limit: number): Promise<Answer | Unusable> {
  return new Promise((resolve) => {
    const reader = createReader()
    let isWritten = false
    let isAnswered = false
    let timer = setTimeout(() => fail('response_timeout'), Math.max(0, limit))

    function end(answer: Answer | Unusable) {
      if (isAnswered) return
      isAnswered = true
      clearTimeout(timer)
      resolve(answer)
    }

    function fail(error: Word) {
      end({ ok: false, error, phase: 'sent' })
      line.drop()
    }

    function hear(chunk: Buffer) {
      if (!isWritten) {
        end('early')
        return line.forbid()
      }
      const progress = reader.feed(chunk)
      if (progress === 'head') return
      if (progress === 'bad') return fail('bad_response')
      const head = reader.head()
      const isFirst = !isAnswered
      if (head !== undefined) end(judge(head))
      if (progress === 'body') {
        if (isFirst) timer = setTimeout(line.drop, tolerated)
        return
      }
      clearTimeout(timer)
      if (progress === 'extra') line.forbid()
      else if (progress === 'done' && isSuccess(head)) line.release(head?.keeps)
      else line.drop()
    }

    function lose() {
      clearTimeout(timer)
      const head = reader.finish()
      if (head !== undefined) end(judge(head))
      else end(reader.isEmpty() ? 'closed' : { ok: false, error: 'reset', phase: 'sent' })
    }

    line.use({ hear, lose })
    const write = () => {
      if (isAnswered) return
      isWritten = true
      line.socket.write(bytes)
    }
    const writeAfterPoll = () => setImmediate(write)
    if (line.isReused) writeAfterPoll()
    else setTimeout(writeAfterPoll, listening)
  })
}

/**
 * Only a success keeps its connection: a second response that follows a failure must never be read as the
 * response to the next request.
 */
const isSuccess = (head: Head | undefined) => head !== undefined && head.status < 300

const forbidden = /[^\t\x20-\x7e\x80-\xff]/

/** Headers are sent as they are written; one that could end its line early is a mistake of ours. */
export function bytesOf({ path, host, headers, body, isKept }: Request): Buffer {
  let head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: ${isKept ? 'keep-alive' : 'close'}\r\n`
  for (let at = 0; at < headers.length; at += 2) {
    const field = `${headers[at]}: ${headers[at + 1]}`
    if (forbidden.test(field)) throw new Error(`not a header: ${JSON.stringify(field)}`)
    head += `${field}\r\n`
  }
  head += `content-length: ${body.length}\r\n\r\n`
  const bytes = Buffer.allocUnsafe(head.length + body.length)
  bytes.write(head, 'latin1')
  body.copy(bytes, head.length)
  return bytes
}

function judge({ status, retry_after }: Head): Answer {
  const phase = 'status'
  if (status < 300) return { ok: true, status, phase }
  if (status < 400) return { ok: false, status, phase, error: 'redirect' }
  const seconds = status === 429 || status === 503 ? secondsOf(retry_after) : undefined
  return {
    ok: false,
    status,
    phase,
    error: 'http_status',
    ...(seconds === undefined ? {} : { retry_after: seconds }),
  }
}

/** Seconds, or a date (RFC 9110 §10.2.3); nonsense is nothing. */
function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const seconds = (Date.parse(text) - Date.now()) / 1000
  return seconds > 0 ? Math.ceil(seconds) : undefined
}
