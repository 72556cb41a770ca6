/** Bytes of rows or bodies that are held in memory at once, wherever rows are handled in chunks. */
export const maxChunkBytes = 8 * 1024 * 1024

interface ChunkLimits {
  maxRows: number
  maxBytes?: number
}

/** Cuts items into chunks that stay below both limits. An item that is too large alone is a chunk alone. */
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
