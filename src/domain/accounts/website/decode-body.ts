import type { Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

// A page that was cut ends in the middle of its compressed data, which must not fail.
const zlibOptions = { finishFlush: constants.Z_SYNC_FLUSH }
const brotliOptions = { finishFlush: constants.BROTLI_OPERATION_FLUSH }

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(zlibOptions),
  'x-gzip': () => createGunzip(zlibOptions),
  deflate: () => createInflate(zlibOptions),
  br: () => createBrotliDecompress(brotliOptions),
}

/**
 * Decompresses at most the first `maxBytes` bytes, whatever the data would expand to. Returns undefined if the encoding is
 * unknown or the data is damaged at its beginning.
 */
export async function decompress(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const name = (encoding ?? 'identity').trim().toLowerCase()
  if (name === 'identity') return body.subarray(0, maxBytes)
  const decoder = decoders[name]?.()
  if (decoder === undefined) return undefined
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    decoder.end(body)
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= maxBytes) break
    }
  } catch {
    if (bytes === 0) return undefined
  } finally {
    decoder.destroy()
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

/** The bytes in which HTML declares its character set. */
const declarationBytes = 1_024

/** Decodes a text by its byte order mark, its content type, its declaration in HTML, or else as UTF-8. */
export function decodeText(content: Buffer, contentType: string): string {
  const label = findCharset(contentType) ?? findDeclaredCharset(content) ?? 'utf-8'
  return decodeAs(detectByteOrderMark(content) ?? label, content)
}

function detectByteOrderMark(content: Buffer): string | undefined {
  if (content[0] === 0xfe && content[1] === 0xff) return 'utf-16be'
  return content[0] === 0xff && content[1] === 0xfe ? 'utf-16le' : undefined
}

const findCharset = (text: string): string | undefined =>
  /charset\s{0,9}=\s{0,9}["']?([\w:.-]{1,40})/i.exec(text)?.[1]

/** Returns the declared charset. HTML that declares UTF-16 in ASCII letters is not UTF-16. */
function findDeclaredCharset(content: Buffer): string | undefined {
  const charset = findCharset(content.toString('latin1', 0, declarationBytes))
  return charset !== undefined && /^utf-?16/i.test(charset) ? undefined : charset
}

function decodeAs(label: string, content: Buffer): string {
  try {
    return new TextDecoder(label).decode(content)
  } catch {
    return new TextDecoder().decode(content) // an unknown name of a character set
  }
}
