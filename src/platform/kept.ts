/** A bounded memory of things that can be made again: the least recently used goes first. */
export interface Kept<Value = unknown> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  /** All of it, what was used last at the end. */
  entries(): Iterable<[key: string, value: Value]>
}

export function createKept<Value = unknown>(most: number): Kept<Value> {
  const kept = new Map<string, Value>()
  return {
    get(key) {
      const value = kept.get(key)
      if (value !== undefined) {
        kept.delete(key)
        kept.set(key, value)
      }
      return value
    },
    set(key, value) {
      kept.delete(key)
      kept.set(key, value)
      const oldest = kept.keys().next()
      if (kept.size > most && !oldest.done) kept.delete(oldest.value)
    },
    entries: () => kept.entries(),
  }
}
