/** Where a reading stands: in the head, in the body, at the end; or at something that is not HTTP. */
export type Progress = 'head' | 'body' | 'done' | 'spent' | 'bad'

/** What the head of the final response says. */
export interface Head {
  status: number
  retry_after?: string
  /** Milliseconds for which the receiver keeps the connection, when it says so. */
  keeps?: number
}

/** How the end of a body is known: its length, its chunks, or nothing but the end of the connection. */
type Framing = number | 'chunked' | 'close'

/** A head that is longer is not HTTP to us; a body that is longer costs its connection. */
const most = { head: 16_384, body: 4_096 } as const

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const syntax = new RegExp(
  `^HTTP/1\\.[01] [1-9]\\d\\d(?: [^\\r\\n\\0]*)?(?:\\r\\n${token}:[^\\r\\n\\0]*)*$`,
)

/**
 * Reads a response as far as we care: the head of the final one, and whether its body has ended so
 * that the connection can carry the next request. Strict: what RFC 9112 does not know ends the
 * connection, and so does whatever could be read in two ways.
 *
 * `done` says that the connection is good; `spent` that the response counts and the connection does not.
 */
export function createReader() {
  let text = ''
  let head: Head | undefined
  let framing: Framing = 'close'

  function feed(chunk: Buffer): Progress {
    text += chunk.toString('latin1')
    return head === undefined ? readHead() : readBody()
  }

  function readHead(): Progress {
    for (;;) {
      const end = text.indexOf('\r\n\r\n')
      if (end > most.head || (end < 0 && text.length > most.head)) return 'bad'
      if (end < 0) return couldBeHttp(text) ? 'head' : 'bad'
      const lines = text.slice(0, end)
      if (!syntax.test(lines)) return 'bad'
      text = text.slice(end + 4)
      const status = Number(lines.slice(9, 12))
      if (status === 101) return 'bad' // nobody asked for another protocol
      if (status < 200) continue // interim responses prove nothing
      const fields = fieldsOf(lines)
      head = headFrom(status, fields)
      framing = framingOf(lines, status, fields)
      return readBody()
    }
  }

  function readBody(): Progress {
    if (framing === 'close' || text.length > most.body) return 'spent'
    const end = framing === 'chunked' ? endOfChunks(text) : framing
    if (end > most.body) return 'spent'
    if (text.length < end) return 'body'
    return text.length === end ? 'done' : 'spent' // nobody may say more than was asked
  }

  return { feed, head: () => head }
}

const couldBeHttp = (text: string) => text.startsWith('HTTP/1.') || 'HTTP/1.'.startsWith(text)

type Fields = Map<string, string>

/** Names in small letters; a name that comes again adds to its list. */
function fieldsOf(lines: string): Fields {
  const fields: Fields = new Map()
  for (const line of lines.split('\r\n').slice(1)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    const known = fields.get(name)
    fields.set(name, known === undefined ? value : `${known}, ${value}`)
  }
  return fields
}

function headFrom(status: number, fields: Fields): Head {
  const retry_after = fields.get('retry-after')
  const seconds = /(?:^|[,;\s])timeout=(\d{1,6})/i.exec(fields.get('keep-alive') ?? '')?.[1]
  return {
    status,
    ...(retry_after === undefined ? {} : { retry_after }),
    ...(seconds === undefined ? {} : { keeps: Number(seconds) * 1000 }),
  }
}

function framingOf(lines: string, status: number, fields: Fields): Framing {
  const connection = fields.get('connection')?.toLowerCase() ?? ''
  if (lines.startsWith('HTTP/1.0') || /\b(close|upgrade)\b/.test(connection)) return 'close'
  const coding = fields.get('transfer-encoding')
  const length = fields.get('content-length')
  if (coding !== undefined)
    return coding.toLowerCase() === 'chunked' && length === undefined ? 'chunked' : 'close'
  if (status === 204 || status === 304) return length === undefined || length === '0' ? 0 : 'close'
  return length !== undefined && /^\d{1,9}$/.test(length) ? Number(length) : 'close'
}

const incomplete = 1 // byte more than there is

/** Where the last chunk and its trailers end; beyond the text while they have not, or beyond all bounds when they are wrong. */
function endOfChunks(text: string): number {
  for (let at = 0; ; ) {
    const line = text.indexOf('\r\n', at)
    if (line < 0) return text.length + incomplete
    const size = /^([0-9a-f]{1,8})(?:[ \t]*;[^\r\n]*)?$/i.exec(text.slice(at, line))?.[1]
    if (size === undefined) return Number.POSITIVE_INFINITY
    const bytes = Number.parseInt(size, 16)
    at = line + 2
    if (bytes === 0) {
      if (text.startsWith('\r\n', at)) return at + 2
      const end = text.indexOf('\r\n\r\n', at)
      return end < 0 ? text.length + incomplete : end + 4
    }
    at += bytes
    if (text.length < at + 2) return Math.max(at + 2, text.length + incomplete)
    if (!text.startsWith('\r\n', at)) return Number.POSITIVE_INFINITY
    at += 2
  }
}
