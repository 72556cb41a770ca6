/** A bounded memory of things that can be made again: the least recently used goes first. */
export interface Kept<Value = unknown> {
  get(key: string): Value | undefined
  /** @param bytes  about how much memory the value takes, where that may be much */
  set(key: string, value: Value, bytes?: number): void
  /** All of it, what was used last at the end. */
  entries(): Iterable<[key: string, value: Value]>
}

/** Memory that the cache of an installation takes at most, in each process. */
export const maxKeptBytes = 64 * 1024 * 1024

/** Bounded by the number of entries, and by the bytes that were stated for them. */
export function createKept<Value = unknown>(
  most: number,
  maxBytes = Number.POSITIVE_INFINITY,
): Kept<Value> {
  const kept = new Map<string, { value: Value; bytes: number }>()
  let total = 0

  function drop(key: string) {
    total -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }

  return {
    get(key) {
      const entry = kept.get(key)
      if (entry === undefined) return undefined
      kept.delete(key)
      kept.set(key, entry)
      return entry.value
    },
    set(key, value, bytes = 0) {
      drop(key)
      kept.set(key, { value, bytes })
      total += bytes
      while (kept.size > most || total > maxBytes) {
        const oldest = kept.keys().next()
        if (oldest.done) break
        drop(oldest.value)
      }
    },
    *entries() {
      for (const [key, { value }] of kept) yield [key, value]
    },
  }
}
