/** The environment and the streams of one run of the CLI. */
export interface CliContext {
  env: Readonly<Record<string, string | undefined>>
  /** Writes one line of the result of a command to standard output. */
  out: (line: string) => void
  /** Writes one line of another message, such as an error, to standard error. */
  err: (line: string) => void
  /**
   * True if the command prints machine-readable output: one JSON object, or one JSON object on each line for
   * a stream.
   */
  isJson: boolean
  /** The signal that stops a command without an end of its own. By default, Ctrl-C stops the command. */
  signal?: AbortSignal | undefined
  /** Reads the whole standard input. A command uses this text for an argument that is `-`. */
  input?: (() => Promise<Buffer>) | undefined
  /** Overwrites the progress line on a terminal. Undefined if there is no terminal. */
  progress?: ((text: string) => void) | undefined
  /** The `fetch` function for requests. The default is the global `fetch`. */
  fetch?: typeof fetch | undefined
  /** The intervals for polling a feed; see `feed.ts`. */
  pollIntervals?: PollIntervals | undefined
}

/**
 * Three intervals in milliseconds: between polls after recent events, between other polls, and between
 * rescans.
 */
export interface PollIntervals {
  busyMs: number
  idleMs: number
  rescanMs: number
}

/**
 * Creates a signal that aborts on Ctrl-C or SIGTERM. `dispose` removes the handlers, so that the process can
 * end.
 */
export function createStopSignal({ signal }: CliContext): {
  signal: AbortSignal
  dispose: () => void
} {
  if (signal !== undefined) return { signal, dispose: () => {} }
  const controller = new AbortController()
  const abort = () => controller.abort()
  process.once('SIGINT', abort).once('SIGTERM', abort)
  return {
    signal: controller.signal,
    dispose: () => process.off('SIGINT', abort).off('SIGTERM', abort),
  }
}

/** Waits until the delay is over or the signal aborts. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}

export async function readInput({ input }: CliContext): Promise<Buffer> {
  if (input !== undefined) return input()
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
