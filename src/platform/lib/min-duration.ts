/** A minimum duration that starts when this object is created. */
export interface MinDuration {
  /** Resolves when the duration has elapsed. */
  elapsed(): Promise<void>
  /** Clears the timer. */
  cancel(): void
}

/**
 * Starts a minimum duration. A caller that awaits `elapsed()` before it rejects a request makes all response
 * times equal. It thereby hides how far the check has come.
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
