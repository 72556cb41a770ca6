export const TIMED_OUT = Symbol('late')

/** Resolves with the promise's value, or with `TIMED_OUT` when the deadline (of performance.now) comes first. */
export function withDeadline<T>(
  deadline: number,
  promise: Promise<T>,
): Promise<T | typeof TIMED_OUT> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.max(0, deadline - performance.now()), TIMED_OUT)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
