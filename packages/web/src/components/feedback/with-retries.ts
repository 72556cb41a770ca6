import { ApiError } from '#web/api.ts'

const maxAttempts = 4

/**
 * Repeats an operation after network and server errors, with longer and longer delays. Rejections are not
 * retried.
 */
export async function withRetries<T>(operation: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await operation()
    } catch (error) {
      const isRetryable = error instanceof ApiError && (error.status === 0 || error.status >= 500)
      if (!isRetryable || attempt === maxAttempts || signal.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** attempt))
    }
  }
}

/**
 * Sends one of many requests. If the rate limit rejects the request, the function sends it again when the
 * limit allows it.
 */
export async function withinRateLimit<T>(send: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error
      const { retryAfterSeconds = 1 } = error
      await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1000))
    }
}
