/** A task that a process repeats until it stops. */
export interface PollingLoop {
  /** Starts the next run as soon as possible, because there is work. */
  wake(): void
  /** Stops the loop after the current run. */
  stop(): Promise<void>
  /** Returns the time of the last run without an error. */
  lastSuccess(): Date | undefined
  /** The milliseconds between two runs without a notification. */
  readonly intervalMs: number
}

/** A loop that another one watches while it rests. */
export interface RestingLoop {
  name: string
  isResting(): boolean
  /**
   * Ends the rest with one run, but not within `intervalMs`, because work that the loop must leave stays due. Unlike a
   * notification, it does not make the loop look for more.
   */
  look(): void
}

export interface PollingLoopOptions {
  name: string
  /**
   * The milliseconds between two runs without a notification. A loop that finds no work for a while runs once a second, or
   * rests if it has a `watch`.
   */
  intervalMs: number
  /**
   * Performs one run. Returns the amount of work that the run did. After a run with work, the next run
   * follows immediately.
   */
  run: () => Promise<number>
  /**
   * The minimum number of milliseconds between a run and the next one, even after a notification, so that one
   * run does the work of many transactions. Does not apply when `hasBacklog` returns true. A notification
   * that arrives after this pause starts a run immediately. The default is 0.
   */
  pauseMs?: number
  /**
   * Returns whether due work remains after a run that processed this amount of work.
   * The default is that none remains.
   */
  hasBacklog?: (processed: number) => boolean
  /** Receives the loop, and ends its rests when it has due work (`startDueCheck`). Without it, the loop does not rest. */
  watch?: ((loop: RestingLoop) => void) | undefined
  onError: (error: unknown, name: string) => void
}

const maxBackoffMs = 5_000

/**
 * After `emptyRuns` runs or `emptyMs` milliseconds without work and without a notification, the pauses grow up to
 * `maxPauseMs`, and a watched loop rests. A notification announces most work. Without this slowdown, a worker without
 * work used 4 % of a core to look for the rest; without rests 2 %.
 */
const slowdown = { emptyRuns: 20, emptyMs: 5_000, maxPauseMs: 1_000 } as const

/** The milliseconds after which a resting loop runs even if its watch finds nothing. */
const maxRestMs = 20_000

/** The milliseconds between two checks of resting loops. */
export const checkMs = 1_000

/**
 * Starts a loop that never stops by itself. After an error, the loop retries with a delay
 * that grows up to five seconds.
 */
export function startPollingLoop({
  name,
  intervalMs,
  run,
  pauseMs = 0,
  hasBacklog = () => false,
  watch,
  onError,
}: PollingLoopOptions): PollingLoop {
  let isStopped = false
  let isWakePending = false
  let failures = 0
  let emptyRuns = 0
  let lastSuccessAt: Date | undefined
  const idle = createIdle({ name, intervalMs, watch })
  const pause = createSleeper()

  async function runOnce(): Promise<void> {
    isWakePending = false
    try {
      const processed = await run()
      failures = 0
      lastSuccessAt = new Date()
      if (pauseMs > 0 && !isStopped && !hasBacklog(processed)) await pause.sleep(pauseMs)
      emptyRuns = processed > 0 || isWakePending ? 0 : emptyRuns + 1
      if (emptyRuns === 0 || isStopped) return
      await idle.sleepAfter(emptyRuns)
      if (isWakePending) emptyRuns = 0
    } catch (error) {
      failures += 1
      onError(error, name)
      if (!isStopped) await idle.sleep(Math.min(maxBackoffMs, 100 * 2 ** failures))
    }
  }

  async function runUntilStopped(): Promise<void> {
    while (!isStopped) await runOnce()
  }

  const stopped = runUntilStopped()
  return {
    wake() {
      isWakePending = true
      if (failures === 0) idle.end()
    },
    async stop() {
      isStopped = true
      idle.end()
      pause.end()
      await stopped
    },
    lastSuccess: () => lastSuccessAt,
    intervalMs,
  }
}

/** Creates the sleep between two runs, which is a rest for a watched loop that has found no work for a while. */
function createIdle({
  name,
  intervalMs,
  watch,
}: Pick<PollingLoopOptions, 'name' | 'intervalMs' | 'watch'>) {
  const sleeper = createSleeper()
  let restsSince: number | undefined
  watch?.({
    name,
    isResting: () => restsSince !== undefined,
    look() {
      if (restsSince !== undefined && performance.now() - restsSince >= intervalMs - checkMs)
        sleeper.end()
    },
  })

  /** Sleeps after the last of so many runs without work. */
  async function sleepAfter(emptyRuns: number): Promise<void> {
    const restsNow =
      watch !== undefined &&
      emptyRuns >= Math.min(slowdown.emptyRuns, slowdown.emptyMs / intervalMs)
    const grownMs = intervalMs * (emptyRuns - slowdown.emptyRuns)
    const pauseMs = restsNow ? maxRestMs : Math.min(slowdown.maxPauseMs, grownMs)
    if (restsNow) restsSince = performance.now()
    await sleeper.sleep(Math.max(intervalMs, pauseMs))
    restsSince = undefined
  }

  return { ...sleeper, sleepAfter }
}

function createSleeper() {
  let end = () => {}
  return {
    sleep: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        end = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    /** Ends the sleep that is in progress. */
    end: () => end(),
  }
}
