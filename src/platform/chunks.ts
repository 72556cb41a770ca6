/** Bytes of rows or bodies that are held in memory at once, wherever rows are handled in chunks. */
export const maxChunkBytes = 8 * 1024 * 1024

interface ChunkLimits {
  rows: number
  bytes?: number
}

/** Cuts items into chunks that stay below both limits. An item that is too large alone is a chunk alone. */
export function* chunksWithin<T>(
  items: readonly T[],
  sizeOf: (item: T) => number,
  { rows, bytes = maxChunkBytes }: ChunkLimits,
): Generator<T[]> {
  let chunk: T[] = []
  let sum = 0
  for (const item of items) {
    const size = sizeOf(item)
    if (chunk.length > 0 && (chunk.length >= rows || sum + size > bytes)) {
      yield chunk
      chunk = []
      sum = 0
    }
    chunk.push(item)
    sum += size
  }
  if (chunk.length > 0) yield chunk
}
