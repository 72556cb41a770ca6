/** Something that a process does again and again for as long as it lives. */
export interface Loop {
  /** Runs soon, whatever the time: there is something to do. */
  wake(): void
  /** Ends after the run that is under way. */
  stop(): Promise<void>
  /** When it last ran through without a failure. */
  lastSuccess(): Date | undefined
  /** Milliseconds between two runs when nothing wakes it. */
  readonly every: number
}

export interface LoopOptions {
  name: string
  /** Milliseconds between two runs when nothing wakes it. */
  every: number
  /** One run; answers how much it did. A run that did something is followed by another at once. */
  run: () => Promise<number>
  onError: (error: unknown, name: string) => void
}

const longestPause = 5_000

/** Never gives up: after a failure it tries again, ever more slowly up to every five seconds. */
export function startLoop({ name, every, run, onError }: LoopOptions): Loop {
  let isStopped = false
  let isWoken = false
  let failures = 0
  let success: Date | undefined
  let endPause = () => {}

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function turn(): Promise<void> {
    isWoken = false
    try {
      const done = await run()
      failures = 0
      success = new Date()
      if (done === 0 && !isWoken && !isStopped) await pause(every)
    } catch (error) {
      failures += 1
      onError(error, name)
      if (!isStopped) await pause(Math.min(longestPause, 100 * 2 ** failures))
    }
  }

  async function turns(): Promise<void> {
    while (!isStopped) await turn()
  }

  const ended = turns()
  return {
    wake() {
      isWoken = true
      if (failures === 0) endPause()
    },
    async stop() {
      isStopped = true
      endPause()
      await ended
    },
    lastSuccess: () => success,
    every,
  }
}
