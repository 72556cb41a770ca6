/** A live update stream of this process. */
interface OpenStream {
  session_id: string
  account_id: string
  /** Closes the stream in favour of a newer one. */
  evict(): void
}

/** The live update streams of this process. */
export interface OpenStreams {
  /**
   * Adds a stream and evicts the oldest one above the limit of a session or account. Returns a function that removes
   * the stream.
   */
  add(stream: OpenStream): () => void
}

/**
 * Above the number of tabs that one browser keeps connected, and of users that one account has online in one process.
 */
const maxStreams = { session: 10, account: 50 } as const

export function createOpenStreams(): OpenStreams {
  const streams = new Set<OpenStream>() // in the order of opening
  const evictOldest = (max: number, isOfSame: (stream: OpenStream) => boolean) => {
    const same = [...streams].filter(isOfSame)
    for (const oldest of same.slice(0, Math.max(0, same.length - max))) {
      streams.delete(oldest)
      oldest.evict()
    }
  }
  return {
    add(stream) {
      streams.add(stream)
      evictOldest(maxStreams.session, ({ session_id }) => session_id === stream.session_id)
      evictOldest(maxStreams.account, ({ account_id }) => account_id === stream.account_id)
      return () => streams.delete(stream)
    },
  }
}
