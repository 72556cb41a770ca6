/** The number of response bytes that count as one request of the rate limit. */
const bytesPerRequest = 64 * 1024

/**
 * The milliseconds of reading that count as one request of the rate limit. An ordinary list
 * takes less, even on a busy machine.
 */
const msPerRequest = 100

/** The cost of one response, which the rate limit counts. */
export interface ResponseCost {
  bytes: number
  /** The milliseconds of the transactions that read. */
  ms?: number
}

/**
 * Converts the cost of a response to additional requests of the rate limit. The cost is known, and counted,
 * when the response is ready.
 */
export const toAdditionalRequests = ({ bytes, ms = 0 }: ResponseCost): number =>
  Math.floor(bytes / bytesPerRequest) + Math.floor(ms / msPerRequest)

export type Stopwatch = ReturnType<typeof createStopwatch>

/** Adds up the time of the transactions of one request. */
export function createStopwatch() {
  let ms = 0
  return {
    ms: () => ms,
    /** Returns a function that runs `run` and adds its duration to the sum. */
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
