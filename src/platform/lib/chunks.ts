/** The maximum number of bytes of rows or bodies in memory, for all code that processes rows in chunks. */
export const maxChunkBytes = 8 * 1024 * 1024

interface ChunkLimits {
  maxRows: number
  maxBytes?: number
}

/** Splits items into chunks below both limits. An item that exceeds the limit alone becomes its own chunk. */
export function* chunkBySize<T>(
  items: Iterable<T>,
  getSize: (item: T) => number,
  { maxRows, maxBytes = maxChunkBytes }: ChunkLimits,
): Generator<T[]> {
  let chunk: T[] = []
  let chunkBytes = 0
  for (const item of items) {
    const size = getSize(item)
    if (chunk.length > 0 && (chunk.length >= maxRows || chunkBytes + size > maxBytes)) {
      yield chunk
      chunk = []
      chunkBytes = 0
    }
    chunk.push(item)
    chunkBytes += size
  }
  if (chunk.length > 0) yield chunk
}
