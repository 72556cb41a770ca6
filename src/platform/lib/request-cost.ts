/** One request of the rate limit for so many bytes of a response. */
const bytesPerRequest = 64 * 1024

/** One request of the rate limit for so many milliseconds of reading. An ordinary list takes less, also on a busy machine. */
const msPerRequest = 100

/** What a response cost. */
export interface ResponseCost {
  bytes: number
  /** Milliseconds of the transactions that read. */
  ms?: number
}

/** The additional requests that a response counts as. They are known, and counted, when it is ready. */
export const toAdditionalRequests = ({ bytes, ms = 0 }: ResponseCost): number =>
  Math.floor(bytes / bytesPerRequest) + Math.floor(ms / msPerRequest)

export type Stopwatch = ReturnType<typeof createStopwatch>

/** Adds up the time of the transactions of one request. */
export function createStopwatch() {
  let ms = 0
  return {
    ms: () => ms,
    /** Returns a function that runs `run` and adds its time. */
    measure:
      <Args extends unknown[], T>(run: (...args: Args) => Promise<T>) =>
      async (...args: Args): Promise<T> => {
        const startedAt = performance.now()
        try {
          return await run(...args)
        } finally {
          ms += performance.now() - startedAt
        }
      },
  }
}
