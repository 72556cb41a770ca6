import type { Phase, Word } from './outbound-connect.ts'
import type { Line } from './outbound-lines.ts'
import { createReader, type Head } from './outbound-response.ts'

export interface Request {
  path: string
  host: string
  /** Names and values in turn. */
  headers: readonly string[]
  body: Buffer
}

export interface Answer {
  ok: boolean
  status?: number
  error?: Word
  phase: Phase
  retry_after?: number
}

/** Milliseconds: a body that takes longer to end costs its connection. */
const tolerated = 250

/**
 * Sends one request and judges by the status line of the final response alone.
 *
 * Written out here, and not left to a client library, because it is half of what a delivery costs: a
 * POST is one buffer, and of the answer we want three digits and to know where it ends.
 */
export function exchange(line: Line, request: Request, limit: number): Promise<Answer> {
  return new Promise((resolve) => {
    const reader = createReader()
    let isAnswered = false
    let timer = setTimeout(() => fail('response_timeout'), limit)

    function fail(error: Word) {
      clearTimeout(timer)
      if (!isAnswered) resolve({ ok: false, error, phase: 'sent' })
      isAnswered = true
      line.drop()
    }

    function answered() {
      const head = reader.head()
      if (isAnswered || head === undefined) return
      isAnswered = true
      clearTimeout(timer)
      resolve(judge(head))
      timer = setTimeout(line.drop, tolerated)
    }

    function hear(chunk: Buffer) {
      const progress = reader.feed(chunk)
      if (progress === 'head') return
      if (progress === 'bad') return fail('bad_response')
      answered()
      if (progress === 'body') return
      clearTimeout(timer)
      if (progress === 'done') line.release(reader.head()?.keeps)
      else line.drop()
    }

    line.use({ hear, lose: () => fail('reset') })
    line.socket.write(bytesOf(request))
  })
}

const forbidden = /[^\t\x20-\x7e\x80-\xff]/

/** Headers are sent as they are written; one that could end its line early is a mistake of ours. */
function bytesOf({ path, host, headers, body }: Request): Buffer {
  let head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`
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
