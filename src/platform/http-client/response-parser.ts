/**
 * How much of a response was read. `head`, `body`: a part of it. `done`: all of it, and the connection can
 * carry the next request. `close`: all of it, but the connection cannot be reused. `extra`: like `close`,
 * with bytes after the end of the response. `bad`: the bytes are not HTTP.
 */
export type Progress = 'head' | 'body' | 'done' | 'close' | 'extra' | 'bad'

/** The relevant fields in the head of the final response. */
export interface ResponseHead {
  status: number
  retry_after?: string
  /** The keep-alive timeout of the receiver in milliseconds, if the receiver states one. */
  keepAliveMs?: number
}

/** How the body ends: by its length, by chunks, or when the connection ends. */
type Framing = number | 'chunked' | 'close'

/**
 * The limits in bytes. `heads` is the limit for the heads of all interim responses and of the final response
 * together. An attempt with more fails. A body longer than `body` only makes the client close the connection.
 */
const maxBytes = { heads: 65_536, body: 4_096 } as const

const statusLine = /^HTTP\/\d\.\d ([1-9]\d\d)(?: [^\r\n]*)?$/
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const strictHead = new RegExp(
  `^HTTP/1\\.[01] [1-9]\\d\\d(?: [^\\r\\n\\0]*)?(?:\\r\\n${token}:[^\\r\\n\\0]*)*$`,
)

/**
 * Creates a parser for the head of the final response and the end of its body. The status line decides the
 * result of the attempt. Anything in the head that is ambiguous, or that RFC 9112 does not allow, closes the
 * connection, but the attempt does not fail. Lenient parsing can therefore never desynchronize a connection.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the nested functions share the state of one parser
export function createResponseParser() {
  let text = ''
  /**
   * The parts of an incomplete head. They are joined once, so that the cost of a
   * slow head is linear in its size.
   */
  let pieces: string[] = []
  let tail = ''
  let headBytes = 0
  let isStrictlyValid = true
  let head: ResponseHead | undefined
  let framing: Framing = 'close'

  function feed(chunk: Buffer): Progress {
    const piece = chunk.toString('latin1')
    if (head !== undefined) {
      text += piece
      return readBody()
    }
    headBytes += piece.length
    if (pieces.length > 0 && findHeadEnd(tail + piece) === undefined) return bufferPiece(piece)
    text = pieces.length === 0 ? piece : pieces.join('') + piece
    pieces = []
    return readHead()
  }

  function bufferPiece(piece: string): Progress {
    pieces.push(piece)
    tail = (tail + piece).slice(-3)
    return headBytes > maxBytes.heads ? 'bad' : 'head'
  }

  function readHead(): Progress {
    for (;;) {
      skipEmptyLines()
      const end = findHeadEnd(text)
      if (headBytes - (end === undefined ? 0 : text.length - end.next) > maxBytes.heads)
        return 'bad'
      if (end === undefined) {
        if (!couldBeHttp(text)) return 'bad'
        tail = ''
        return text === '' ? 'head' : bufferPiece(text)
      }
      const lines = text.slice(0, end.at)
      text = text.slice(end.next)
      const status = parseStatus(lines)
      // 101 is not valid, because the client has not requested another protocol.
      if (status === undefined || status === 101) return 'bad'
      isStrictlyValid &&= strictHead.test(lines)
      if (status < 200) continue // interim responses do not decide the result
      const fields = isStrictlyValid ? parseFields(lines) : new Map<string, string>()
      head = toHead(status, fields)
      framing = isStrictlyValid ? determineFraming(lines, status, fields) : 'close'
      return readBody()
    }
  }

  function skipEmptyLines() {
    const from = text.search(/[^\r\n]/)
    if (from === 0) return
    isStrictlyValid &&= text === ''
    text = from < 0 ? '' : text.slice(from)
  }

  function readBody(): Progress {
    if (framing === 'close' || text.length > maxBytes.body) return 'close'
    const end = framing === 'chunked' ? findChunkedEnd(text) : framing
    if (end > maxBytes.body) return 'close'
    if (text.length < end) return 'body'
    return text.length === end ? 'done' : 'extra'
  }

  /**
   * Handles the end of the connection. A complete status line counts, even if
   * the rest of the head is missing.
   */
  function finish(): ResponseHead | undefined {
    const lines = pieces.join('')
    const end = lines.indexOf('\n')
    const status = end < 0 ? undefined : parseStatus(lines.slice(0, end + 1))
    if (head === undefined && status !== undefined && status >= 200) head = { status }
    return head
  }

  return { feed, finish, head: () => head, isEmpty: () => headBytes === 0 }
}

