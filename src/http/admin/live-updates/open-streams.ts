/** A stream of live updates in this process. */
interface OpenStream {
  session_id: string
  account_id: string
  /** Closes the stream, because a newer stream replaces it. */
  evict(): void
}

/** The streams of live updates in this process. */
export interface OpenStreams {
  /**
   * Adds a stream. If the session or the account then has too many streams, the oldest one is closed. Returns
   * a function that removes the stream.
   */
  add(stream: OpenStream): () => void
}

/**
 * The maximum number of streams. It is higher than the usual number of open tabs in a browser, and than the
 * number of users of an account who are online in one process.
 */
const maxStreams = { session: 10, account: 50 } as const

export function createOpenStreams(): OpenStreams {
  const streams = new Set<OpenStream>() // in the order in which they were opened
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
