/** One run of the tool: what it was given, where its words go, and who reads them. */
export interface CliContext {
  env: Readonly<Record<string, string | undefined>>
  /** A line of the answer. */
  out: (line: string) => void
  /** A line said beside it. */
  err: (line: string) => void
  /** A program reads: one JSON object, or one to a line where the answer goes on. */
  isJson: boolean
  /** Ends what would go on for ever; Ctrl-C when left out. */
  signal?: AbortSignal | undefined
  /** Standard input, whole; read when `-` is named. */
  input?: (() => Promise<Buffer>) | undefined
  /** Written over itself, on a terminal; nothing when left out. */
  progress?: ((text: string) => void) | undefined
  /** Where requests leave; the platform's own when left out. */
  fetch?: typeof fetch | undefined
  /** How often a feed is looked at; see `feed.ts`. */
  pollIntervals?: PollIntervals | undefined
}

/** Milliseconds: between looks while things happen, while nothing does, and between sweeps. */
export interface PollIntervals {
  busyMs: number
  idleMs: number
  rescanMs: number
}

/** Until the signal, or Ctrl-C. `dispose` lets the process end by itself again. */
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

/** Waits, unless it is over first. */
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
