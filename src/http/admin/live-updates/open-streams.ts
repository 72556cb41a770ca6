/** One live stream that is open in this process. */
interface OpenStream {
  session_id: string
  account_id: string
  /** Ends the stream because newer ones took its place. */
  evict(): void
}

/** The live streams of this process. */
export interface OpenStreams {
  /** Adds a stream; the oldest ends where a session or an account then has too many. Returns what removes it. */
  add(stream: OpenStream): () => void
}

/** More tabs than one browser keeps live, and more people than one account has at work in one process. */
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
