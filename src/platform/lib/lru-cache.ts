/** A bounded memory of things that can be made again: the least recently used goes first. */
export interface LruCache<Value = unknown> {
  get(key: string): Value | undefined
  /** @param bytes  about how much memory the value takes, where that may be much */
  set(key: string, value: Value, bytes?: number): void
  /** All of it, what was used last at the end. */
  entries(): Iterable<[key: string, value: Value]>
}

/** Memory that the cache of an installation takes at most, in each process. */
export const maxCacheBytes = 64 * 1024 * 1024

/** Bounded by the number of entries, and by the bytes that were stated for them. */
export function createLruCache<Value = unknown>(
  maxEntries: number,
  maxBytes = Number.POSITIVE_INFINITY,
): LruCache<Value> {
  const entriesByKey = new Map<string, { value: Value; bytes: number }>()
  let totalBytes = 0

  function evict(key: string) {
    totalBytes -= entriesByKey.get(key)?.bytes ?? 0
    entriesByKey.delete(key)
  }

  return {
    get(key) {
      const entry = entriesByKey.get(key)
      if (entry === undefined) return undefined
      entriesByKey.delete(key)
      entriesByKey.set(key, entry)
      return entry.value
    },
    set(key, value, bytes = 0) {
      evict(key)
      entriesByKey.set(key, { value, bytes })
      totalBytes += bytes
      while (entriesByKey.size > maxEntries || totalBytes > maxBytes) {
        const oldest = entriesByKey.keys().next()
        if (oldest.done) break
        evict(oldest.value)
      }
    },
    *entries() {
      for (const [key, { value }] of entriesByKey) yield [key, value]
    },
  }
}
