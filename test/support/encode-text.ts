/**
 * Encodes a text in an encoding that `TextEncoder` does not support. It is the inverse of
 * the decoder with the same name.
 */
export function encodeText(text: string, encoding: string): Uint8Array {
  if (encoding.startsWith('utf-16')) return encodeUtf16(text, encoding === 'utf-16le')
  const bytes = encoders.get(encoding) ?? buildEncoder(encoding)
  encoders.set(encoding, bytes)
  return Uint8Array.from(
    [...text].flatMap((sign) => {
      const found = bytes.get(sign)
      if (found === undefined) throw new Error(`${encoding} has no ${sign}`)
      return found
    }),
  )
}

const encoders = new Map<string, ReadonlyMap<string, readonly number[]>>()

/** Builds an encoder by decoding every byte and every pair of bytes. Prefers a single byte. */
function buildEncoder(encoding: string): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const bySign = new Map<string, readonly number[]>()
  const add = (bytes: readonly number[]) => {
    try {
      const sign = decoder.decode(Uint8Array.from(bytes))
      if ([...sign].length === 1 && !bySign.has(sign)) bySign.set(sign, bytes)
    } catch {
      // these bytes are not a character of the encoding
    }
  }
  for (let first = 0; first < 256; first++) add([first])
  for (let first = 128; first < 256; first++)
    for (let second = 48; second < 256; second++) add([first, second])
  return bySign
}

function encodeUtf16(text: string, isLittleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let index = 0; index < text.length; index++)
    view.setUint16(index * 2, text.charCodeAt(index), isLittleEndian)
  return new Uint8Array(view.buffer)
}
