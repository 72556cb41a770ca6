export interface RunResult {
  isSent: boolean
  /** The pause that the collector asks for, in milliseconds. */
  retryAfterMs: number
}

/** A loop that repeats a function, one run at a time. */
export interface SendLoop {
  start(): void
  /**
   * Runs before the end of the interval. If the last run failed, waits for the end of the
   * interval, which separates attempts.
   */
  runSoon(): void
  /** Waits for the current run, and then runs once more. */
  stop(): Promise<void>
}

export function createSendLoop(
  send: () => Promise<RunResult>,
  intervalMs: number,
  onError: (error: unknown) => void,
): SendLoop {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isStarted = false
  let isFailing = false

  function schedule(delayMs: number): void {
    clearTimeout(timer)
    if (!isStarted) return
    timer = setTimeout(run, delayMs)
    timer.unref()
  }

  function run(): void {
    if (running !== undefined) return
    running = runOnce().finally(() => {
      running = undefined
    })
  }

  async function runOnce(): Promise<void> {
    let pauseMs = intervalMs
    try {
      const { isSent, retryAfterMs } = await send()
      isFailing = !isSent
      pauseMs = Math.max(intervalMs, retryAfterMs)
    } catch (error) {
      isFailing = true
      onError(error)
    }
    schedule(pauseMs)
  }

  return {
    start() {
      isStarted = true
      schedule(intervalMs)
    },
    runSoon() {
      if (isStarted && !isFailing && running === undefined) schedule(0)
    },
    async stop() {
      isStarted = false
      clearTimeout(timer)
      await running
      run()
      await running
    },
  }
}
