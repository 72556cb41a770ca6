/** The environment and the streams of one run of the CLI. */
export interface CliContext {
  env: Readonly<Record<string, string | undefined>>
  /** Writes a line of the result. */
  out: (line: string) => void
  /** Writes a line of other messages, to standard error. */
  err: (line: string) => void
  /** True for machine-readable output: one JSON object, or one JSON object on each line for streams. */
  isJson: boolean
  /** Stops commands that run until they are stopped. Default: Ctrl-C. */
  signal?: AbortSignal | undefined
  /** Reads the whole standard input, for arguments that are `-`. */
  input?: (() => Promise<Buffer>) | undefined
  /** Overwrites a progress line on a terminal. Undefined without a terminal. */
  progress?: ((text: string) => void) | undefined
  /** The fetch for requests. Default: the global one. */
  fetch?: typeof fetch | undefined
  /** The intervals for polling a feed; see `feed.ts`. */
  pollIntervals?: PollIntervals | undefined
}

/** Milliseconds between polls after recent events, between polls otherwise, and between rescans. */
export interface PollIntervals {
  busyMs: number
  idleMs: number
  rescanMs: number
}

/** A signal that aborts on Ctrl-C or SIGTERM. `dispose` removes the handlers, so that the process can end. */
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
