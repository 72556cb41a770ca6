/** A range of bytes, from its first to its last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Parses the header `Range` of a request for content of this size. Returns undefined if there is no range.
 * Also returns undefined for several ranges or another unit, which a server may ignore (RFC 9110, 14.2).
 */
export function parseByteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'unsatisfiable' : { start, end }
}

interface RangeResponse extends ByteRange {
  status: 200 | 206 | 416
  headers: Record<string, string | number>
}

/**
 * Returns the status and the headers of the response, and the bytes to send. A
 * response with status 416 has no bytes.
 */
export function toRangeResponse(header: string | undefined, size: number): RangeResponse {
  const range = parseByteRange(header, size)
  if (range === 'unsatisfiable')
    return { status: 416, headers: { 'content-range': `bytes */${size}` }, start: 0, end: -1 }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const headers = { 'accept-ranges': 'bytes', 'content-length': end - start + 1 }
  return range === undefined
    ? { status: 200, headers, start, end }
    : {
        status: 206,
        headers: { ...headers, 'content-range': `bytes ${start}-${end}/${size}` },
        start,
        end,
      }
}
