/** Something that a process does again and again for as long as it lives. */
export interface PollingLoop {
  /** Runs soon, whatever the time: there is something to do. */
  wake(): void
  /** Ends after the run that is under way. */
  stop(): Promise<void>
  /** When it last ran through without a failure. */
  lastSuccess(): Date | undefined
  /** Milliseconds between two runs when nothing wakes it. */
  readonly intervalMs: number
}

export interface PollingLoopOptions {
  name: string
  /** Milliseconds between two runs when nothing wakes it. */
  intervalMs: number
  /** One run; answers how much it did. A run that did something is followed by another at once. */
  run: () => Promise<number>
  onError: (error: unknown, name: string) => void
}

const maxBackoffMs = 5_000

/** Never gives up: after a failure it tries again, ever more slowly up to every five seconds. */
export function startPollingLoop({
  name,
  intervalMs,
  run,
  onError,
}: PollingLoopOptions): PollingLoop {
  let isStopped = false
  let isWakePending = false
  let failures = 0
  let lastSuccessAt: Date | undefined
  let endSleep = () => {}

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      endSleep = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function runOnce(): Promise<void> {
    isWakePending = false
    try {
      const processed = await run()
      failures = 0
      lastSuccessAt = new Date()
      if (processed === 0 && !isWakePending && !isStopped) await sleep(intervalMs)
    } catch (error) {
      failures += 1
      onError(error, name)
      if (!isStopped) await sleep(Math.min(maxBackoffMs, 100 * 2 ** failures))
    }
  }

  async function runUntilStopped(): Promise<void> {
    while (!isStopped) await runOnce()
  }

  const stopped = runUntilStopped()
  return {
    wake() {
      isWakePending = true
      if (failures === 0) endSleep()
    },
    async stop() {
      isStopped = true
      endSleep()
      await stopped
    },
    lastSuccess: () => lastSuccessAt,
    intervalMs,
  }
}
