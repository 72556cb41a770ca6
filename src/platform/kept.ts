/** A bounded memory of things that can be made again: the least recently used goes first. */
export interface Kept {
  get(key: string): unknown
  set(key: string, value: unknown): void
}

export function createKept(most: number): Kept {
  const kept = new Map<string, unknown>()
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
  }
}
