/** A time that runs from now on, whatever is done meanwhile. */
export interface MinDuration {
  /** Resolves when the time is over. */
  elapsed(): Promise<void>
  /** The time is of no interest any more. */
  cancel(): void
}

/**
 * Sets out for so many milliseconds. Who waits for `over` before a refusal tells nobody by its time
 * how far the look had come: the clock began before it.
 */
export function startMinDuration(ms: number): MinDuration {
  let isElapsed = false
  let resolveElapsed = () => {}
  const timer = setTimeout(() => {
    isElapsed = true
    resolveElapsed()
  }, ms)
  return {
    elapsed: () =>
      isElapsed
        ? Promise.resolve()
        : new Promise((resolve) => {
            resolveElapsed = resolve
          }),
    cancel: () => clearTimeout(timer),
  }
}
