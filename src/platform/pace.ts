/** A time that runs from now on, whatever is done meanwhile. */
export interface Pace {
  /** Resolves when the time is over. */
  over(): Promise<void>
  /** The time is of no interest any more. */
  drop(): void
}

/**
 * Sets out for so many milliseconds. Who waits for `over` before a refusal tells nobody by its time
 * how far the look had come: the clock began before it.
 */
export function setOut(ms: number): Pace {
  let isOver = false
  let arrive = () => {}
  const timer = setTimeout(() => {
    isOver = true
    arrive()
  }, ms)
  return {
    over: () =>
      isOver
        ? Promise.resolve()
        : new Promise((resolve) => {
            arrive = resolve
          }),
    drop: () => clearTimeout(timer),
  }
}
