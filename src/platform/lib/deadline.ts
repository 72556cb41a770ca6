export const TIMED_OUT = Symbol('late')

/**
 * Resolves to the promise's value, or to `TIMED_OUT` if the deadline comes first. The
 * deadline is a time of performance.now.
 */
export function withDeadline<T>(
  deadline: number,
  promise: Promise<T>,
): Promise<T | typeof TIMED_OUT> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.max(0, deadline - performance.now()), TIMED_OUT)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
