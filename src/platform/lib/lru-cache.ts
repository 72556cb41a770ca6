/** A bounded cache that evicts the least recently used entry first. */
export interface LruCache<Value = unknown> {
  get(key: string): Value | undefined
  /**
   * Adds or replaces an entry.
   *
   * @param bytes  the approximate memory of the value, if it can be large
   */
  set(key: string, value: Value, bytes?: number): void
  /** Returns all entries. The most recently used entry is the last one. */
  entries(): Iterable<[key: string, value: Value]>
}

/** The maximum memory of a deployment's cache in each process, in bytes. */
export const maxCacheBytes = 64 * 1024 * 1024

/** Creates a cache that limits the number of entries and the total memory that the entries state. */
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