const couldBeHttp = (text: string) => text.startsWith('HTTP/') || 'HTTP/'.startsWith(text)

/** Finds the end of a head: an empty line, after CR LF or after LF alone. */
function findHeadEnd(text: string): { at: number; next: number } | undefined {
  const long = text.indexOf('\n\r\n')
  const short = text.indexOf('\n\n')
  if (long < 0 && short < 0) return undefined
  const isShort = long < 0 || (short >= 0 && short < long)
  const at = isShort ? short : long
  return { at: text[at - 1] === '\r' ? at - 1 : at, next: at + (isShort ? 2 : 3) }
}

function parseStatus(lines: string): number | undefined {
  const end = lines.indexOf('\n')
  const line = (end < 0 ? lines : lines.slice(0, end)).replace(/\r$/, '')
  const status = statusLine.exec(line)?.[1]
  return status === undefined ? undefined : Number(status)
}

type Fields = Map<string, string>

/** Parses header fields. Converts names to lower case, and joins the values of a repeated name to a list. */
function parseFields(lines: string): Fields {
  const fields: Fields = new Map()
  for (const line of lines.split('\r\n').slice(1)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    const existing = fields.get(name)
    fields.set(name, existing === undefined ? value : `${existing}, ${value}`)
  }
  return fields
}

function toHead(status: number, fields: Fields): ResponseHead {
  const retry_after = fields.get('retry-after')
  const seconds = /(?:^|[,;\s])timeout=(\d{1,6})/i.exec(fields.get('keep-alive') ?? '')?.[1]
  return {
    status,
    ...(retry_after === undefined ? {} : { retry_after }),
    ...(seconds === undefined ? {} : { keepAliveMs: Number(seconds) * 1000 }),
  }
}

function determineFraming(lines: string, status: number, fields: Fields): Framing {
  const connection = fields.get('connection')?.toLowerCase() ?? ''
  if (lines.startsWith('HTTP/1.0') || /\b(close|upgrade)\b/.test(connection)) return 'close'
  const coding = fields.get('transfer-encoding')
  const length = fields.get('content-length')
  if (coding !== undefined)
    return coding.toLowerCase() === 'chunked' && length === undefined ? 'chunked' : 'close'
  if (status === 204 || status === 304) return length === undefined || length === '0' ? 0 : 'close'
  return length !== undefined && /^\d{1,9}$/.test(length) ? Number(length) : 'close'
}

const incompleteByte = 1 // one byte more than the text has

/**
 * Returns the position after the last chunk and its trailers. If they are incomplete, the position is after
 * the end of the text. If they are invalid, it is beyond all limits.
 */
function findChunkedEnd(text: string): number {
  for (let at = 0; ; ) {
    const line = text.indexOf('\r\n', at)
    if (line < 0) return text.length + incompleteByte
    const size = /^([0-9a-f]{1,8})(?:[ \t]*;[^\r\n]*)?$/i.exec(text.slice(at, line))?.[1]
    if (size === undefined) return Number.POSITIVE_INFINITY
    const bytes = Number.parseInt(size, 16)
    at = line + 2
    if (bytes === 0) {
      if (text.startsWith('\r\n', at)) return at + 2
      const end = text.indexOf('\r\n\r\n', at)
      return end < 0 ? text.length + incompleteByte : end + 4
    }
    at += bytes
    if (text.length < at + 2) return Math.max(at + 2, text.length + incompleteByte)
    if (!text.startsWith('\r\n', at)) return Number.POSITIVE_INFINITY
    at += 2
  }
}
